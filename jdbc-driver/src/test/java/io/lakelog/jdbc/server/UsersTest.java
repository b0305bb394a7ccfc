package io.lakelog.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.jdbc.LakelogDriver;
import io.lakelog.jdbc.access.PasswordHash;
import io.lakelog.jdbc.access.Users;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.storage.error.LakelogException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server with users: who comes in, and what they see. */
final class UsersTest {
    private static final String OWNER = "owner:" + PasswordHash.strong("very secret") + ":*=read-write";
    private static final String GUEST = "guest:" + PasswordHash.digest("guest", "welcome") + ":sales=read";

    @TempDir
    Path directory = Path.of("unset");

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private List<AutoCloseable> open = new ArrayList<>();
    private LakelogServer server = start(Path.of("/unset"));

    private LakelogServer start(Path warehouse) {
        LakelogServer started = LakelogServer.start(
                new ServerSettings(
                        "127.0.0.1",
                        0,
                        null,
                        Users.of(List.of(OWNER, GUEST)),
                        ServerLimits.DEFAULT.with(Limit.DRAIN_TIME, 0),
                        EventLog.to(
                                new PrintStream(log, true, StandardCharsets.UTF_8),
                                Clock.systemUTC(),
                                EventLog.Detail.REQUESTS)),
                new Warehouses(),
                warehouse.toString());
        open.add(started);
        return started;
    }

    @BeforeEach
    void fill() throws SQLException {
        server.close();
        server = start(directory);
        try (Connection owner = connect("owner", "very secret");
                Statement statement = owner.createStatement()) {
            for (String database : List.of("sales", "staff")) {
                statement.execute("CREATE DATABASE " + database);
                statement.execute("CREATE TABLE " + database + ".t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
                statement.execute("INSERT INTO " + database + ".t VALUES (1, '" + database + "')");
            }
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private Connection connect(String user, String password) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        return Objects.requireNonNull(new LakelogDriver().connect(server.jdbcUrl(), properties));
    }

    private Connection stock(String serialization, String scheme, String user, String password) throws SQLException {
        return new org.apache.calcite.avatica.remote.Driver()
                .connect(
                        "jdbc:avatica:remote:url=" + server.httpUrl() + ";serialization=" + serialization
                                + ";authentication=" + scheme + ";avatica_user=" + user + ";avatica_password="
                                + password,
                        new Properties());
    }

    private static List<String> texts(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return texts(rows, 1);
        }
    }

    private static List<String> texts(ResultSet rows, int column) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (rows.next()) {
            texts.add(rows.getString(column));
        }
        return texts;
    }

