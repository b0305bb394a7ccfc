package io.lakelog.storage.format;

import io.lakelog.storage.row.BooleansBuilder;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.DoublesBuilder;
import io.lakelog.storage.row.FloatsBuilder;
import io.lakelog.storage.row.Int128;
import io.lakelog.storage.row.Int128sBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.row.NanosBuilder;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.Category;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.ColumnVector;
import org.apache.orc.storage.ql.exec.vector.DecimalColumnVector;
import org.apache.orc.storage.ql.exec.vector.DoubleColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.TimestampColumnVector;

/** How ORC's vectors become ours. Pure. */
final class OrcColumns {
    private OrcColumns() {}

    /** Appends one value, which is not null. */
    interface Value {
        void append(ColumnVector source, int row, ColumnBuilder target);
    }

    /** Appends rows {@code from} (inclusive) to {@code to} (exclusive) of a vector. */
    interface Copier {
        void copy(ColumnVector source, int from, int to, ColumnBuilder target);
    }

    /**
     * Copies a column of a file.
     *
     * @throws MalformedFileException naming the column, if it is stored as another type
     */
    static Copier copier(Field field, TypeDescription stored) {
        Value value = value(field, stored);
        boolean nullable = field.type().nullable();
        return (source, from, to, target) -> {
            for (int i = from; i < to; i++) {
                int row = source.isRepeating ? 0 : i;
                if (source.noNulls || !source.isNull[row]) {
                    value.append(source, row, target);
                } else if (nullable) {
                    target.appendNull();
                } else {
                    throw new MalformedFileException("column '" + field.name() + "' has a null");
                }
            }
        };
    }

    private static Value value(Field field, TypeDescription stored) {
        DataType type = field.type();
        Category category = stored.getCategory();
        switch (type.kind()) {
            case BOOLEAN -> {
                require(field, stored, category == Category.BOOLEAN);
                return (source, row, target) ->
                        ((BooleansBuilder) target).append(((LongColumnVector) source).vector[row] != 0);
            }
            case TINYINT, SMALLINT, INT, DATE, TIME -> {
                require(field, stored, category == integer(type));
                return (source, row, target) ->
                        ((IntsBuilder) target).append((int) ((LongColumnVector) source).vector[row]);
            }
            case BIGINT -> {
                require(field, stored, category == Category.LONG);
                return (source, row, target) -> ((LongsBuilder) target).append(((LongColumnVector) source).vector[row]);
            }
            case FLOAT -> {
                require(field, stored, category == Category.FLOAT);
                return (source, row, target) ->
                        ((FloatsBuilder) target).append((float) ((DoubleColumnVector) source).vector[row]);
            }
            case DOUBLE -> {
                require(field, stored, category == Category.DOUBLE);
                return (source, row, target) ->
                        ((DoublesBuilder) target).append(((DoubleColumnVector) source).vector[row]);
            }
            case CHAR, VARCHAR -> {
                require(
                        field,
                        stored,
                        category == Category.STRING || category == Category.VARCHAR || category == Category.CHAR);
                return OrcColumns::bytes;
            }
            case BINARY, VARBINARY -> {
                require(field, stored, category == Category.BINARY);
                return OrcColumns::bytes;
            }
            case DECIMAL -> {
                require(field, stored, category == Category.DECIMAL && stored.getScale() == type.scale());
                return decimal(type);
            }
            case TIMESTAMP -> {
                require(field, stored, category == Category.TIMESTAMP);
                return OrcColumns::unzoned;
            }
            case TIMESTAMP_LTZ -> {
                require(field, stored, category == Category.TIMESTAMP || category == Category.TIMESTAMP_INSTANT);
                return category == Category.TIMESTAMP_INSTANT ? OrcColumns::unzoned : OrcColumns::zoned;
            }
            case ARRAY -> {
                require(field, stored, category == Category.LIST);
                return OrcNested.list(field, stored);
            }
            case MAP, MULTISET -> {
                require(field, stored, category == Category.MAP);
                return OrcNested.map(field, stored);
            }
            case ROW -> {
                require(field, stored, category == Category.STRUCT);
                return OrcNested.struct(field, stored);
            }
        }
        throw new IllegalStateException("no such type: " + type);
    }

    private static Category integer(DataType type) {
        return switch (type.kind()) {
            case TINYINT -> Category.BYTE;
            case SMALLINT -> Category.SHORT;
            case DATE -> Category.DATE;
            default -> Category.INT;
        };
    }

    private static void bytes(ColumnVector source, int row, ColumnBuilder target) {
        BytesColumnVector vector = (BytesColumnVector) source;
        ((BytesBuilder) target).append(vector.vector[row], vector.start[row], vector.length[row]);
    }

    private static Value decimal(DataType type) {
        return (source, row, target) -> {
            BigInteger unscaled = ((DecimalColumnVector) source)
                    .vector[row]
                    .getHiveDecimal()
                    .bigDecimalValue()
                    .setScale(type.scale())
                    .unscaledValue();
            if (type.layout() == DataType.Layout.INT128) {
                ((Int128sBuilder) target).append(Int128.high(unscaled), Int128.low(unscaled));
            } else {
                ((LongsBuilder) target).append(unscaled.longValueExact());
            }
        };
    }

    /** The wall clock, or the instant, in microseconds. ORC keeps the second's fraction twice. */
    private static long micros(TimestampColumnVector vector, int row) {
        return Math.floorDiv(vector.time[row], 1000L) * 1_000_000 + vector.nanos[row] / 1000;
    }

    private static void unzoned(ColumnVector source, int row, ColumnBuilder target) {
        TimestampColumnVector vector = (TimestampColumnVector) source;
        append(target, micros(vector, row), vector.nanos[row] % 1000);
    }

    private static void append(ColumnBuilder target, long micros, int nanosMore) {
        if (target instanceof NanosBuilder fine) {
            fine.append(micros, nanosMore);
        } else {
            ((LongsBuilder) target).append(micros);
        }
    }

    /** Paimon keeps an instant as the wall clock of the JVM's time zone, and looks at it with that zone again. */
    private static void zoned(ColumnVector source, int row, ColumnBuilder target) {
        long micros = micros((TimestampColumnVector) source, row);
        LocalDateTime wall = LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1000, ZoneOffset.UTC);
        Instant instant = wall.atZone(ZoneId.systemDefault()).toInstant();
        append(
                target,
                instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000,
                ((TimestampColumnVector) source).nanos[row] % 1000);
    }

    private static void require(Field field, TypeDescription stored, boolean fits) {
        if (!fits) {
            throw new MalformedFileException(
                    "column '" + field.name() + "' should be " + field.type() + ", but is stored as " + stored);
        }
    }
}
