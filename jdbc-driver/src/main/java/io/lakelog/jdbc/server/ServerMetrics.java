package io.lakelog.jdbc.server;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** What is counted and measured, for Prometheus. Thread-safe; bounded, since no label has a value of a client's. */
final class ServerMetrics {
    private static final double NANOS_PER_SECOND = 1e9;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter writer = new PrometheusTextFormatWriter(false);
    private final Counter requests = counter("lakelog_requests_total", "Requests by kind", "kind");
    private final Counter errors = counter("lakelog_errors_total", "Requests that failed, by SQLSTATE", "sqlstate");
    private final Counter refusals =
            counter("lakelog_http_refusals_total", "HTTP requests refused, by status", "status");
    private final Counter rowsSent = counter("lakelog_rows_sent_total", "Rows of results sent");
    private final Counter rowsWritten =
            counter("lakelog_rows_written_total", "Rows given to INSERT, or matched by UPDATE and DELETE");
    private final Counter commits = counter("lakelog_commits_total", "Statements, batches and transactions committed");
    private final Counter opened = counter("lakelog_sessions_opened_total", "JDBC connections opened");
    private final Counter expired =
            counter("lakelog_sessions_expired_total", "JDBC connections closed because nobody used them");
    private final Histogram seconds = Histogram.builder()
            .name("lakelog_request_seconds")
            .help("How long requests took, by kind")
            .labelNames("kind")
            .classicOnly()
            .classicUpperBounds(0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60)
            .register(registry);

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    /** Shows a number as it is whenever somebody asks. */
    void gauge(String name, String help, LongSupplier value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.getAsLong()))
                .register(registry);
    }

    /** @param sqlState null if it went well */
    void request(String kind, long nanos, @Nullable String sqlState) {
        requests.labelValues(kind).inc();
        seconds.labelValues(kind).observe(nanos / NANOS_PER_SECOND);
        if (sqlState != null) {
            errors.labelValues(sqlState).inc();
        }
    }

    /** An answer that goes out. */
    void answer(@Nullable Object answer) {
        if (answer instanceof Meta.ExecuteResult executed) {
            for (Meta.MetaResultSet result : executed.resultSets) {
                frame(result.firstFrame);
                written(result.updateCount);
            }
        } else if (answer instanceof Meta.ExecuteBatchResult batch) {
            long sum = 0;
            for (long count : batch.updateCounts) {
                sum += Math.max(0, count);
            }
            written(sum);
        } else if (answer instanceof Meta.Frame frame) {
            frame(frame);
        }
    }

    private void frame(Meta.@Nullable Frame frame) {
        if (frame instanceof io.lakelog.jdbc.wire.WireFrame rows) {
            rowsSent.inc(rows.size());
        }
    }

    private void written(long count) {
        if (count > 0) {
            rowsWritten.inc(count);
            commits.inc();
        }
    }

    void refused(int status) {
        refusals.labelValues(String.valueOf(status)).inc();
    }

    void sessionOpened() {
        opened.inc();
    }

    void sessionExpired() {
        expired.inc();
    }

    /** In Prometheus's text format. */
    byte[] text() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        writer.write(text, registry.scrape());
        return text.toByteArray();
    }
}
