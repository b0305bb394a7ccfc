package io.lakelog.storage.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.type.DataType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyHashTest {
    @Test
    void numbersOf64BitsShareNoHash() {
        long[] values = new long[100_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 0x100000001L;
        }
        KeyHash hash = new KeyHash(List.of(DataType.BIGINT.notNull()));
        List<Column> key = List.of(new Column.Longs(values.length, null, values));
        Set<Long> seen = new HashSet<>();
        for (int row = 0; row < values.length; row++) {
            seen.add(hash.of(key, row));
        }
        assertThat(seen).hasSize(values.length);
    }

    @Test
    void keysThatCompareEqualHashEqual() {
        double otherNan = Double.longBitsToDouble(0x7ff8000000000001L);
        List<Column> key = List.of(new Column.Doubles(4, null, new double[] {Double.NaN, otherNan, 0.0, -0.0}));
        KeyHash hash = new KeyHash(List.of(DataType.DOUBLE.notNull()));
        assertThat(hash.of(key, 0)).isEqualTo(hash.of(key, 1));
        assertThat(hash.of(key, 2)).isNotEqualTo(hash.of(key, 3));
    }

    @Test
    void whereColumnsEndCounts() {
        KeyHash hash = new KeyHash(List.of(DataType.STRING.notNull(), DataType.STRING.notNull()));
        assertThat(hash.of(List.of(text("ab"), text("c")), 0)).isNotEqualTo(hash.of(List.of(text("a"), text("bc")), 0));
    }

    private static Column text(String text) {
        ColumnBuilder builder = ColumnBuilder.of(DataType.STRING);
        Values.append(builder, DataType.STRING, text);
        return builder.build();
    }
}
