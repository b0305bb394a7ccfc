package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers of a write-only table leave compactions, and the changes that those tell, to whoever asks for them. */
class WriteOnlyTableTest {
    @TempDir
    Path warehouse;

    private TestTable table(Map<String, String> options) {
        Catalog catalog = Catalog.open(Environment.local(), warehouse.toString());
        Map<String, String> all = new HashMap<>(options);
        all.put("write-only", "true");
        all.put("num-sorted-run.compaction-trigger", "2");
        return TestTable.create(catalog, all);
    }

    private static void write(TestTable table) {
        table.upsert(row(1, 1), row(2, 2));
        table.upsert(row(1, 10));
        table.upsert(row(3, 3), row(3, 30));
        table.delete(row(2, 2));
        table.upsert(row(4, 4));
        assertThat(table.table.latestSnapshotId()).hasValue(5);
        assertThat(table.rows()).containsExactlyInAnyOrder(row(1, 10), row(3, 30), row(4, 4));
    }

    @Test
    void changesOfLookupAreToldOnceByTheCompaction() {
        TestTable table = table(Map.of("changelog-producer", "lookup"));
        write(table);
        assertThat(table.changes(0)).isEmpty();
        assertThat(table.table.compact()).hasValue(6);
        List<String> told = List.of("6 +I [1, 10]", "6 +I [3, 30]", "6 +I [4, 4]");
        assertThat(table.changes(0)).isEqualTo(told);
        table.upsert(row(1, 11));
        table.delete(row(3, 30));
        assertThat(table.changes(0)).isEqualTo(told);
        assertThat(table.table.compact()).hasValue(9);
        assertThat(table.changes(7)).containsExactly("9 -U [1, 10]", "9 +U [1, 11]", "9 -D [3, 30]");
        assertThat(table.rows()).containsExactlyInAnyOrder(row(1, 11), row(4, 4));
    }

    @Test
    void changesOfFullCompactionsToo() {
        TestTable table = table(Map.of("changelog-producer", "full-compaction"));
        write(table);
        assertThat(table.changes(0)).isEmpty();
        assertThat(table.table.compact()).hasValue(6);
        assertThat(table.changes(0)).containsExactly("6 +I [1, 10]", "6 +I [3, 30]", "6 +I [4, 4]");
    }

    @Test
    void withoutProducerNothingWaits() {
        TestTable table = table(Map.of());
        write(table);
        List<String> told = table.changes(0);
        assertThat(told).hasSize(7);
        assertThat(table.table.compact()).hasValue(6);
        assertThat(table.changes(0)).isEqualTo(told);
    }

    @Test
    void rowsOfFirstRowWaitForTheirLookup() {
        TestTable table = table(Map.of("changelog-producer", "lookup", "merge-engine", "first-row"));
        table.upsert(row(1, 1), row(1, 2));
        table.upsert(row(1, 3), row(2, 2));
        assertThat(table.rows()).isEmpty();
        assertThat(table.table.compact()).isPresent();
        assertThat(table.rows()).containsExactlyInAnyOrder(row(1, 1), row(2, 2));
        assertThat(table.changes(0)).containsExactly("3 +I [1, 1]", "3 +I [2, 2]");
        table.upsert(row(1, 4), row(5, 5));
        assertThat(table.table.compact()).isPresent();
        assertThat(table.changes(4)).containsExactly("5 +I [5, 5]");
        assertThat(table.rows()).containsExactlyInAnyOrder(row(1, 1), row(2, 2), row(5, 5));
    }

    @Test
    void aSumThatOverflowsFailsTheStatement() {
        TestTable table = table(Map.of(
                "changelog-producer", "lookup", "merge-engine", "aggregation", "fields.v.aggregate-function", "sum"));
        table.upsert(row(1, Integer.MAX_VALUE));
        assertThat(table.table.compact()).isPresent();
        table.upsert(row(1, -5));
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> table.upsert(row(1, 6)))
                .hasMessageContaining("out of range")
                .hasMessageContaining("id = 1");
        table.upsert(row(1, 5));
        assertThat(table.rows()).containsExactly(row(1, Integer.MAX_VALUE));
    }
}
