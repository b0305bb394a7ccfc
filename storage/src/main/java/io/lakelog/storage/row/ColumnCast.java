package io.lakelog.storage.row;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import io.lakelog.storage.type.TypeWidening;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Values of one type as values of another: what a column of an old file is under the type that the column has now. The
 * results are those of Paimon, which reads the same files. Widenings run over whole vectors; the other conversions that
 * Paimon's ALTER allows go value by value. Pure; thread-safe.
 */
public final class ColumnCast {
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private ColumnCast() {}

    /**
     * The conversion of vectors of {@code from} to vectors of {@code to}, nullability aside.
     *
     * @param what names the column in errors
     * @throws LakelogException UNSUPPORTED, naming both types, for a conversion that is not known
     */
    public static UnaryOperator<Column> of(DataType from, DataType to, String what) {
        if (from.sameFields(to)) {
            return UnaryOperator.identity();
        }
        UnaryOperator<Column> nested = NestedCast.of(from, to, what);
        if (nested != null) {
            return nested;
        }
        if (TypeWidening.isLossless(from, to)) {
            UnaryOperator<Column> widening = widening(from, to);
            if (widening != null) {
                return widening;
            }
        }
        ValueCast cast = ValueCast.of(from, to);
        if (cast == null) {
            throw LakelogException.unsupported(what + " was " + from.sql() + " when its file was written and is "
                    + to.sql() + " now; reading across that change is not supported");
        }
        return column -> valueByValue(column, from, to, cast, what);
    }

    private static @Nullable UnaryOperator<Column> widening(DataType from, DataType to) {
        DataType.Layout old = from.layout();
        DataType.Layout now = to.layout();
        if (from.kind() == TypeKind.DATE) {
            return now == DataType.Layout.LONG ? ColumnCast::midnights : null;
        }
        if (from.kind() == TypeKind.DECIMAL || to.kind() == TypeKind.DECIMAL) {
            return decimalWidening(from, to);
        }
        if (old == now) {
            return UnaryOperator.identity();
        }
        if (old == DataType.Layout.INT && now == DataType.Layout.LONG) {
            return ColumnCast::intsToLongs;
        }
        if (old == DataType.Layout.INT && now == DataType.Layout.FLOAT) {
            return ColumnCast::intsToFloats;
        }
        if (old == DataType.Layout.INT && now == DataType.Layout.DOUBLE) {
            return ColumnCast::intsToDoubles;
        }
        return old == DataType.Layout.FLOAT && now == DataType.Layout.DOUBLE ? ColumnCast::floatsToDoubles : null;
    }

    /** Whole numbers and narrow decimals to decimals whose unscaled value fits a long. */
    private static @Nullable UnaryOperator<Column> decimalWidening(DataType from, DataType to) {
        int oldScale = from.kind() == TypeKind.DECIMAL ? from.scale() : 0;
        if (oldScale == to.scale() && from.layout() == to.layout()) {
            return UnaryOperator.identity();
        }
        if (to.layout() != DataType.Layout.LONG || from.layout() == DataType.Layout.INT128) {
            return null;
        }
        long factor = 1;
        for (int i = oldScale; i < to.scale(); i++) {
            factor *= 10;
        }
        long scaling = factor;
        return column -> scaled(column instanceof Column.Ints ints ? intsToLongs(ints) : column, scaling);
    }

    private static Column scaled(Column column, long factor) {
        long[] source = ((Column.Longs) column).values;
        long[] values = new long[column.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = source[i] * factor;
        }
        return new Column.Longs(values.length, column.nulls(), values);
    }

    private static Column intsToLongs(Column column) {
        int[] source = ((Column.Ints) column).values;
        long[] values = new long[column.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = source[i];
        }
        return new Column.Longs(values.length, column.nulls(), values);
    }

    private static Column midnights(Column column) {
        return scaled(intsToLongs(column), MICROS_PER_DAY);
    }

    private static Column intsToFloats(Column column) {
        int[] source = ((Column.Ints) column).values;
        float[] values = new float[column.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = source[i];
        }
        return new Column.Floats(values.length, column.nulls(), values);
    }

    private static Column intsToDoubles(Column column) {
        int[] source = ((Column.Ints) column).values;
        double[] values = new double[column.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = source[i];
        }
        return new Column.Doubles(values.length, column.nulls(), values);
    }

    private static Column floatsToDoubles(Column column) {
        float[] source = ((Column.Floats) column).values;
        double[] values = new double[column.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = source[i];
        }
        return new Column.Doubles(values.length, column.nulls(), values);
    }

    private static Column valueByValue(Column column, DataType from, DataType to, ValueCast cast, String what) {
        ColumnBuilder builder = ColumnBuilder.of(to);
        DataType nullable = to.withNullable(true);
        for (int row = 0; row < column.size(); row++) {
            Object value = Values.get(column, from, row);
            try {
                Values.append(builder, nullable, value == null ? null : cast.convert(value));
            } catch (NumberFormatException | java.time.DateTimeException e) {
                throw new LakelogException(
                        ErrorCode.INVALID_TEXT,
                        what + " was " + from.sql() + " once and is " + to.sql() + " now; the value '" + value
                                + "' of that time cannot be read as one",
                        e);
            }
        }
        return builder.build();
    }
}
