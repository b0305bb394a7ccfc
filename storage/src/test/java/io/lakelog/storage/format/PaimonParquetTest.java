package io.lakelog.storage.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.LocalFileSystem;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Files that Paimon 1.3.1 wrote. */
class PaimonParquetTest {
    @Test
    void everyFlatType() {
        RowType type = RowType.of(
                List.of(
                        "_KEY_id",
                        "_SEQUENCE_NUMBER",
                        "_VALUE_KIND",
                        "c_bool",
                        "c_tiny",
                        "c_small",
                        "c_int",
                        "c_big",
                        "c_float",
                        "c_double",
                        "c_char",
                        "c_varchar",
                        "c_string",
                        "c_bin",
                        "c_varbin",
                        "c_bytes",
                        "c_dec5",
                        "c_dec18",
                        "c_dec38",
                        "c_date",
                        "c_time",
                        "c_ts0",
                        "c_ts3",
                        "c_ts6",
                        "c_ltz3",
                        "c_ltz6",
                        "not_there"),
                List.of(
                        DataType.INT.notNull(),
                        DataType.BIGINT.notNull(),
                        DataType.TINYINT.notNull(),
                        DataType.BOOLEAN,
                        DataType.TINYINT,
                        DataType.SMALLINT,
                        DataType.INT,
                        DataType.BIGINT,
                        DataType.FLOAT,
                        DataType.DOUBLE,
                        DataType.character(5),
                        DataType.varchar(20),
                        DataType.STRING,
                        DataType.binary(4),
                        DataType.varbinary(10),
                        DataType.BYTES,
                        DataType.decimal(5, 2),
                        DataType.decimal(18, 6),
                        DataType.decimal(38, 10),
                        DataType.DATE,
                        DataType.time(3),
                        DataType.timestamp(0),
                        DataType.timestamp(3),
                        DataType.timestamp(6),
                        DataType.timestampLtz(3),
                        DataType.timestampLtz(6),
                        DataType.STRING));
        try (ParquetRowReader reader =
                ParquetRowReader.open(new LocalFileSystem(), path("pk-types.parquet"), -1, type, null, false)) {
            Batch batch = Objects.requireNonNull(reader.next());
            assertThat(text(batch, type))
                    .containsExactly(
                            "1 0 0 true 1 2 3 4 1.5 2.5 abcde varchar string value longer than seven bytes"
                                    + " [1, 2, 3, 4] [10, 11] [-34, -83, -66, -17, 0] 123.45 123456789012.345678"
                                    + " 1234567890123456789012345678.0123456789 2024-02-29 12:34:56.789"
                                    + " 2024-01-01T00:00 2024-01-01T00:00:00.123 2024-01-01T00:00:00.123456"
                                    + " 2024-01-01T00:00:00.123Z 2024-01-01T00:00:00.123456Z null",
                            "2 1 0" + " null".repeat(24),
                            "3 2 0 false -128 -32768 -2147483648 -9223372036854775808 -3.4E38 -Infinity   "
                                    + " [0, 0, 0, 0] [] [] -999.99 -999999999999.999999"
                                    + " -9999999999999999999999999999.9999999999 0001-01-01 00:00"
                                    + " 1969-12-31T23:59:59 1969-12-31T23:59:59.999 1969-12-31T23:59:59.999999"
                                    + " 1969-12-31T23:59:59.999Z 1969-12-31T23:59:59.999999Z null",
                            "4 3 0 true 127 32767 2147483647 9223372036854775807 NaN NaN zzzzz"
                                    + " \u017elu\u0165ou\u010dk\u00fd \u65e5\u672c\u8a9e\u30c6\u30ad\u30b9\u30c8 [-1, -1, -1, -1]"
                                    + " [-1, -1, -1, -1, -1, -1, -1, -1, -1, -1] [-1] 999.99 999999999999.999999"
                                    + " 9999999999999999999999999999.9999999999 9999-12-31 23:59:59.999"
                                    + " 2038-01-19T03:14:08 2262-04-11T23:47:16.854 2262-04-11T23:47:16.854775"
                                    + " 2262-04-11T23:47:16.854Z 2262-04-11T23:47:16.854775Z null");
            assertThat(reader.next()).isNull();
        }
    }

    private static List<String> text(Batch batch, RowType type) {
        return RandomRows.values(batch, type).stream()
                .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .toList();
    }

    static String path(String name) {
        try {
            return Path.of(Objects.requireNonNull(PaimonParquetTest.class.getResource("/paimon/" + name))
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
