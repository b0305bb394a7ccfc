package io.lakelog.tck.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.model.Replay;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables partitioned by an expression: Flink sees the column that Lakelog hides, reads and follows them, and may add keys. */
class FlinkExpressionPartitionsIT {
    private static final LocalDateTime BEGINNING = LocalDateTime.parse("2024-01-01T00:00:00");
    private static final List<String> STATUSES = List.of("CREATED", "PAID", "SHIPPED", "DONE");

    @TempDir
    Path warehouse;

    private final Random random = new Random(11);
    private final Map<Integer, String> orders = new HashMap<>();

    private static void create(Lakelog lakelog, String producer) throws Exception {
        lakelog.run("CREATE TABLE dwd_orders (order_id INT, status STRING, updated_at TIMESTAMP(3),"
                + " PRIMARY KEY (order_id) NOT ENFORCED) PARTITIONED BY (DATE_FORMAT(updated_at,'yyyy-MM-dd'))"
                + " WITH ('bucket'='16', 'changelog-producer' = " + producer + ")");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"'lookup'", "'none'", "'input'", "'full-compaction', 'full-compaction.delta-commits' = '2'"})
    void batchQueriesEqualOurs(String producer) throws Exception {
        try (Lakelog lakelog = new Lakelog(warehouse)) {
            create(lakelog, producer);
            write(lakelog, 15);
            lakelog.run("INSERT INTO dwd_orders VALUES (1000, 'NEW', NULL)");
            FlinkSession flink = FlinkSession.batch(warehouse);
            assertThat(flink.rows("SELECT * FROM dwd_orders"))
                    .hasSize(orders.size() + 1)
                    .isEqualTo(lakelog.table("dwd_orders").rows());
            assertThat(flink.rows("SELECT status, updated_at FROM dwd_orders WHERE order_id = 1000"))
                    .containsExactly("[\"NEW\",null]");
            assertThat(flink.rows("SELECT order_id, status FROM dwd_orders WHERE `_partition` = '2024-01-02'"))
                    .isNotEmpty()
                    .isEqualTo(flink.rows("SELECT order_id, status FROM dwd_orders"
                            + " WHERE updated_at >= TIMESTAMP '2024-01-02 00:00:00'"
                            + " AND updated_at < TIMESTAMP '2024-01-03 00:00:00'"));
        }
    }

    /** The rows move from partition to partition while the job runs; a move is no order more and none less. */
    @ParameterizedTest
    @ValueSource(strings = {"'lookup'", "'none'", "'full-compaction', 'full-compaction.delta-commits' = '1'"})
    void aStreamCountsWhatMoves(String producer) throws Exception {
        try (Lakelog lakelog = new Lakelog(warehouse)) {
            create(lakelog, producer);
            StatusCounts.create(lakelog);
            write(lakelog, 5);
            JobClient job = StatusCounts.start(warehouse);
            try {
                LakelogTable counts = lakelog.table("dws_order_status_count");
                StatusCounts.await(job, counts, orders.values());
                write(lakelog, 25);
                StatusCounts.await(job, counts, orders.values());
            } finally {
                job.cancel().get(30, TimeUnit.SECONDS);
            }
        }
    }

    /** Keys that are new, under the partition of their value: what other engines may write, though nobody checks it. */
    @ParameterizedTest
    @ValueSource(strings = {"'lookup'", "'none'"})
    void whatFlinkAddsIsTakenUp(String producer) throws Exception {
        try (Lakelog lakelog = new Lakelog(warehouse)) {
            create(lakelog, producer);
            write(lakelog, 5);
            FlinkSession flink = FlinkSession.batch(warehouse);
            flink.run("INSERT INTO dwd_orders VALUES (101, 'FLINK', TIMESTAMP '2024-01-02 10:00:00', '2024-01-02'),"
                    + " (102, 'FLINK', TIMESTAMP '2024-02-02 10:00:00', '2024-02-02'),"
                    + " (103, 'FLINK', CAST(NULL AS TIMESTAMP(3)), '__NULL__')");
            LakelogTable table = lakelog.table("dwd_orders");
            assertThat(table.rows())
                    .hasSize(orders.size() + 3)
                    .isEqualTo(flink.rows("SELECT * FROM dwd_orders"))
                    .contains("[101,\"FLINK\",\"2024-01-02T10:00\",\"2024-01-02\"]");
            lakelog.run("UPDATE dwd_orders SET status = 'MOVED', updated_at = TIMESTAMP '2024-03-03 00:00:00'"
                    + " WHERE order_id IN (101, 103)");
            lakelog.run("INSERT INTO dwd_orders VALUES (102, 'MOVED', TIMESTAMP '2024-03-04 00:00:00')");
            assertThat(table.rows())
                    .hasSize(orders.size() + 3)
                    .isEqualTo(flink.rows("SELECT * FROM dwd_orders"))
                    .contains("[103,\"MOVED\",\"2024-03-03T00:00\",\"2024-03-03\"]");
            Replay replay = new Replay(true);
            table.changesFrom(1).forEach(replay::apply);
            assertThat(replay.rows()).isEqualTo(table.rows());
        }
    }

    /** What nobody but Lakelog prevents: a key in two partitions. It is read as it is, and a write of that key says so. */
    @Test
    void aKeyThatFlinkPutsIntoASecondPartitionIsNamed() throws Exception {
        try (Lakelog lakelog = new Lakelog(warehouse)) {
            create(lakelog, "'lookup'");
            lakelog.run("INSERT INTO dwd_orders VALUES (1, 'NEW', TIMESTAMP '2024-01-01 00:00:00')");
            FlinkSession flink = FlinkSession.batch(warehouse);
            flink.run("INSERT INTO dwd_orders VALUES (1, 'PAID', TIMESTAMP '2024-01-02 00:00:00', '2024-01-02')");
            LakelogTable table = lakelog.table("dwd_orders");
            assertThat(table.rows()).hasSize(2).isEqualTo(flink.rows("SELECT * FROM dwd_orders"));
            assertThatThrownBy(() ->
                            lakelog.run("INSERT INTO dwd_orders VALUES (1, 'DONE', TIMESTAMP '2024-01-03 00:00:00')"))
                    .hasMessageContainingAll("_partition=2024-01-01", "_partition=2024-01-02");
            lakelog.run("INSERT INTO dwd_orders VALUES (2, 'NEW', TIMESTAMP '2024-01-03 00:00:00')");
            flink.run("DELETE FROM dwd_orders WHERE order_id = 1 AND `_partition` = '2024-01-01'");
            lakelog.run("INSERT INTO dwd_orders VALUES (1, 'DONE', TIMESTAMP '2024-01-03 00:00:00')");
            assertThat(table.rows())
                    .containsExactly(
                            "[1,\"DONE\",\"2024-01-03T00:00\",\"2024-01-03\"]",
                            "[2,\"NEW\",\"2024-01-03T00:00\",\"2024-01-03\"]")
                    .isEqualTo(flink.rows("SELECT * FROM dwd_orders"));
        }
    }

    private void write(Lakelog lakelog, int statements) throws Exception {
        for (int i = 0; i < statements; i++) {
            int id = random.nextInt(40);
            switch (random.nextInt(5)) {
                case 0 -> {
                    lakelog.run("DELETE FROM dwd_orders WHERE order_id = " + id);
                    orders.remove(id);
                }
                case 1 -> {
                    lakelog.run("UPDATE dwd_orders SET updated_at = updated_at + INTERVAL '1' DAY, status = 'LATE'"
                            + " WHERE order_id = " + id);
                    orders.computeIfPresent(id, (key, status) -> "LATE");
                }
                default -> {
                    StringBuilder rows = new StringBuilder();
                    for (int row = 0; row < 6; row++) {
                        int key = random.nextInt(40);
                        String status = STATUSES.get(random.nextInt(STATUSES.size()));
                        String at = BEGINNING
                                .plusHours(random.nextInt(96))
                                .toString()
                                .replace('T', ' ');
                        rows.append(row == 0 ? "" : ", ")
                                .append("(" + key + ", '" + status + "', TIMESTAMP '" + at + ":00')");
                        orders.put(key, status);
                    }
                    lakelog.run("INSERT INTO dwd_orders VALUES " + rows);
                }
            }
        }
    }
}
