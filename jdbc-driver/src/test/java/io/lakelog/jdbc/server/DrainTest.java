package io.lakelog.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.jdbc.FakeEngine;
import io.lakelog.jdbc.LakelogDriver;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.DataType;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stopping a server in which statements run. */
@Timeout(60)
final class DrainTest {
    @TempDir
    Path directory = Path.of("unset");

    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    /** An engine with a query that gives its row only when it is let. */
    private FakeEngine engine() {
        return new FakeEngine(Catalog.open(Environment.local(), directory.toString()))
                .endless("ENDLESS")
                .numbers("ROWS", 10_000, 100)
                .source("SLOW", List.of(DataType.INT), List.of(), () -> new BatchSource() {
                    private boolean given;

                    @Override
                    public @Nullable Batch next() {
                        if (given) {
                            return null;
                        }
                        given = true;
                        running.countDown();
                        await(mayGoOn);
                        return FakeEngine.batch(List.of(DataType.INT), List.of(List.of(7)));
                    }

                    @Override
                    public void close() {}
                });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private LakelogServer start(FakeEngine engine, long drainMillis) {
        return LakelogServer.start(
                "127.0.0.1",
                0,
                new Warehouses(path -> engine),
                directory.toString(),
                ServerLimits.DEFAULT.with(Limit.DRAIN_TIME, drainMillis));
    }

    private static Connection connect(LakelogServer server) throws SQLException {
        return Objects.requireNonNull(new LakelogDriver().connect(server.jdbcUrl(), new Properties()));
    }

    private static int health(LakelogServer server) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/health"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void whatRunsEndsAndNothingBegins() throws Exception {
        FakeEngine engine = engine();
        LakelogServer server = start(engine, 50_000);
        Connection busy = connect(server);
        Connection idle = connect(server);
        Statement slow = busy.createStatement();
        CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(() -> {
            try (ResultSet rows = slow.executeQuery("SLOW")) {
                return rows.next() ? rows.getInt(1) : -1;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        running.await();
        assertThat(health(server)).isEqualTo(200);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
        while (health(server) == 200) {
            Thread.onSpinWait();
        }
        assertThat(health(server)).isEqualTo(503);
        assertThatThrownBy(() -> idle.createStatement().executeQuery("ROWS"))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("57P01"));
        assertThatThrownBy(() -> connect(server))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("57P01"));
        assertThat(closing).isNotDone();
        mayGoOn.countDown();
        assertThat(answer.get()).isEqualTo(7);
        closing.get();
        assertThat(engine.openConnections()).isZero();
        assertThat(engine.openSources()).isZero();
    }

    @Test
    void whatDoesNotEndIsCancelled() throws Exception {
        FakeEngine engine = engine();
        LakelogServer server = start(engine, 100);
        Statement endless = connect(server).createStatement();
        CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return endless.executeUpdate("ENDLESS");
            } catch (SQLException e) {
                return -1;
            }
        });
        engine.started.await();
        server.close();
        assertThat(answer.get()).isEqualTo(-1);
        assertThat(engine.openConnections()).isZero();
    }
}
