package io.lakelog.sql.exec;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import java.time.ZoneId;

/**
 * Storing values of one type into a column of another: which types fit is known beforehand, whether each value does is
 * checked as it comes. Immutable.
 */
public final class ColumnAssignment {
    private final String column;
    private final DataType from;
    private final DataType to;
    private final boolean asIs;

    private ColumnAssignment(String column, DataType from, DataType to) {
        this.column = column;
        this.from = from;
        this.to = to;
        this.asIs = fitsAsIs(from, to);
    }

    /**
     * The way from one type to another.
     *
     * @param column the column stored into, named in errors
     * @throws LakelogException TYPE_MISMATCH if values of {@code from} can never be stored
     */
    public static ColumnAssignment of(String column, DataType from, DataType to) {
        if (!isAssignable(from, to)) {
            throw new LakelogException(
                    ErrorCode.TYPE_MISMATCH,
                    "column '" + column + "' is of type " + to.sql() + " and cannot take a value of type " + from.sql()
                            + "; write CAST(... AS " + to.sql() + ") if that is meant");
        }
        return new ColumnAssignment(column, from, to);
    }

    /** The values as the column's type. */
    public Column convert(Column source, ZoneId zone) {
        if (asIs) {
            return source;
        }
        ColumnBuilder builder = ColumnBuilder.of(to);
        ValueAppender appender = new ValueAppender(column, to, builder, zone);
        for (int row = 0; row < source.size(); row++) {
            appender.append(Values.get(source, from, row));
        }
        return builder.build();
    }

    private static boolean isAssignable(DataType from, DataType to) {
        if (!to.kind().isNested()) {
            return isAssignable(from.kind(), to.kind());
        }
        // What reads as ARRAY, MAP or ROW is stored part by part; fields of a ROW by their place.
        boolean same = from.kind() == to.kind()
                && to.kind() != TypeKind.MULTISET
                && from.children().size() == to.children().size();
        for (int i = 0; same && i < to.children().size(); i++) {
            same = isAssignable(
                    from.children().get(i).type(), to.children().get(i).type());
        }
        return same;
    }

    private static boolean isAssignable(TypeKind from, TypeKind to) {
        if (from == to) {
            return true;
        }
        return switch (to) {
            case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> isNumeric(from);
            case CHAR, VARCHAR -> isText(from);
            case BINARY, VARBINARY -> from == TypeKind.BINARY || from == TypeKind.VARBINARY;
            case BOOLEAN -> false;
            case DATE, TIME -> isText(from);
            case TIMESTAMP, TIMESTAMP_LTZ ->
                isText(from) || from == TypeKind.DATE || from == TypeKind.TIMESTAMP || from == TypeKind.TIMESTAMP_LTZ;
            case ARRAY, MAP, MULTISET, ROW -> false;
        };
    }

    private static boolean isNumeric(TypeKind kind) {
        return switch (kind) {
            case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> true;
            default -> false;
        };
    }

    private static boolean isText(TypeKind kind) {
        return kind == TypeKind.CHAR || kind == TypeKind.VARCHAR;
    }

    /** Whether every value of {@code from} lies in memory as one of {@code to} and is within its bounds. */
    private static boolean fitsAsIs(DataType from, DataType to) {
        if (from.layout() != to.layout()) {
            return false;
        }
        return switch (to.kind()) {
            case BOOLEAN, BIGINT, FLOAT, DOUBLE, DATE -> from.kind() == to.kind();
            case TINYINT -> from.kind() == TypeKind.TINYINT;
            case SMALLINT -> from.kind() == TypeKind.TINYINT || from.kind() == TypeKind.SMALLINT;
            case INT ->
                from.kind() == TypeKind.TINYINT || from.kind() == TypeKind.SMALLINT || from.kind() == TypeKind.INT;
            case DECIMAL ->
                from.kind() == TypeKind.DECIMAL && from.scale() == to.scale() && from.length() <= to.length();
            case CHAR, VARCHAR -> isText(from.kind()) && from.length() <= to.length();
            case BINARY, VARBINARY -> !isText(from.kind()) && from.length() <= to.length();
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> from.kind() == to.kind() && from.length() <= to.length();
            case ARRAY, MAP, MULTISET, ROW -> {
                boolean same = from.kind() == to.kind()
                        && from.children().size() == to.children().size();
                for (int i = 0; same && i < to.children().size(); i++) {
                    same = fitsAsIs(
                            from.children().get(i).type(), to.children().get(i).type());
                }
                yield same;
            }
        };
    }
}
