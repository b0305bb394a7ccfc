package io.lakelog.tck.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.lakelog.LakelogTable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flink counts by status over the changes of a table that Lakelog goes on writing. */
class FlinkStreamsIT {
    private static final List<String> STATUSES = List.of("CREATED", "PAID", "SHIPPED", "DONE");

    @TempDir
    Path warehouse;

    private final Random random = new Random(7);
    private final Map<Integer, String> orders = new HashMap<>();

    @ParameterizedTest
    @ValueSource(strings = {"'lookup'", "'full-compaction', 'full-compaction.delta-commits' = '1'"})
    void countsByStatus(String producer) throws Exception {
        try (Lakelog lakelog = new Lakelog(warehouse)) {
            lakelog.run("CREATE TABLE dwd_orders (order_id INT, status STRING, amount DECIMAL(10, 2),"
                    + " PRIMARY KEY (order_id) NOT ENFORCED)"
                    + " WITH ('bucket' = '2', 'changelog-producer' = " + producer + ")");
            StatusCounts.create(lakelog);
            write(lakelog, 5);
            JobClient job = StatusCounts.start(warehouse);
            try {
                LakelogTable counts = lakelog.table("dws_order_status_count");
                StatusCounts.await(job, counts, orders.values());
                write(lakelog, 30);
                StatusCounts.await(job, counts, orders.values());
                assertThat(lakelog.table("dwd_orders").rows()).hasSize(orders.size());
            } finally {
                job.cancel().get(30, TimeUnit.SECONDS);
            }
        }
    }

    private void write(Lakelog lakelog, int statements) throws Exception {
        for (int i = 0; i < statements; i++) {
            if (random.nextInt(4) == 0 && !orders.isEmpty()) {
                int id = random.nextInt(40);
                lakelog.run("DELETE FROM dwd_orders WHERE order_id = " + id);
                orders.remove(id);
            } else {
                StringBuilder rows = new StringBuilder();
                for (int row = 0; row < 6; row++) {
                    int id = random.nextInt(40);
                    String status = STATUSES.get(random.nextInt(STATUSES.size()));
                    rows.append(row == 0 ? "" : ", ").append("(" + id + ", '" + status + "', " + i + ".5)");
                    orders.put(id, status);
                }
                lakelog.run("INSERT INTO dwd_orders VALUES " + rows);
            }
        }
    }
}
