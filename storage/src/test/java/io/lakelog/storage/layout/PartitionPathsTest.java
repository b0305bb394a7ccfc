package io.lakelog.storage.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionPathsTest {
    private static String path(boolean legacy, DataType type, @Nullable Object value) {
        ColumnBuilder builder = ColumnBuilder.of(type);
        Values.append(builder, type, value);
        Column column = builder.build();
        return new PartitionPaths(RowType.of(List.of("p"), List.of(type)), legacy, "__DEFAULT_PARTITION__")
                .path(BinaryRow.of(List.of(column), List.of(type), 0));
    }

    @Test
    void namesDirectoriesAsPaimonDoes() {
        assertThat(path(true, DataType.STRING, "a=b/c:d %")).isEqualTo("p=a%3Db%2Fc%3Ad %25/");
        assertThat(path(true, DataType.STRING, null)).isEqualTo("p=__DEFAULT_PARTITION__/");
        assertThat(path(true, DataType.STRING, "")).isEqualTo("p=__DEFAULT_PARTITION__/");
        assertThat(path(true, DataType.STRING, "  ")).isEqualTo("p=__DEFAULT_PARTITION__/");
        assertThat(path(true, DataType.STRING, "..")).isEqualTo("p=../");
        assertThat(path(true, DataType.DATE, LocalDate.parse("2024-01-01"))).isEqualTo("p=19723/");
        assertThat(path(false, DataType.DATE, LocalDate.parse("2024-01-01"))).isEqualTo("p=2024-01-01/");
        LocalDateTime midnight = LocalDateTime.parse("2024-01-01T00:00");
        assertThat(path(true, DataType.timestamp(3), midnight)).isEqualTo("p=2024-01-01T00%3A00/");
        assertThat(path(false, DataType.timestamp(3), midnight)).isEqualTo("p=2024-01-01 00%3A00%3A00.000/");
        assertThat(path(true, DataType.DOUBLE, 1e10)).isEqualTo("p=1.0E10/");
        assertThat(path(true, DataType.INT, -5)).isEqualTo("p=-5/");
    }
}
