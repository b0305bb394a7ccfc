package io.lakelog.jdbc.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The answers to GET that are no JDBC: is the server well, and what has it counted. */
final class StatusPages {
    static final String HEALTH = "/health";
    static final String METRICS = "/metrics";

    private final Draining draining;
    private final ServerMetrics metrics;

    StatusPages(Draining draining, ServerMetrics metrics) {
        this.draining = draining;
        this.metrics = metrics;
    }

    /** A page as HTTP wants it. */
    record Page(int status, String type, byte[] content) {}

    /** For whoever asks: it tells nothing but yes or no. */
    Page health() {
        boolean stopping = draining.isStopping();
        return new Page(
                stopping ? 503 : 200,
                "application/json",
                ("{\"status\":\"" + (stopping ? "stopping" : "up") + "\"}\n").getBytes(StandardCharsets.UTF_8));
    }

    Page metrics() throws IOException {
        return new Page(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text());
    }
}
