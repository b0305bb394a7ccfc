package io.lakelog.storage.cache;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Columns as bytes from which single rows can be read.
 *
 * <pre>
 * column  [null flags, a byte a row] values
 * values  of a fixed width, one after the other; two runs of them for 128-bit numbers and nanoseconds
 *       | Bytes: the offset of each value and the end, 4 bytes each, then the values
 * </pre>
 *
 * Pure; thread-safe.
 */
final class ColumnImage {
    private ColumnImage() {}

    /** The columns that can be kept so. */
    static boolean isKnown(Column column) {
        return !(column instanceof Column.Lists) && !(column instanceof Column.Structs);
    }

    /** Bytes that a column takes. */
    static int size(Column column) {
        int rows = column.size();
        int nulls = column.mayHaveNulls() ? rows : 0;
        if (column instanceof Column.Bytes bytes) {
            return nulls + Integer.BYTES * (rows + 1) + bytes.offsets[rows] - bytes.offsets[0];
        }
        return nulls + rows * width(column);
    }

    private static int width(Column column) {
        if (column instanceof Column.Booleans) {
            return Byte.BYTES;
        } else if (column instanceof Column.Ints || column instanceof Column.Floats) {
            return Integer.BYTES;
        } else if (column instanceof Column.Longs || column instanceof Column.Doubles) {
            return Long.BYTES;
        } else if (column instanceof Column.Int128s) {
            return 2 * Long.BYTES;
        } else if (column instanceof Column.Nanos) {
            return Long.BYTES + Short.BYTES;
        }
        throw new IllegalArgumentException("no image of " + column.getClass());
    }

    /** Writes a column from {@code at} on. */
    static void write(Column column, ByteBuffer target, int at) {
        int rows = column.size();
        int values = at;
        if (column.mayHaveNulls()) {
            for (int i = 0; i < rows; i++) {
                target.put(at + i, (byte) (column.isNull(i) ? 1 : 0));
            }
            values += rows;
        }
        if (column instanceof Column.Bytes bytes) {
            int base = bytes.offsets[0];
            for (int i = 0; i <= rows; i++) {
                target.putInt(values + Integer.BYTES * i, bytes.offsets[i] - base);
            }
            target.put(values + Integer.BYTES * (rows + 1), bytes.data, base, bytes.offsets[rows] - base);
        } else {
            writeFixed(column, target, values, rows);
        }
    }

    private static void writeFixed(Column column, ByteBuffer target, int at, int rows) {
        for (int i = 0; i < rows; i++) {
            if (column instanceof Column.Longs longs) {
                target.putLong(at + Long.BYTES * i, longs.values[i]);
            } else if (column instanceof Column.Ints ints) {
                target.putInt(at + Integer.BYTES * i, ints.values[i]);
            } else if (column instanceof Column.Doubles doubles) {
                target.putDouble(at + Long.BYTES * i, doubles.values[i]);
            } else if (column instanceof Column.Floats floats) {
                target.putFloat(at + Integer.BYTES * i, floats.values[i]);
            } else if (column instanceof Column.Booleans booleans) {
                target.put(at + i, (byte) (booleans.values[i] ? 1 : 0));
            } else if (column instanceof Column.Int128s wide) {
                target.putLong(at + Long.BYTES * i, wide.high[i]);
                target.putLong(at + Long.BYTES * (rows + i), wide.low[i]);
            } else if (column instanceof Column.Nanos fine) {
                target.putLong(at + Long.BYTES * i, fine.micros[i]);
                target.putShort(at + Long.BYTES * rows + Short.BYTES * i, fine.nanos[i]);
            }
        }
    }

    /** What it takes to read an image. */
    record Shape(DataType.Layout layout, int rows, boolean nullable) {
        static Shape of(Column column) {
            return new Shape(column.layout(), column.size(), column.mayHaveNulls());
        }
    }

    /** Some rows of a column that lies from {@code at} on. */
    static Column rows(Shape shape, ByteBuffer source, int at, int[] rows, int count) {
        int values = at;
        boolean[] nulls = null;
        if (shape.nullable()) {
            nulls = new boolean[count];
            for (int i = 0; i < count; i++) {
                nulls[i] = source.get(at + rows[i]) != 0;
            }
            values += shape.rows();
        }
        return shape.layout() == DataType.Layout.BYTES
                ? bytes(shape.rows(), source, values, rows, count, nulls)
                : fixed(shape, source, values, rows, count, nulls);
    }

    private static Column bytes(
            int size, ByteBuffer source, int at, int[] rows, int count, boolean @Nullable [] nulls) {
        int[] offsets = new int[count + 1];
        for (int i = 0; i < count; i++) {
            int slot = at + Integer.BYTES * rows[i];
            offsets[i + 1] = Math.addExact(offsets[i], source.getInt(slot + Integer.BYTES) - source.getInt(slot));
        }
        byte[] data = new byte[offsets[count]];
        int from = at + Integer.BYTES * (size + 1);
        for (int i = 0; i < count; i++) {
            source.get(
                    from + source.getInt(at + Integer.BYTES * rows[i]), data, offsets[i], offsets[i + 1] - offsets[i]);
        }
        return new Column.Bytes(count, nulls, data, offsets);
    }

    private static Column fixed(
            Shape shape, ByteBuffer source, int at, int[] rows, int count, boolean @Nullable [] nulls) {
        int second = at + Long.BYTES * shape.rows();
        switch (shape.layout()) {
            case LONG:
                return new Column.Longs(count, nulls, longs(source, at, rows, count));
            case INT128:
                return new Column.Int128s(
                        count, nulls, longs(source, at, rows, count), longs(source, second, rows, count));
            case NANOS:
                short[] nanos = new short[count];
                for (int i = 0; i < count; i++) {
                    nanos[i] = source.getShort(second + Short.BYTES * rows[i]);
                }
                return new Column.Nanos(count, nulls, longs(source, at, rows, count), nanos);
            case INT:
                int[] ints = new int[count];
                for (int i = 0; i < count; i++) {
                    ints[i] = source.getInt(at + Integer.BYTES * rows[i]);
                }
                return new Column.Ints(count, nulls, ints);
            case DOUBLE:
                double[] doubles = new double[count];
                for (int i = 0; i < count; i++) {
                    doubles[i] = source.getDouble(at + Double.BYTES * rows[i]);
                }
                return new Column.Doubles(count, nulls, doubles);
            case FLOAT:
                float[] floats = new float[count];
                for (int i = 0; i < count; i++) {
                    floats[i] = source.getFloat(at + Float.BYTES * rows[i]);
                }
                return new Column.Floats(count, nulls, floats);
            case BOOLEAN:
                boolean[] booleans = new boolean[count];
                for (int i = 0; i < count; i++) {
                    booleans[i] = source.get(at + rows[i]) != 0;
                }
                return new Column.Booleans(count, nulls, booleans);
            default:
                throw new IllegalArgumentException("no image of layout " + shape.layout());
        }
    }

    private static long[] longs(ByteBuffer source, int at, int[] rows, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = source.getLong(at + Long.BYTES * rows[i]);
        }
        return values;
    }
}
