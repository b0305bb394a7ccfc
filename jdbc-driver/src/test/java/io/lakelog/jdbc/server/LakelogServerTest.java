package io.lakelog.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.jdbc.FakeEngine;
import io.lakelog.jdbc.LakelogDriver;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LakelogServerTest {
    private static final ServerLimits LIMITS = ServerLimits.DEFAULT
            .with(Limit.SESSIONS, 3)
            .with(Limit.STATEMENTS, 4)
            .with(Limit.IDLE_TIME, 0)
            .with(Limit.REQUEST_BYTES, 100_000)
            .with(Limit.DRAIN_TIME, 0)
            .with(Limit.THREADS, 16);

    @TempDir
    Path directory = Path.of("unset");

    private FakeEngine engine = new FakeEngine(Catalog.open(Environment.local(), "/unset"));
    private LakelogServer server = start(engine, "/unset", LIMITS);

    @BeforeEach
    void startServer() {
        server.close();
        engine = new FakeEngine(Catalog.open(Environment.local(), directory.toString()));
        server = start(engine, directory.toString(), LIMITS);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static LakelogServer start(FakeEngine engine, String warehouse, ServerLimits limits) {
        return LakelogServer.start("127.0.0.1", 0, new Warehouses(path -> engine), warehouse, limits);
    }

    private Connection connect() throws SQLException {
        return Objects.requireNonNull(new LakelogDriver().connect(server.jdbcUrl(), new Properties()));
    }

    private HttpResponse<String> post(byte[] body) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.httpUrl()))
                                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void sessionsAreBoundedAndIdleOnesMakeRoom() throws SQLException {
        LakelogServer strict = start(
                engine,
                directory.toString(),
                LIMITS.with(Limit.SESSIONS, 2)
                        .with(Limit.IDLE_TIME, Duration.ofDays(1).toMillis()));
        try (strict) {
            Properties none = new Properties();
            LakelogDriver driver = new LakelogDriver();
            try (Connection one = driver.connect(strict.jdbcUrl(), none);
                    Connection two = Objects.requireNonNull(driver.connect(strict.jdbcUrl(), none))) {
                assertThat(one).isNotNull();
                assertThatThrownBy(() -> driver.connect(strict.jdbcUrl(), none))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                failure -> assertThat(failure.getSQLState()).isEqualTo("53000"));
                two.close();
                Objects.requireNonNull(driver.connect(strict.jdbcUrl(), none)).close();
            }
        }
        // With a lease of nothing whoever is not busy makes room.
        Connection first = connect();
        for (int i = 0; i < 5; i++) {
            connect();
        }
        assertThat(engine.openConnections()).isLessThanOrEqualTo(3);
        assertThat(first.isValid(5)).isFalse();
        assertThatThrownBy(first::getSchema)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("08003"));
    }

    @Test
    void statementsAreBounded() throws SQLException {
        engine.update("INSERT", 1);
        try (Connection connection = connect()) {
            for (int i = 0; i < 4; i++) {
                connection.createStatement().execute("INSERT");
            }
            Statement more = connection.createStatement();
            assertThatThrownBy(() -> more.execute("INSERT"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo("53000"));
        }
        assertThat(engine.openConnections()).isZero();
    }

    @Test
    void onlyMessagesAreTaken() throws Exception {
        HttpResponse<String> get = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.httpUrl())).build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(get.statusCode()).isEqualTo(405);
        assertThat(get.body()).contains("Lakelog server");
        assertThat(post(new byte[100_001]).statusCode()).isEqualTo(413);
        for (String body : new String[] {"", "x", "{", "{}", "{\"request\":\"nonsense\"}", "\n\u0005abcde"}) {
            HttpResponse<String> answer = post(body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            assertThat(answer.statusCode()).as(body).isEqualTo(500);
            assertThat(answer.body()).doesNotContain("\tat io.lakelog");
        }
        try (Connection connection = connect()) {
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void jsonIsToldFromProtobufByItself() throws Exception {
        HttpResponse<String> answer =
                post("{\"request\":\"openConnection\",\"connectionId\":\"c1\",\"info\":{\"readOnly\":\"true\"}}"
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"response\":\"openConnection\"");
        HttpResponse<String> failure =
                post(("{\"request\":\"prepare\",\"connectionId\":\"c1\",\"sql\":\"nonsense\",\"maxRowCount\":-1}")
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(failure.body()).contains("\"sqlState\":\"42601\"").contains("cannot read 'nonsense'");
    }

    @Test
    void closingEndsSessions() throws SQLException {
        Connection connection = connect();
        server.close();
        assertThat(engine.openConnections()).isZero();
        assertThat(connection.isValid(1)).isFalse();
        assertThatThrownBy(connection::getSchema)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("58030"));
    }

    @Test
    void aTakenPortIsSaid() {
        assertThatThrownBy(() -> LakelogServer.start(
                        "127.0.0.1",
                        server.port(),
                        new Warehouses(path -> engine),
                        directory.toString(),
                        ServerLimits.DEFAULT))
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port());
    }
}