    private static void refused(String state, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState())
                                .as(failure.getMessage())
                                .isEqualTo(state));
    }

    @Test
    void onlyWhoIsKnownComesIn() throws SQLException {
        refused("28000", () -> connect("owner", "very secre"));
        refused("28000", () -> connect("nobody", "very secret"));
        refused("28000", () -> new LakelogDriver().connect(server.jdbcUrl(), new Properties()));
        try (Connection owner = connect("owner", "very secret")) {
            assertThat(owner.isValid(10)).isTrue();
            assertThat(owner.getMetaData().getUserName()).isEqualTo("owner");
        }
        try (Connection owner = Objects.requireNonNull(
                new LakelogDriver().connect(server.jdbcUrl() + ";user=owner;password=very secret", new Properties()))) {
            assertThat(owner.getMetaData().getURL()).contains("user=owner").doesNotContain("very secret");
        }
    }

    @Test
    void aGuestSeesWhatIsShown() throws SQLException {
        try (Connection guest = connect("guest", "welcome")) {
            assertThat(guest.getSchema()).isEqualTo("sales");
            assertThat(texts(guest, "SELECT v FROM t")).containsExactly("sales");
            assertThat(texts(guest, "SHOW DATABASES")).containsExactly("sales");
            try (ResultSet schemas = guest.getMetaData().getSchemas()) {
                assertThat(texts(schemas, 1)).containsExactly("sales");
            }
            try (ResultSet tables = guest.getMetaData().getTables(null, "%", "%", new String[] {"TABLE"})) {
                assertThat(texts(tables, 2)).containsExactly("sales");
            }
            try (ResultSet columns = guest.getMetaData().getColumns(null, "staff", "%", "%")) {
                assertThat(columns.next()).isFalse();
            }
            try (ResultSet keys = guest.getMetaData().getPrimaryKeys(null, "staff", "t")) {
                assertThat(keys.next()).isFalse();
            }
            refused("3F000", () -> guest.setSchema("staff"));
            refused("3F000", () -> texts(guest, "SELECT * FROM staff.t"));
            refused("42501", () -> guest.createStatement().execute("INSERT INTO t VALUES (2, 'x')"));
            try (PreparedStatement insert = guest.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                insert.setInt(1, 2);
                insert.setString(2, "x");
                refused("42501", insert::executeUpdate);
                insert.addBatch();
                refused("42501", insert::executeBatch);
            }
            refused("42501", () -> guest.createStatement().execute("CREATE DATABASE mine"));
            assertThat(texts(guest, "SELECT v FROM t")).containsExactly("sales");
        }
        refused(
                "3F000",
                () -> new LakelogDriver()
                        .connect(server.jdbcUrl() + "/staff;user=guest;password=welcome", new Properties()));
    }

    @ParameterizedTest
    @CsvSource({
        "protobuf, BASIC, owner, very secret",
        "json, BASIC, owner, very secret",
        "protobuf, BASIC, guest, welcome",
        "protobuf, DIGEST, guest, welcome",
        "json, DIGEST, guest, welcome"
    })
    void avaticasOwnClientSignsIn(String serialization, String scheme, String user, String password)
            throws SQLException {
        try (Connection connection = stock(serialization, scheme, user, password)) {
            for (int i = 0; i < 3; i++) {
                assertThat(texts(connection, "SELECT v FROM sales.t")).containsExactly("sales");
            }
            if (user.equals("guest")) {
                refused("3F000", () -> texts(connection, "SELECT v FROM staff.t"));
            }
        }
        assertThatThrownBy(() -> stock(serialization, scheme, user, "wrong").close())
                .hasStackTraceContaining("HTTP/401");
    }

    /** Numbers of sessions can be guessed, or seen in a log: they are no use to others. */
    @Test
    void aSessionIsItsUsersOwn() throws Exception {
        HttpResponse<String> opened = post("owner", "very secret", "openConnection", "\"info\":{}");
        assertThat(opened.statusCode()).isEqualTo(200);
        String sql = "\"sql\":\"SELECT v FROM staff.t\",\"maxRowCount\":-1";
        assertThat(post("owner", "very secret", "prepare", sql).statusCode()).isEqualTo(200);
        HttpResponse<String> other = post("guest", "welcome", "prepare", sql);
        assertThat(other.statusCode()).isEqualTo(500);
        assertThat(other.body()).contains("08003").doesNotContain("staff");
        post("guest", "welcome", "closeConnection", "\"x\":1");
        assertThat(post("owner", "very secret", "prepare", sql).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> post(String user, String password, String request, String rest) throws Exception {
        String body = "{\"request\":\"" + request + "\",\"connectionId\":\"c1\"," + rest + "}";
        return HttpClient.newHttpClient()
                .send(
                        request(user, password, "/")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String user, String password, String path) {
        String header = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create(server.httpUrl() + path)).header("Authorization", "Basic " + header);
    }

    @Test
    void healthIsForEverybodyAndMetricsAreForUsers() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpResponse<String> health = client.send(
                HttpRequest.newBuilder(URI.create(server.httpUrl() + "/health")).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).isEqualTo("{\"status\":\"up\"}\n");
        HttpResponse<String> refused = client.send(
                HttpRequest.newBuilder(URI.create(server.httpUrl() + "/metrics"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().allValues("WWW-Authenticate")).hasSize(2);
        HttpResponse<String> metrics =
                client.send(request("guest", "welcome", "/metrics").build(), HttpResponse.BodyHandlers.ofString());
        assertThat(metrics.statusCode()).isEqualTo(200);
        assertThat(metrics.body())
                .contains("# TYPE lakelog_requests_total counter")
                .contains("lakelog_requests_total{kind=\"prepareAndExecute\"} 6.0")
                .contains("lakelog_request_seconds_bucket{kind=\"prepareAndExecute\",le=\"+Inf\"} 6")
                .contains("lakelog_rows_written_total 2.0")
                .contains("lakelog_commits_total 2.0")
                .contains("lakelog_sessions_opened_total 1.0")
                .contains("lakelog_sessions 0.0")
                .doesNotContain("staff");
    }

    @Test
    void theLogHasNoSecrets() throws SQLException {
        refused("28000", () -> connect("owner", "a wrong password"));
        try (Connection owner = connect("owner", "very secret");
                PreparedStatement insert = owner.prepareStatement("INSERT INTO staff.t VALUES (?, 'a literal')")) {
            insert.setInt(1, 424242);
            insert.executeUpdate();
        }
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("\"event\":\"session-opened\"")
                .contains("\"event\":\"sign-in-failed\"")
                .contains("\"kind\":\"execute\"")
                .contains("\"user\":\"owner\"")
                .doesNotContain("secret")
                .doesNotContain("wrong password")
                .doesNotContain("424242")
                .doesNotContain("a literal")
                .doesNotContain("INSERT")
                .doesNotContain("pbkdf2");
        assertThat(log.toString(StandardCharsets.UTF_8).lines())
                .allMatch(line -> line.startsWith("{\"time\":\"") && line.endsWith("}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::"})
    void withoutUsersItIsForThisMachineAlone(String host) {
        assertThatThrownBy(() ->
                        LakelogServer.start(host, 0, new Warehouses(), directory.toString(), ServerLimits.DEFAULT))
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining("without users")
                .hasMessageContaining("--users FILE");
    }

    @Test
    void pagesInABrowserAreNotAnswered() throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        request("owner", "very secret", "/")
                                .header("Origin", "http://example.org")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"request\":\"openConnection\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(403);
    }
}
