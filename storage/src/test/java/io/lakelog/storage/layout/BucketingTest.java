package io.lakelog.storage.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference hashes of the format's page "Buckets". */
class BucketingTest {
    private static void check(List<DataType> types, List<Object> values, int hash, int of4, int of16) {
        List<Column> key = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            ColumnBuilder builder = ColumnBuilder.of(types.get(i));
            Values.append(builder, types.get(i), values.get(i));
            key.add(builder.build());
        }
        assertThat(new Bucketing(types, 4).hash(key, 0)).as("%s", values).isEqualTo(hash);
        assertThat(new Bucketing(types, 4).bucket(key, 0)).isEqualTo(of4);
        assertThat(new Bucketing(types, 16).bucket(key, 0)).isEqualTo(of16);
    }

    private static void check(DataType type, Object value, int hash, int of4, int of16) {
        check(List.of(type), List.of(value), hash, of4, of16);
    }

    @Test
    void hashesAsPaimonDoes() {
        check(DataType.BIGINT, 1L, 1465514398, 2, 14);
        check(DataType.INT, 1, 1465514398, 2, 14);
        check(DataType.BIGINT, 2L, 1340390384, 0, 0);
        check(DataType.BIGINT, 3L, -771300025, 1, 9);
        check(DataType.BIGINT, 17L, 1985866184, 0, 8);
        check(DataType.BIGINT, 1001L, 1254117331, 3, 3);
        check(DataType.BIGINT, Long.MAX_VALUE, -1566569095, 3, 7);
        check(DataType.STRING, "a", 943281246, 2, 14);
        check(DataType.STRING, "", 302122119, 3, 7);
        check(DataType.STRING, "12345678", -391021801, 1, 9);
        check(DataType.STRING, "žluť", 1407912674, 2, 2);
        check(List.of(DataType.STRING, DataType.INT), List.of("alpha", 1), -1217920138, 2, 10);
        check(DataType.decimal(10, 2), new BigDecimal("123.45"), 767607022, 2, 14);
        check(DataType.decimal(20, 4), new BigDecimal("123.4500"), 1824367566, 2, 14);
        check(DataType.timestamp(3), LocalDateTime.parse("2024-01-01T00:00:00.123"), 985649424, 0, 0);
        check(DataType.timestamp(6), LocalDateTime.parse("2024-01-01T00:00:00.123456"), 941252157, 1, 13);
        check(DataType.DATE, LocalDate.parse("2024-01-01"), -1439008885, 1, 5);
        check(DataType.DOUBLE, 1.5, 1860889473, 1, 1);
        check(DataType.BYTES, new byte[] {1, 2}, -308248439, 3, 7);
    }
}
