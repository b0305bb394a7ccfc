package io.lakelog.tck.check;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.paimon.types.DataType;
import org.apache.paimon.types.DataTypeRoot;
import org.apache.paimon.types.DecimalType;
import org.apache.paimon.types.LocalZonedTimestampType;
import org.apache.paimon.types.RowType;
import org.apache.paimon.types.TimestampType;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a Parquet data or changelog file, in file order.
 *
 * @param fileType the file's own schema
 * @param footerRows what the footer says
 */
record RawRows(MessageType fileType, long footerRows, List<RawRow> rows) {
    private static final int JULIAN_EPOCH_DAY = 2_440_588;
    private static final int MICRO_DIGITS = 6;

    /**
     * A stored row. Values of nested types are not looked into: they are null.
     *
     * @param key what the {@code _KEY_} columns hold
     */
    record RawRow(List<@Nullable Object> key, long sequence, int kind, List<@Nullable Object> values) {}

    static RawRows read(Path file, RawSchema schema) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            MessageType type = reader.getFooter().getFileMetaData().getSchema();
            List<RawRow> rows = new ArrayList<>();
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> records =
                        new ColumnIOFactory().getColumnIO(type).getRecordReader(pages, new GroupRecordConverter(type));
                for (long i = 0; i < pages.getRowCount(); i++) {
                    rows.add(row(records.read(), schema));
                }
            }
            return new RawRows(type, reader.getRecordCount(), rows);
        }
    }

    private static RawRow row(Group group, RawSchema schema) {
        boolean keyed = !schema.primaryKeys().isEmpty();
        return new RawRow(
                values(group, schema.keyType(), "_KEY_"),
                keyed ? group.getLong("_SEQUENCE_NUMBER", 0) : 0,
                keyed ? group.getInteger("_VALUE_KIND", 0) : 0,
                values(group, schema.rowType(), ""));
    }

    private static List<@Nullable Object> values(Group group, RowType type, String prefix) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < type.getFieldCount(); i++) {
            int field =
                    group.getType().getFieldIndex(prefix + type.getFieldNames().get(i));
            boolean present = group.getFieldRepetitionCount(field) > 0;
            values.add(present ? value(group, field, type.getTypeAt(i)) : null);
        }
        return values;
    }

    static boolean isNested(DataType type) {
        return switch (type.getTypeRoot()) {
            case ARRAY, MAP, MULTISET, ROW -> true;
            default -> false;
        };
    }

    private static @Nullable Object value(Group group, int field, DataType type) {
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> group.getBoolean(field, 0);
            case TINYINT -> (byte) group.getInteger(field, 0);
            case SMALLINT -> (short) group.getInteger(field, 0);
            case INTEGER -> group.getInteger(field, 0);
            case BIGINT -> group.getLong(field, 0);
            case FLOAT -> group.getFloat(field, 0);
            case DOUBLE -> group.getDouble(field, 0);
            case CHAR, VARCHAR -> group.getString(field, 0);
            case BINARY, VARBINARY -> group.getBinary(field, 0).getBytes();
            case DECIMAL -> decimal(group, field, (DecimalType) type);
            case DATE -> LocalDate.ofEpochDay(group.getInteger(field, 0));
            case TIME_WITHOUT_TIME_ZONE -> LocalTime.ofNanoOfDay(group.getInteger(field, 0) * 1_000_000L);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> timestamp(group, field, ((TimestampType) type).getPrecision());
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                timestamp(group, field, ((LocalZonedTimestampType) type).getPrecision())
                        .toInstant(ZoneOffset.UTC);
            default -> {
                if (isNested(type)) {
                    yield null;
                }
                throw new IllegalArgumentException("no raw form for " + type);
            }
        };
    }

    private static BigDecimal decimal(Group group, int field, DecimalType type) {
        PrimitiveType physical = group.getType().getType(field).asPrimitiveType();
        BigInteger unscaled =
                switch (physical.getPrimitiveTypeName()) {
                    case INT32 -> BigInteger.valueOf(group.getInteger(field, 0));
                    case INT64 -> BigInteger.valueOf(group.getLong(field, 0));
                    default -> new BigInteger(group.getBinary(field, 0).getBytes());
                };
        return new BigDecimal(unscaled, type.getScale());
    }

    private static LocalDateTime timestamp(Group group, int field, int precision) {
        if (precision <= 3) {
            return time(Math.multiplyExact(group.getLong(field, 0), 1000L));
        }
        if (precision <= 6) {
            return time(group.getLong(field, 0));
        }
        var bytes = group.getInt96(field, 0).toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        long nanoOfDay = bytes.getLong();
        return LocalDate.ofEpochDay(bytes.getInt() - (long) JULIAN_EPOCH_DAY)
                .atStartOfDay()
                .plusNanos(nanoOfDay);
    }

    private static LocalDateTime time(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1000, ZoneOffset.UTC);
    }

    /** Whether values are stored as INT96, of which Paimon's statistics say nothing. */
    static boolean isInt96(DataType type) {
        return type instanceof TimestampType time && time.getPrecision() > MICRO_DIGITS
                || type instanceof LocalZonedTimestampType moment && moment.getPrecision() > MICRO_DIGITS;
    }

    /** Whether the type's statistics are bounds in the order of its values. */
    static boolean hasBounds(DataType type) {
        return !isNested(type)
                && !isInt96(type)
                && type.getTypeRoot() != DataTypeRoot.BINARY
                && type.getTypeRoot() != DataTypeRoot.VARBINARY;
    }
}
