package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.RowKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullCompactionTableTest {
    @TempDir
    Path warehouse;

    private TestTable table(Map<String, String> options) {
        Catalog catalog = Catalog.open(Environment.local(), warehouse.toString());
        return TestTable.create(catalog, options);
    }

    private static void fiveCommits(TestTable table) {
        table.upsert(row(1, 1));
        table.upsert(row(1, 2));
        table.upsert(row(2, 9));
        table.delete(row(2, null));
        table.upsert(row(1, 3));
    }

    @Test
    void tellsTheNetChangeWhenItCompacts() {
        TestTable table = table(Map.of(
                "changelog-producer", "full-compaction",
                "full-compaction.delta-commits", "100",
                "num-sorted-run.compaction-trigger", "9"));
        fiveCommits(table);
        assertThat(table.rows()).containsExactly(row(1, 3));
        assertThat(table.changes(0)).isEmpty();
        assertThat(table.table.compact()).hasValue(6);
        assertThat(table.changes(0)).containsExactly("6 +I [1, 3]");
    }

    @Test
    void withEveryCommitCompactedTellsEachStep() {
        TestTable table = table(Map.of("changelog-producer", "full-compaction"));
        fiveCommits(table);
        assertThat(table.changes(0))
                .containsExactly(
                        "1 +I [1, 1]",
                        "2 -U [1, 1]",
                        "2 +U [1, 2]",
                        "3 +I [2, 9]",
                        "4 -D [2, 9]",
                        "5 -U [1, 2]",
                        "5 +U [1, 3]");
        assertThat(table.table.latestSnapshotId()).hasValue(5);
    }

    /** More rows than a page holds: merges borrow their batches. */
    @Test
    void manyRowsAreMergedAndTold() {
        TestTable table = table(Map.of("changelog-producer", "full-compaction", "bucket", "1"));
        List<List<@Nullable Object>> first = new ArrayList<>();
        for (int id = 0; id < 20_000; id++) {
            first.add(row(id, 0));
        }
        table.commit(RowKind.INSERT, first);
        Map<Object, List<@Nullable Object>> model = new TreeMap<>();
        first.forEach(row -> model.put(row.get(0), row));
        List<List<@Nullable Object>> changed = new ArrayList<>();
        List<String> told = new ArrayList<>();
        for (int id = 3; id < 25_000; id += id % 5 == 0 ? 1 : 977) {
            changed.add(row(id, 1));
            List<@Nullable Object> before = model.put(id, row(id, 1));
            if (before != null) {
                told.add("2 -U " + before);
            }
            told.add("2 " + (before == null ? "+I " : "+U ") + row(id, 1));
        }
        table.commit(RowKind.INSERT, changed);
        assertThat(table.rows()).containsExactlyElementsOf(model.values());
        assertThat(table.changes(2)).containsExactlyElementsOf(told);
    }

    @Test
    void everyThirdCommitTellsAll() {
        TestTable table = table(Map.of("changelog-producer", "full-compaction", "full-compaction.delta-commits", "3"));
        fiveCommits(table);
        table.upsert(row(3, 3));
        assertThat(table.changes(0))
                .containsExactly(
                        "3 +I [1, 2]", "3 +I [2, 9]", "6 -U [1, 2]", "6 +U [1, 3]", "6 -D [2, 9]", "6 +I [3, 3]");
    }

    @Test
    void theInputProducerRepeatsWhatTheWriterSaid() {
        TestTable table = table(Map.of("changelog-producer", "input"));
        table.upsert(row(1, 1));
        table.commit(RowKind.UPDATE_BEFORE, List.of(row(1, 1)));
        table.commit(RowKind.UPDATE_AFTER, List.of(row(1, 2), row(1, 3)));
        table.delete(row(7, null));
        assertThat(table.rows()).containsExactly(row(1, 3));
        assertThat(table.changes(0))
                .containsExactly("1 +I [1, 1]", "2 -U [1, 1]", "3 +U [1, 2]", "3 +U [1, 3]", "4 -D [7, null]");
    }
}
