package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.type.DataType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.lakelog.LakelogTable.RowToWrite;
import io.lakelog.tck.model.Scenarios;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.text.RowText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writers that know nothing of each other upsert and delete the same few keys: every commit is a snapshot, none loses
 * its rows, and the changes form one unbroken chain for each key.
 */
class ConcurrentWritersTest {
    private static final TableName NAME = new TableName("default", "t");
    private static final int WRITERS = 3;
    private static final int COMMITS = 8;

    @TempDir
    Path warehouse;

    private record Committed(long snapshotId, List<RowToWrite> rows) {}

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none"})
    void changesStayOneChain(String producer) throws Exception {
        open().createTable(
                        NAME,
                        Scenarios.definition(
                                List.of(DataType.INT),
                                List.of(DataType.STRING),
                                List.of(),
                                Map.of("bucket", "2", "changelog-producer", producer)));
        List<Committed> commits = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Callable<List<Committed>>> tasks = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                tasks.add(() -> write(number));
            }
            for (Future<List<Committed>> done : threads.invokeAll(tasks)) {
                commits.addAll(done.get());
            }
        } finally {
            threads.shutdown();
        }
        LakelogTable table = new LakelogTable(open().table(NAME));
        Set<Long> ids = new HashSet<>();
        for (Committed commit : commits) {
            assertThat(ids.add(commit.snapshotId())).isTrue();
            assertHoldsRowsOf(commit, table.rowsAt(commit.snapshotId()));
        }
        assertThat(table.table().snapshots().stream()
                        .filter(info -> !info.commitKind().equals("COMPACT")))
                .hasSize(WRITERS * COMMITS);
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            Verdict verdict = new Verdict(
                    table,
                    oracle.table("default", "t"),
                    warehouse.resolve("default.db").resolve("t"));
            if (producer.equals("lookup")) {
                verdict.assertAllWithChangelog();
            } else {
                verdict.assertAllWithoutChangelog();
            }
        }
    }

    private List<Committed> write(int writer) {
        LakelogTable table = new LakelogTable(open().table(NAME));
        Random random = new Random(writer);
        List<Committed> commits = new ArrayList<>();
        for (int commit = 0; commit < COMMITS; commit++) {
            List<RowToWrite> rows = new ArrayList<>();
            Set<Integer> keys = new HashSet<>();
            for (int i = 0; i < 6; i++) {
                int key = random.nextInt(10);
                if (keys.add(key)) {
                    RowKind kind = random.nextInt(4) == 0 ? RowKind.DELETE : RowKind.INSERT;
                    rows.add(new RowToWrite(kind, Arrays.asList(writer + "-" + commit + "-" + i, key)));
                }
            }
            commits.add(new Committed(table.commit(rows).orElseThrow(), rows));
        }
        return commits;
    }

    private static void assertHoldsRowsOf(Committed commit, List<String> state) {
        for (RowToWrite row : commit.rows()) {
            if (row.kind() == RowKind.INSERT) {
                assertThat(state).contains(RowText.of(row.values()));
            } else {
                assertThat(state)
                        .noneMatch(text -> text.endsWith("," + row.values().get(1) + "]"));
            }
        }
    }

    private Catalog open() {
        return Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
    }
}
