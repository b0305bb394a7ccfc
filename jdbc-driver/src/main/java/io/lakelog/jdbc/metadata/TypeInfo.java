package io.lakelog.jdbc.metadata;

import io.lakelog.jdbc.convert.JdbcType;
import io.lakelog.storage.type.DataType;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The types that a column can have. */
final class TypeInfo {
    private static final int MAX_DECIMAL_DIGITS = 38;
    private static final int MAX_FRACTION_DIGITS = 9;

    private static final List<Entry> ENTRIES = List.of(
            new Entry(DataType.BOOLEAN, null, null, null, 0),
            new Entry(DataType.TINYINT, null, null, null, 0),
            new Entry(DataType.SMALLINT, null, null, null, 0),
            new Entry(DataType.INT, null, null, null, 0),
            new Entry(DataType.BIGINT, null, null, null, 0),
            new Entry(DataType.FLOAT, null, null, null, 0),
            new Entry(DataType.DOUBLE, null, null, null, 0),
            new Entry(DataType.decimal(MAX_DECIMAL_DIGITS, 0), null, null, "precision,scale", MAX_DECIMAL_DIGITS),
            new Entry(DataType.STRING, "'", "'", null, 0),
            new Entry(DataType.varchar(Integer.MAX_VALUE - 1), "'", "'", "length", 0),
            new Entry(DataType.character(Integer.MAX_VALUE), "'", "'", "length", 0),
            new Entry(DataType.BYTES, "X'", "'", null, 0),
            new Entry(DataType.varbinary(Integer.MAX_VALUE - 1), "X'", "'", "length", 0),
            new Entry(DataType.binary(Integer.MAX_VALUE), "X'", "'", "length", 0),
            new Entry(DataType.DATE, "DATE '", "'", null, 0),
            new Entry(DataType.time(3), "TIME '", "'", "fraction", 3),
            new Entry(DataType.timestamp(MAX_FRACTION_DIGITS), "TIMESTAMP '", "'", "fraction", MAX_FRACTION_DIGITS),
            new Entry(
                    DataType.timestampLtz(MAX_FRACTION_DIGITS),
                    "TIMESTAMP WITH LOCAL TIME ZONE '",
                    "'",
                    "fraction",
                    MAX_FRACTION_DIGITS));

    private TypeInfo() {}

    /** Adds a row for each type, ordered by type code and closeness to it. */
    static void addAll(RowsBuilder rows) {
        ENTRIES.stream()
                .sorted(Comparator.comparingInt(
                        entry -> JdbcType.of(entry.type()).id()))
                .forEach(entry -> add(rows, entry));
    }

    private static void add(RowsBuilder rows, Entry entry) {
        JdbcType jdbc = JdbcType.of(entry.type());
        rows.add(
                jdbc.name(),
                jdbc.id(),
                jdbc.precision(),
                entry.prefix(),
                entry.suffix(),
                entry.parameters(),
                DatabaseMetaData.typeNullable,
                jdbc.isText(),
                jdbc.isText() ? DatabaseMetaData.typeSearchable : DatabaseMetaData.typePredBasic,
                !jdbc.signed(),
                jdbc.id() == Types.DECIMAL,
                false,
                jdbc.name(),
                0,
                entry.maximumScale(),
                null,
                null,
                jdbc.isNumber() ? 10 : null);
    }

    private record Entry(
            DataType type,
            @Nullable String prefix,
            @Nullable String suffix,
            @Nullable String parameters,
            int maximumScale) {}
}
