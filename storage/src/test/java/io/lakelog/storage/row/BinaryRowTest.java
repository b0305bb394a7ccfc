package io.lakelog.storage.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The worked bytes of the format's page "BinaryRow". */
class BinaryRowTest {
    private static String hex(List<DataType> types, @Nullable Object... values) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            ColumnBuilder builder = ColumnBuilder.of(types.get(i));
            Values.append(builder, types.get(i), values[i]);
            columns.add(builder.build());
        }
        BinaryRow row = BinaryRow.of(columns, types, 0);
        Batch back = row.toBatch(types, "test");
        for (int i = 0; i < values.length; i++) {
            assertThat(Values.get(back.column(i), types.get(i), 0)).isEqualTo(values[i]);
        }
        return HexFormat.of().formatHex(row.serialized());
    }

    private static String bytes(String spaced) {
        return spaced.replace(" ", "");
    }

    @Test
    void writesTheReferenceBytes() {
        assertThat(hex(List.of(DataType.INT), 1)).isEqualTo(bytes("00000001 0000000000000000 0100000000000000"));
        assertThat(hex(List.of(DataType.BIGINT), 1L)).isEqualTo(bytes("00000001 0000000000000000 0100000000000000"));
        assertThat(hex(List.of(DataType.STRING), "a")).isEqualTo(bytes("00000001 0000000000000000 6100000000000081"));
        assertThat(hex(List.of(DataType.STRING), "12345678"))
                .isEqualTo(bytes("00000001 0000000000000000 0800000010000000 3132333435363738"));
        assertThat(hex(List.of(DataType.STRING), (Object) null))
                .isEqualTo(bytes("00000001 0001000000000000 0000000000000000"));
        assertThat(hex(List.of(DataType.STRING, DataType.INT), "gamma-long-name", 3))
                .isEqualTo(bytes("00000002 0000000000000000 0f00000018000000 0300000000000000"
                        + " 67616d6d612d6c6f6e672d6e616d6500"));
        assertThat(hex(List.of(DataType.decimal(10, 2)), new BigDecimal("-1.25")))
                .isEqualTo(bytes("00000001 0000000000000000 83ffffffffffffff"));
        assertThat(hex(List.of(DataType.decimal(20, 4)), new BigDecimal("-1.2500")))
                .isEqualTo(bytes("00000001 0000000000000000 0200000010000000 cf2c000000000000 0000000000000000"));
        assertThat(hex(List.of(DataType.decimal(20, 4)), (Object) null))
                .isEqualTo(bytes("00000001 0001000000000000 0000000010000000 0000000000000000 0000000000000000"));
        assertThat(hex(List.of(DataType.timestamp(6)), LocalDateTime.parse("2024-01-01T00:00:00.123456")))
                .isEqualTo(bytes("00000001 0000000000000000 40f5060010000000 7bf451c28c010000"));
        assertThat(hex(List.of(DataType.timestamp(6)), (Object) null))
                .isEqualTo(bytes("00000001 0001000000000000 0000000010000000 0000000000000000"));
        assertThat(BinaryRow.EMPTY.serialized()).hasSize(12).containsOnly(0);
    }

    @Test
    void keepsValuesAtTheEdges() {
        hex(List.of(DataType.decimal(38, 0)), new BigDecimal("-" + "9".repeat(38)));
        hex(List.of(DataType.timestamp(6)), LocalDateTime.parse("0001-01-01T00:00:00.000001"));
        hex(List.of(DataType.timestamp(3)), LocalDateTime.parse("1969-12-31T23:59:59.999"));
        hex(List.of(DataType.BYTES), new byte[] {1, 2, 3, 4, 5, 6, 7});
        hex(List.of(DataType.STRING), "x".repeat(1000));
        List<DataType> many = new ArrayList<>();
        @Nullable Object[] values = new Object[60];
        for (int i = 0; i < values.length; i++) {
            many.add(DataType.INT);
            values[i] = i % 7 == 0 ? null : i;
        }
        hex(many, values);
    }

    @Test
    void refusesBytesThatAreNoSuchRow() {
        byte[] row = BinaryRow.of(List.of(new Column.Longs(1, null, new long[] {7})), List.of(DataType.BIGINT), 0)
                .serialized();
        assertThatThrownBy(() -> BinaryRow.wrap(Arrays.copyOf(row, 4), "file-x"))
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining("file-x");
        assertThatThrownBy(
                        () -> BinaryRow.wrap(Arrays.copyOf(row, 16), "file-x").toBatch(List.of(DataType.BIGINT), "f"))
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining("ends too early");
        assertThatThrownBy(() -> BinaryRow.EMPTY.toBatch(List.of(DataType.BIGINT), "file-y"))
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining("file-y");
    }
}
