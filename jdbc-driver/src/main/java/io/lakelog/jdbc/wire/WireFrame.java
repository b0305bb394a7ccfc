package io.lakelog.jdbc.wire;

import com.google.protobuf.UnsafeByteOperations;
import io.lakelog.jdbc.convert.NestedText;
import io.lakelog.jdbc.convert.TimeText;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Common.Rep;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a result on their way out. For protobuf they go straight from the vectors into messages; for JSON, and for
 * Avatica's wrapping of the first frame, they are also there as lists of objects.
 *
 * <p>There are two dialects. Exact, for our client: timestamps are microseconds, those of nanoseconds and nested values {@link
 * PackedValues}, decimals of up to 18 digits their unscaled value. Stock, for Avatica's: timestamps are milliseconds,
 * local-time-zone ones and nested values text, decimals decimals.
 */
public final class WireFrame extends Meta.Frame {
    private static final Common.ColumnValue NULL = Common.ColumnValue.newBuilder()
            .setScalarValue(Common.TypedValue.newBuilder().setType(Rep.NULL).setNull(true))
            .build();
    private static final long MICROS_PER_MILLI = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final List<Slice> slices;
    private final List<DataType> types;
    private final Dialect dialect;

    /** @param offset how many rows of the result came before */
    public WireFrame(long offset, boolean done, List<Slice> slices, List<DataType> types, Dialect dialect) {
        super(offset, done, new Rows(slices, types, dialect));
        this.slices = slices;
        this.types = types;
        this.dialect = dialect;
    }

    /** How many rows it has. */
    public int size() {
        return slices.stream().mapToInt(slice -> slice.to() - slice.from()).sum();
    }

    @Override
    public Common.Frame toProto() {
        Common.Frame.Builder frame = Common.Frame.newBuilder().setDone(done).setOffset(offset);
        Common.TypedValue.Builder value = Common.TypedValue.newBuilder();
        for (Slice slice : slices) {
            for (int row = slice.from(); row < slice.to(); row++) {
                Common.Row.Builder wire = Common.Row.newBuilder();
                for (int i = 0; i < types.size(); i++) {
                    Column column = slice.batch().column(i);
                    if (column.isNull(row)) {
                        wire.addValue(NULL);
                    } else {
                        value.clear();
                        write(value, column, types.get(i), row);
                        wire.addValue(Common.ColumnValue.newBuilder().setScalarValue(value.build()));
                    }
                }
                frame.addRows(wire);
            }
        }
        return frame.build();
    }

    private void write(Common.TypedValue.Builder value, Column column, DataType type, int row) {
        switch (type.kind()) {
            case BOOLEAN -> value.setType(Rep.BOOLEAN).setBoolValue(((Column.Booleans) column).values[row]);
            case TINYINT -> number(value, Rep.BYTE, ((Column.Ints) column).values[row]);
            case SMALLINT -> number(value, Rep.SHORT, ((Column.Ints) column).values[row]);
            case INT, DATE, TIME -> number(value, Rep.INTEGER, ((Column.Ints) column).values[row]);
            case BIGINT -> number(value, Rep.LONG, ((Column.Longs) column).values[row]);
            case FLOAT -> number(value, Rep.FLOAT, Float.floatToIntBits(((Column.Floats) column).values[row]));
            case DOUBLE -> value.setType(Rep.DOUBLE).setDoubleValue(((Column.Doubles) column).values[row]);
            case DECIMAL -> {
                if (dialect.exact() && column instanceof Column.Longs unscaled) {
                    number(value, Rep.LONG, unscaled.values[row]);
                } else {
                    Object decimal = Values.get(column, type, row);
                    value.setType(Rep.BIG_DECIMAL).setStringValue(String.valueOf(decimal));
                }
            }
            case CHAR, VARCHAR -> {
                Column.Bytes text = (Column.Bytes) column;
                value.setType(Rep.STRING)
                        .setStringValueBytes(
                                UnsafeByteOperations.unsafeWrap(text.data, text.offsets[row], text.length(row)));
            }
            case BINARY, VARBINARY -> {
                Column.Bytes bytes = (Column.Bytes) column;
                value.setType(Rep.BYTE_STRING)
                        .setBytesValue(
                                UnsafeByteOperations.unsafeWrap(bytes.data, bytes.offsets[row], bytes.length(row)));
            }
            case TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP, MULTISET, ROW -> {
                Object object = object(column, type, row, dialect);
                if (object instanceof Long number) {
                    number(value, Rep.LONG, number);
                } else if (object instanceof byte[] bytes) {
                    value.setType(Rep.BYTE_STRING).setBytesValue(UnsafeByteOperations.unsafeWrap(bytes));
                } else {
                    value.setType(Rep.STRING).setStringValue(String.valueOf(object));
                }
            }
        }
    }

