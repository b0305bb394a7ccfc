package io.lakelog.tck.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.lakelog.LakelogTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;

/** What a job that counts orders by status must come to. */
final class StatusCounts {
    private static final Duration CATCH_UP = Duration.ofSeconds(90);

    private StatusCounts() {}

    /** Makes the table of the counts. */
    static void create(Lakelog lakelog) throws Exception {
        lakelog.run("CREATE TABLE dws_order_status_count (status STRING, orders BIGINT,"
                + " PRIMARY KEY (status) NOT ENFORCED)");
    }

    /** Starts the job that keeps it, from the orders there are and those to come. */
    static JobClient start(Path warehouse) throws Exception {
        return FlinkSession.streaming(warehouse)
                .start("INSERT INTO dws_order_status_count SELECT status, COUNT(*) FROM dwd_orders"
                        + " /*+ OPTIONS('scan.mode'='latest-full', 'continuous.discovery-interval'='100 ms') */"
                        + " GROUP BY status")
                .getJobClient()
                .orElseThrow();
    }

    /** Waits until the job's result is what the orders count to; a status that nobody has any more is gone from it. */
    static void await(JobClient job, LakelogTable counts, Collection<String> statuses) throws Exception {
        Map<String, Long> byStatus = new HashMap<>();
        statuses.forEach(status -> byStatus.merge(status, 1L, Long::sum));
        List<String> expected = byStatus.entrySet().stream()
                .map(entry -> "[\"" + entry.getKey() + "\"," + entry.getValue() + "]")
                .sorted()
                .toList();
        long deadline = System.nanoTime() + CATCH_UP.toNanos();
        while (!counts.rows().equals(expected) && System.nanoTime() < deadline) {
            JobStatus status = job.getJobStatus().get(30, TimeUnit.SECONDS);
            assertThat(status.isGloballyTerminalState()).as("%s", status).isFalse();
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(counts.rows()).isEqualTo(expected);
    }
}
