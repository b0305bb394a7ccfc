package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several catalogs on one warehouse are as several processes: they share nothing but files. */
class ConcurrentWritersTest {
    private static final TableName NAME = new TableName("default", "t");

    @TempDir
    Path warehouse;

    private final List<Catalog> catalogs = new ArrayList<>();

    private Catalog catalog() {
        Catalog catalog = Catalog.open(Environment.local(), warehouse.toString());
        catalogs.add(catalog);
        return catalog;
    }

    @AfterEach
    void closeAll() {
        catalogs.forEach(Catalog::close);
    }

    private TestTable open() {
        return new TestTable(catalog().table(NAME));
    }

    private void create(String producer) {
        catalog()
                .createTable(
                        NAME,
                        new TableDefinition(
                                RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING)),
                                List.of("id"),
                                List.of(),
                                Map.of("changelog-producer", producer),
                                null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none"})
    void changesOfRacingWritersFormOneChainForEachKey(String producer) throws Exception {
        create(producer);
        int writers = 4;
        int commits = 15;
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            List<Future<List<Long>>> running = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                int writer = w;
                TestTable table = open();
                Callable<List<Long>> work = () -> {
                    List<Long> acknowledged = new ArrayList<>();
                    for (int i = 0; i < commits; i++) {
                        acknowledged.add(
                                table.upsert(row(0, "w" + writer + "-" + i), row(1 + writer * commits + i, "own")));
                    }
                    return acknowledged;
                };
                running.add(threads.submit(work));
            }
            List<Long> all = new ArrayList<>();
            for (Future<List<Long>> writer : running) {
                all.addAll(writer.get());
            }
            assertThat(all).doesNotHaveDuplicates().hasSize(writers * commits);
        } finally {
            threads.shutdownNow();
        }
        TestTable table = open();
        assertThat(table.rows()).hasSize(1 + writers * commits);
        List<String> shared = table.changes(1).stream()
                .filter(change -> change.contains("[0, "))
                .toList();
        assertThat(shared).hasSize(2 * writers * commits - 1);
        for (int i = 1; i + 1 < shared.size(); i += 2) {
            String previous = shared.get(i - 1).substring(shared.get(i - 1).indexOf('['));
            assertThat(shared.get(i)).contains("-U " + previous);
        }
        List<Long> ids =
                table.table.snapshots().stream().map(SnapshotInfo::snapshotId).toList();
        assertThat(ids).isEqualTo(LongStream.rangeClosed(1, ids.size()).boxed().toList());
    }

    @Test
    void aWriteThatDependsOnWhatItReadLosesClearly() {
        create("lookup");
        TestTable mine = open();
        mine.upsert(row(1, "a"));
        try (TableWrite write = mine.table.newWrite(OptionalLong.of(1))) {
            write.write(mine.batch(List.of(row(1, "computed from a"))), RowKind.INSERT);
            open().upsert(row(1, "b"));
            assertThatThrownBy(write::commit)
                    .isInstanceOfSatisfying(
                            LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
        }
        assertThat(mine.rows()).containsExactly(row(1, "b"));
        assertThat(mine.table.latestSnapshotId()).hasValue(2);
    }

    @Test
    void aWriteIntoADroppedTableDoesNotBringItBack() {
        create("lookup");
        TestTable mine = open();
        catalog().dropTable(NAME);
        assertThatThrownBy(() -> mine.upsert(row(1, "a"))).hasMessageContaining("dropped");
        assertThat(catalog().tables("default")).isEmpty();
        create("lookup");
        assertThatThrownBy(() -> mine.upsert(row(1, "a"))).hasMessageContaining("recreated");
    }
}