    private static void number(Common.TypedValue.Builder value, Rep rep, long number) {
        value.setType(rep).setNumberValue(number);
    }

    private static String localText(Column column, DataType type, int row, Dialect dialect) {
        Instant moment = (Instant) java.util.Objects.requireNonNull(Values.get(column, type, row));
        return TimeText.instant(moment, type.length(), dialect.zone());
    }

    private static Object exactTimestamp(Column column, int row) {
        return column instanceof Column.Longs micros ? (Object) micros.values[row] : PackedValues.pack(column, row);
    }

    /** The value as Avatica's lists of objects have it. */
    private static @Nullable Object object(Column column, DataType type, int row, Dialect dialect) {
        Object value = Values.get(column, type, row);
        if (value == null) {
            return null;
        }
        return switch (type.kind()) {
            case DATE -> ((Column.Ints) column).values[row];
            case TIME -> (int) (((LocalTime) value).toNanoOfDay() / NANOS_PER_MILLI);
            case DECIMAL ->
                dialect.exact() && column instanceof Column.Longs unscaled
                        ? (Object) unscaled.values[row]
                        : (BigDecimal) value;
            case TIMESTAMP -> {
                if (dialect.exact()) {
                    yield exactTimestamp(column, row);
                }
                long micros = Values.micros((LocalDateTime) value);
                yield Math.floorDiv(micros, MICROS_PER_MILLI);
            }
            case TIMESTAMP_LTZ -> dialect.exact() ? exactTimestamp(column, row) : localText(column, type, row, dialect);
            case ARRAY, MAP, MULTISET, ROW ->
                dialect.exact() ? PackedValues.pack(column, row) : NestedText.of(value, type, dialect.zone());
            default -> value;
        };
    }

    /** Rows {@code from} (inclusive) to {@code to} (exclusive) of a batch. */
    public record Slice(Batch batch, int from, int to) {}

    /**
     * How values are written.
     *
     * @param exact whether the other side is our client
     * @param zone in which the stock dialect shows TIMESTAMP_LTZ
     */
    public record Dialect(boolean exact, ZoneId zone) {}

    /** The rows as lists, made when somebody wants them. */
    private static final class Rows extends java.util.AbstractCollection<Object> {
        private final List<Slice> slices;
        private final List<DataType> types;
        private final Dialect dialect;

        Rows(List<Slice> slices, List<DataType> types, Dialect dialect) {
            this.slices = slices;
            this.types = types;
            this.dialect = dialect;
        }

        @Override
        public java.util.Iterator<Object> iterator() {
            List<Object> rows = new ArrayList<>(size());
            for (Slice slice : slices) {
                for (int row = slice.from(); row < slice.to(); row++) {
                    @Nullable Object[] values = new Object[types.size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = object(slice.batch().column(i), types.get(i), row, dialect);
                    }
                    rows.add(Arrays.asList(values));
                }
            }
            return rows.iterator();
        }

        @Override
        public int size() {
            return slices.stream().mapToInt(slice -> slice.to() - slice.from()).sum();
        }
    }
}
