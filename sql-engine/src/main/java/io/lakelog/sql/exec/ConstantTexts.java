package io.lakelog.sql.exec;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import org.jspecify.annotations.Nullable;

/** A column may be compared with a text that it could never hold. Pure. */
final class ConstantTexts {
    private ConstantTexts() {}

    /** The type without the limit on its length. */
    static DataType unbounded(DataType type) {
        return switch (type.kind()) {
            case CHAR, VARCHAR -> DataType.STRING;
            case BINARY, VARBINARY -> DataType.BYTES;
            default -> type;
        };
    }

    /** The predicate as a hint for storage, which wants constants that are values of their columns; null if one is not. */
    static @Nullable Predicate hint(Predicate predicate, RowType rowType) {
        return isWithinLengths(predicate, rowType) ? predicate : null;
    }

    private static boolean isWithinLengths(Predicate predicate, RowType rowType) {
        if (predicate instanceof Predicate.And and) {
            return and.parts().stream().allMatch(part -> isWithinLengths(part, rowType));
        } else if (predicate instanceof Predicate.Or or) {
            return or.parts().stream().allMatch(part -> isWithinLengths(part, rowType));
        } else if (predicate instanceof Predicate.Compare compare) {
            int length = rowType.type(compare.column()).length();
            return compare.value() instanceof String text
                    ? text.codePointCount(0, text.length()) <= length
                    : !(compare.value() instanceof byte[] bytes) || bytes.length <= length;
        }
        return true;
    }
}
