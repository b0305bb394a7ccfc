package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonValues;
import io.lakelog.tck.paimon.PaimonWriter;
import io.lakelog.tck.text.Change;
import io.lakelog.tck.text.TableScript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.paimon.schema.SchemaChange;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.apache.paimon.table.sink.BatchTableWrite;
import org.apache.paimon.table.sink.BatchWriteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table gets another number of buckets, as Paimon does it: partition by partition, by overwriting each with its rows. */
class RescaledBucketsTest {
    private static final int ROWS = 20;

    @TempDir
    Path warehouse;

    @Test
    void aKeyThatGoesToAnotherBucketIsOneChangeOrNone() throws Exception {
        try (SharedTable shared = new SharedTable(warehouse)) {
            create(shared);
            upsert(shared, "a");
            upsert(shared, "b");
            shared.oracle.alter("db", "t", SchemaChange.setOption("bucket", "5"));
            overwrite(shared, row("a", ROWS, "first"));
            overwrite(shared, row("a", ROWS - 1, "changed"));
            upsert(shared, "c");

            LakelogTable lakelog = shared.lakelog();
            shared.verdict().assertSameRows();
            assertThat(lakelog.rowsLostByFilter(3 * ROWS)).isEmpty();
            shared.verdict().assertReplayGivesRows();
            assertThat(changes(lakelog, 3)).containsExactly("+I [\"a\",20,\"first\"]");
            assertThat(changes(lakelog, 4))
                    .containsExactlyInAnyOrder(
                            "-U [\"a\",19,\"first\"]", "+U [\"a\",19,\"changed\"]", "-D [\"a\",20,\"first\"]");
        }
    }

    @Test
    void rowsThatOnlyGoToOtherBucketsHaveNotChanged() throws Exception {
        try (SharedTable shared = new SharedTable(warehouse)) {
            create(shared);
            upsert(shared, "a");
            shared.oracle.alter("db", "t", SchemaChange.setOption("bucket", "3"));
            overwrite(shared, row("a", 0, "first"));
            assertThat(changes(shared.lakelog(), 2)).isEmpty();
            shared.oracle.alter("db", "t", SchemaChange.setOption("bucket", "1"));
            overwrite(shared, row("a", 7, "changed"));
            assertThat(changes(shared.lakelog(), 3))
                    .containsExactly("-U [\"a\",7,\"first\"]", "+U [\"a\",7,\"changed\"]");
        }
    }

    private static void create(SharedTable shared) throws Exception {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("p", "STRING NOT NULL");
        columns.put("k", "INT NOT NULL");
        columns.put("v", "STRING");
        shared.oracle.create(
                "db", "t", new TableScript(columns, List.of("p", "k"), List.of("p"), Map.of("bucket", "2"), List.of()));
    }

    private static List<Object> row(String partition, int key, String text) {
        return List.of(partition, key, text);
    }

    private static void upsert(SharedTable shared, String partition) throws Exception {
        try (PaimonWriter writer = shared.paimon().writer("paimon", true)) {
            for (int key = 0; key < ROWS; key++) {
                writer.write("+I", row(partition, key, "first"));
            }
            writer.commit();
        }
    }

    /** Overwrites partition a with the rows it had at first, but for one. */
    private static void overwrite(SharedTable shared, List<Object> other) throws Exception {
        FileStoreTable table = shared.paimon().table();
        List<List<Object>> rows = new ArrayList<>();
        for (int key = 0; key < ROWS; key++) {
            rows.add(other.get(1).equals(key) ? other : row("a", key, "first"));
        }
        if (!rows.contains(other)) {
            rows.add(other);
        }
        BatchWriteBuilder builder = table.newBatchWriteBuilder().withOverwrite(Map.of("p", "a"));
        try (BatchTableWrite write = builder.newWrite();
                BatchTableCommit commit = builder.newCommit()) {
            for (List<Object> row : rows) {
                write.write(PaimonValues.toPaimon(row, table.rowType()));
            }
            commit.commit(write.prepareCommit());
        }
    }

    private static List<String> changes(LakelogTable lakelog, long snapshotId) {
        return lakelog.changesFrom(snapshotId).stream()
                .filter(change -> change.snapshotId() == snapshotId)
                .map(RescaledBucketsTest::withoutSnapshot)
                .toList();
    }

    private static String withoutSnapshot(Change change) {
        return change.kind() + " " + change.row();
    }
}
