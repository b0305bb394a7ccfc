package io.lakelog.storage.row;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One row as bytes: partition values, key bounds and statistics in manifests, and what bucket hashes are taken over.
 * Equal when the bytes are. Immutable.
 *
 * <pre>
 * serialized := arity (4 bytes, BIG-endian) row
 * row        := kind (1 byte, 0) nullBits (bit i + 8 counts from the row's first byte) padding
 *               slot{arity} variable          -- all little-endian, slots of 8 bytes from W = ((arity + 63 + 8) / 64) * 8
 * slot       := BOOLEAN 1 byte | INT 4 | LONG 8 | FLOAT 4 | DOUBLE 8, zero-filled
 *             | DECIMAL(p &lt;= 18) unscaled, 8 bytes | TIMESTAMP(p &lt;= 3) epoch millis, 8 bytes
 *             | up to 7 bytes and 0x80 | length in the top byte            -- short strings and binaries
 *             | offset &lt;&lt; 32 | length                                -- long ones, padded to 8 in the variable part
 *             | offset &lt;&lt; 32 | length, 16 bytes reserved              -- DECIMAL(p &gt; 18), also when null
 *             | offset &lt;&lt; 32 | nanoOfMilli, 8 bytes of epoch millis    -- TIMESTAMP(p &gt; 3), also when null
 * </pre>
 *
 * Source: the Paimon table format, "BinaryRow".
 */
public final class BinaryRow {
    /** The row without columns: the partition of an unpartitioned table. */
    public static final BinaryRow EMPTY = new BinaryRow(new byte[12]);

    private final byte[] serialized;

    private BinaryRow(byte[] serialized) {
        this.serialized = serialized;
    }

    /** Wraps serialized bytes, arity prefix included; {@code file} is named if they are too short to be a row. */
    public static BinaryRow wrap(byte[] serialized, String file) {
        if (serialized.length < 12) {
            throw LakelogException.corrupt(file, "a binary row of " + serialized.length + " bytes", null);
        }
        return new BinaryRow(serialized);
    }

    /** The row of the values at {@code row} of some columns. */
    public static BinaryRow of(List<Column> columns, List<DataType> types, int row) {
        Writer writer = new Writer(types);
        writer.write(columns, row);
        byte[] bytes = new byte[writer.length() + 4];
        ByteBuffer.wrap(bytes).putInt(types.size());
        System.arraycopy(writer.bytes(), 0, bytes, 4, writer.length());
        return new BinaryRow(bytes);
    }

    /** The bytes with the arity prefix; not to be changed. */
    public byte[] serialized() {
        return serialized;
    }

    public int arity() {
        return ByteBuffer.wrap(serialized).getInt();
    }

    /**
     * The values as a batch of one row.
     *
     * @throws LakelogException CORRUPT, naming {@code file}, if the bytes are not a row of these types
     */
    public Batch toBatch(List<DataType> types, String file) {
        if (arity() != types.size()) {
            throw LakelogException.corrupt(
                    file, "a binary row of " + arity() + " columns where " + types.size() + " are expected", null);
        }
        ByteBuffer row =
                ByteBuffer.wrap(serialized, 4, serialized.length - 4).slice().order(ByteOrder.LITTLE_ENDIAN);
        try {
            List<Column> columns = new ArrayList<>(types.size());
            int slot = headerBytes(types.size());
            for (int i = 0; i < types.size(); i++, slot += 8) {
                ColumnBuilder builder = ColumnBuilder.of(types.get(i));
                if ((row.get((i + 8) / 8) & (1 << (i % 8))) != 0) {
                    builder.appendNull();
                } else {
                    read(row, slot, types.get(i), builder);
                }
                columns.add(builder.build());
            }
            return new Batch(1, columns);
        } catch (IndexOutOfBoundsException e) {
            throw LakelogException.corrupt(file, "a binary row that ends too early", e);
        }
    }

    private static void read(ByteBuffer row, int slot, DataType type, ColumnBuilder builder) {
        switch (type.kind()) {
            case BOOLEAN -> ((BooleansBuilder) builder).append(row.get(slot) != 0);
            case TINYINT -> ((IntsBuilder) builder).append(row.get(slot));
            case SMALLINT -> ((IntsBuilder) builder).append(row.getShort(slot));
            case INT, DATE, TIME -> ((IntsBuilder) builder).append(row.getInt(slot));
            case BIGINT -> ((LongsBuilder) builder).append(row.getLong(slot));
            case FLOAT -> ((FloatsBuilder) builder).append(row.getFloat(slot));
            case DOUBLE -> ((DoublesBuilder) builder).append(row.getDouble(slot));
            case DECIMAL -> {
                if (type.length() <= 18) {
                    ((LongsBuilder) builder).append(row.getLong(slot));
                } else {
                    byte[] unscaled = bytes(row, row.getInt(slot + 4), row.getInt(slot));
                    long[] value = Int128.fromBigEndian(unscaled, 0, unscaled.length);
                    ((Int128sBuilder) builder).append(value[0], value[1]);
                }
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                long millis = type.length() <= 3 ? row.getLong(slot) : row.getLong(row.getInt(slot + 4));
                int nanos = type.length() <= 3 ? 0 : row.getInt(slot);
                if (builder instanceof NanosBuilder fine) {
                    fine.append(millis * 1000 + nanos / 1000, nanos % 1000);
                } else {
                    ((LongsBuilder) builder).append(millis * 1000 + nanos / 1000);
                }
            }
            case CHAR, VARCHAR, BINARY, VARBINARY -> {
                int top = row.get(slot + 7);
                byte[] value =
                        top < 0 ? bytes(row, slot, top & 0x7f) : bytes(row, row.getInt(slot + 4), row.getInt(slot));
                ((BytesBuilder) builder).append(value);
            }
            case ARRAY, MAP, MULTISET, ROW -> throw nested(type);
        }
    }

    private static LakelogException nested(DataType type) {
        return new LakelogException(
                ErrorCode.INTERNAL, "a value of " + type.sql() + " in a key, a partition or statistics");
    }

    private static byte[] bytes(ByteBuffer row, int from, int length) {
        if (length < 0 || from < 0 || length > row.limit() - from) {
            throw new IndexOutOfBoundsException(from);
        }
        byte[] value = new byte[length];
        row.get(from, value);
        return value;
    }

    private static int headerBytes(int arity) {
        return (arity + 63 + 8) / 64 * 8;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BinaryRow that && Arrays.equals(serialized, that.serialized);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(serialized);
    }

    /** Writes rows, without the arity prefix, into one buffer that each row overwrites. Not thread-safe. */
    public static final class Writer {
        private final List<DataType> types;
        private final int fixedBytes;
        private byte[] buffer;
        private ByteBuffer view;
        private int length;

        public Writer(List<DataType> types) {
            this.types = types;
            this.fixedBytes = headerBytes(types.size()) + 8 * types.size();
            this.buffer = new byte[fixedBytes + 64];
            this.view = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
        }

        /** The row written last: the first {@link #length()} bytes. */
        public byte[] bytes() {
            return buffer;
        }

        public int length() {
            return length;
        }

        /** Writes the values at {@code row} of the columns, which are those of the types. */
        public void write(List<Column> columns, int row) {
            Arrays.fill(buffer, 0, fixedBytes, (byte) 0);
            length = fixedBytes;
            int slot = headerBytes(types.size());
            for (int i = 0; i < types.size(); i++, slot += 8) {
                Column column = columns.get(i);
                if (column.isNull(row)) {
                    buffer[(i + 8) / 8] |= (byte) (1 << (i % 8));
                    writeNull(types.get(i), slot);
                } else {
                    writeValue(column, row, types.get(i), slot);
                }
            }
        }

        private void writeNull(DataType type, int slot) {
            boolean wideDecimal = type.layout() == DataType.Layout.INT128;
            if (wideDecimal || hasNanos(type)) {
                view.putInt(slot + 4, reserve(wideDecimal ? 16 : 8));
            }
        }

        private void writeValue(Column column, int row, DataType type, int slot) {
            switch (type.kind()) {
                case BOOLEAN -> buffer[slot] = (byte) (((Column.Booleans) column).values[row] ? 1 : 0);
                case TINYINT -> buffer[slot] = (byte) ((Column.Ints) column).values[row];
                case SMALLINT -> view.putShort(slot, (short) ((Column.Ints) column).values[row]);
                case INT, DATE, TIME -> view.putInt(slot, ((Column.Ints) column).values[row]);
                case BIGINT -> view.putLong(slot, ((Column.Longs) column).values[row]);
                case FLOAT -> view.putFloat(slot, ((Column.Floats) column).values[row]);
                case DOUBLE -> view.putDouble(slot, ((Column.Doubles) column).values[row]);
                case DECIMAL -> writeDecimal(column, row, slot);
                case TIMESTAMP, TIMESTAMP_LTZ -> writeTimestamp(column, row, hasNanos(type), slot);
                case CHAR, VARCHAR, BINARY, VARBINARY -> {
                    Column.Bytes bytes = (Column.Bytes) column;
                    writeBytes(bytes.data, bytes.offsets[row], bytes.length(row), slot);
                }
                case ARRAY, MAP, MULTISET, ROW -> throw nested(type);
            }
        }

        private void writeTimestamp(Column column, int row, boolean nanos, int slot) {
            Column.Nanos fine = column instanceof Column.Nanos some ? some : null;
            long micros = fine != null ? fine.micros[row] : ((Column.Longs) column).values[row];
            long millis = Math.floorDiv(micros, 1000L);
            if (nanos) {
                int at = reserve(8);
                view.putLong(at, millis);
                view.putInt(slot, (int) Math.floorMod(micros, 1000L) * 1000 + (fine != null ? fine.nanos[row] : 0));
                view.putInt(slot + 4, at);
            } else {
                view.putLong(slot, millis);
            }
        }

        private void writeDecimal(Column column, int row, int slot) {
            if (column instanceof Column.Longs longs) {
                view.putLong(slot, longs.values[row]);
                return;
            }
            Column.Int128s wide = (Column.Int128s) column;
            byte[] unscaled = Int128.toBigInteger(wide.high[row], wide.low[row]).toByteArray();
            int at = reserve(16);
            System.arraycopy(unscaled, 0, buffer, at, unscaled.length);
            view.putInt(slot, unscaled.length);
            view.putInt(slot + 4, at);
        }

        private void writeBytes(byte[] source, int from, int count, int slot) {
            if (count <= 7) {
                System.arraycopy(source, from, buffer, slot, count);
                buffer[slot + 7] = (byte) (0x80 | count);
            } else {
                int at = reserve((count + 7) / 8 * 8);
                System.arraycopy(source, from, buffer, at, count);
                view.putInt(slot, count);
                view.putInt(slot + 4, at);
            }
        }

        private int reserve(int count) {
            int at = length;
            length += count;
            if (buffer.length < length) {
                buffer = Arrays.copyOf(buffer, Math.max(length, buffer.length * 2));
                view = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
            }
            Arrays.fill(buffer, at, length, (byte) 0);
            return at;
        }

        private static boolean hasNanos(DataType type) {
            return switch (type.kind()) {
                case TIMESTAMP, TIMESTAMP_LTZ -> type.length() > 3;
                default -> false;
            };
        }
    }
}
