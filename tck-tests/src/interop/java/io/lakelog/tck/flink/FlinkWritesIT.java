package io.lakelog.tck.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.model.Replay;
import io.lakelog.tck.text.Change;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flink and Lakelog write one table in turn, while Lakelog reads its changes. */
class FlinkWritesIT {
    @TempDir
    Path warehouse;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'none'",
                "'input'",
                "'none', 'bucket' = '-1', 'dynamic-bucket.target-row-num' = '5'",
                "'lookup', 'bucket' = '-1', 'dynamic-bucket.target-row-num' = '5'",
                "'lookup'",
                "'full-compaction', 'full-compaction.delta-commits' = '1'",
                "'lookup', 'num-sorted-run.compaction-trigger' = '3'"
            })
    void inTurn(String producer) throws Exception {
        try (Lakelog lakelog = new Lakelog(warehouse)) {
            lakelog.run("CREATE TABLE t (id INT, name STRING, v INT, PRIMARY KEY (id) NOT ENFORCED)"
                    + " WITH (" + (producer.contains("bucket") ? "" : "'bucket' = '2', ") + "'changelog-producer' = "
                    + producer + ")");
            FlinkSession flink = FlinkSession.batch(warehouse);
            LakelogTable table = lakelog.table("t");
            for (int round = 0; round < 2; round++) {
                writeBy(flink, table, upsert(round * 7, 12, "flink", round));
                lakelog.run(upsert(round * 7 + 5, 9, "lakelog", round));
                lakelog.run("DELETE FROM t WHERE id = " + (round * 7 + 1));
                writeBy(flink, table, "DELETE FROM t WHERE id = " + (round * 7 + 2));
                assertAgree(flink, table);
            }
            lakelog.run("UPDATE t SET v = v + 1 WHERE id > 3");
            assertAgree(flink, table);
        }
    }

    /** A job of Flink runs; meanwhile its changes are read again and again, and what was read once stays. */
    private static void writeBy(FlinkSession flink, LakelogTable table, String sql) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
            List<Change> seen = List.of();
            while (!done.get()) {
                OptionalLong newest = table.table().latestSnapshotId();
                List<Change> now = newest.isEmpty() ? List.of() : table.changes(1, newest);
                assertThat(now.subList(0, Math.min(now.size(), seen.size()))).isEqualTo(seen);
                seen = now;
            }
        });
        try {
            flink.run(sql);
        } finally {
            done.set(true);
        }
        reader.get();
    }

    private static void assertAgree(FlinkSession flink, LakelogTable table) throws Exception {
        List<String> rows = table.rows();
        assertThat(flink.rows("SELECT * FROM t")).isEqualTo(rows);
        // With the input producer the changes are what the writers said: that an upsert met a row is not told.
        Replay replay =
                new Replay(!"input".equals(table.table().schema().options().get("changelog-producer")));
        table.changesFrom(1).forEach(replay::apply);
        assertThat(replay.rows()).isEqualTo(rows);
    }

    private static String upsert(int from, int count, String name, int v) {
        return "INSERT INTO t VALUES "
                + String.join(
                        ", ",
                        IntStream.range(from, from + count)
                                .mapToObj(id -> "(" + id + ", '" + name + "', " + v + ")")
                                .toList());
    }
}
