package io.lakelog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lakelog.sql.Engine;
import io.lakelog.storage.env.Environment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a URL, a statement or another engine's file says leads out of the warehouse or loads a class. */
final class SecurityTest {
    /** Counts how often it has been loaded and started, which is never. */
    public static final class Planted {
        static {
            Loads.COUNT.incrementAndGet();
        }
    }

    private static final class Loads {
        static final AtomicInteger COUNT = new AtomicInteger();
    }

    private static final String CLASS = "io.lakelog.jdbc.SecurityTest$Planted";

    @TempDir
    Path directory = Path.of("unset");

    private Path warehouse = Path.of("unset");
    private Map<String, String> outside = Map.of();

    @BeforeEach
    void fill() throws IOException {
        directory = directory.toRealPath();
        warehouse = Files.createDirectories(directory.resolve("wh"));
        try (Engine engine = Engine.open(
                        Environment.local(), directory.resolve("other").toString());
                Transport.Place place = Transport.EMBEDDED.open(
                        engine, directory.resolve("other").toString());
                Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE secret (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
            statement.execute("INSERT INTO secret VALUES (1, 'secret')");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        outside = content();
    }

    /** Every file beside the warehouse, with what is in it. */
    private Map<String, String> content() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                if (!path.startsWith(warehouse) && Files.isRegularFile(path)) {
                    content.put(path.toString(), Files.readString(path, StandardCharsets.ISO_8859_1));
                }
            }
        }
        return content;
    }

    private void with(Transport transport, Use use) throws SQLException, IOException {
        try (Engine engine = Engine.open(Environment.local(), warehouse.toString());
                Transport.Place place = transport.open(engine, warehouse.toString());
                Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            use.of(connection, statement);
        }
        assertThat(content()).isEqualTo(outside);
        assertThat(Loads.COUNT).hasValue(0);
    }

    private interface Use {
        void of(Connection connection, Statement statement) throws SQLException, IOException;
    }

    private static void refused(Statement statement, String sql) {
        assertThat(catchThrowable(() -> {
                    if (statement.execute(sql)) {
                        try (ResultSet rows = statement.getResultSet()) {
                            while (rows.next()) {
                                assertThat(rows.getString(1)).isNotNull();
                            }
                        }
                    }
                }))
                .as(sql)
                .isInstanceOf(SQLException.class)
                .hasMessageNotContaining("internal error");
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void namesLeadNowhere(Transport transport) throws SQLException, IOException {
        with(transport, (connection, statement) -> {
            String other = directory.resolve("other").toString();
            for (String database :
                    List.of("../other/default", "../other", other, "file:" + other, "..", ".", "a/b", "x\\y")) {
                refused(statement, "SELECT * FROM \"" + database + "\".secret");
                refused(statement, "USE \"" + database + "\"");
                refused(statement, "CREATE DATABASE \"" + database + "\"");
                refused(statement, "DROP DATABASE \"" + database + "\" CASCADE");
                refused(statement, "SHOW TABLES IN \"" + database + "\"");
                assertThatThrownBy(() -> connection.setSchema(database)).isInstanceOf(SQLException.class);
                try (ResultSet tables = connection.getMetaData().getTables(null, database, "%", null)) {
                    assertThat(tables.next()).isFalse();
                }
            }
            String secret = "../../other/default.db/secret";
            for (String table :
                    List.of(secret, other + "/default.db/secret", "file:" + other, "..", ".", "a/b", "secret$../x")) {
                refused(statement, "SELECT * FROM \"" + table + "\"");
                refused(statement, "SELECT * FROM \"" + table + "$snapshots\"");
                refused(statement, "SELECT * FROM TABLE(CHANGES('" + table + "', 0))");
                refused(statement, "SELECT * FROM TABLE(CHANGES('default." + table + "', 0))");
                refused(statement, "SELECT LAST_SNAPSHOT('" + table + "')");
                refused(statement, "CREATE TABLE \"" + table + "\" (id INT, PRIMARY KEY (id) NOT ENFORCED)");
                refused(statement, "INSERT INTO \"" + table + "\" VALUES (2, 'x')");
                refused(statement, "DROP TABLE \"" + table + "\"");
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void optionsLeadNowhere(Transport transport) throws SQLException, IOException {
        with(transport, (connection, statement) -> {
            String other = directory.resolve("other").toString();
            for (String option : List.of(
                    "'path' = '" + other + "'",
                    "'path' = 'file:" + other + "/default.db/secret'",
                    "'data-file.external-paths' = 'file://" + other + "'",
                    "'data-file.path-directory' = '../../other'",
                    "'file.format' = '" + CLASS + "'",
                    "'connector' = '" + CLASS + "'",
                    "'catalog-impl' = '" + CLASS + "'",
                    "'lakelog.class' = '" + CLASS + "'")) {
                refused(statement, "CREATE TABLE o (id INT, PRIMARY KEY (id) NOT ENFORCED) WITH (" + option + ")");
            }
            // Other engines would take this for a class; here it is a text that is kept.
            statement.execute("CREATE TABLE t (id INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('commit.callbacks' = '"
                    + CLASS + "')");
            statement.execute("INSERT INTO t VALUES (1)");
            refused(statement, "SELECT * FROM t /*+ OPTIONS('path'='" + other + "') */");
            refused(statement, "SELECT * FROM t FOR VERSION AS OF '../../../other'");
            refused(statement, "CREATE FUNCTION f AS '" + CLASS + "'");
            refused(statement, "SELECT \"" + CLASS + "\"(1)");
            refused(statement, "COPY t TO '" + other + "/x'");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schemaFactory",
                "model",
                "parserFactory",
                "typeSystem",
                "metaTableFactory",
                "jdbc.class",
                "hadoop.fs.file.impl",
                "httpclient_impl",
                "factory",
                "lakelog.engine"
            })
    void noPropertyLoadsAClass(String key) {
        LakelogDriver driver = new LakelogDriver();
        for (String url :
                List.of("jdbc:lakelog:" + warehouse, "jdbc:lakelog:memory:", "jdbc:lakelog:remote://127.0.0.1:1")) {
            assertThatThrownBy(() -> driver.connect(url + ";" + key + "=" + CLASS, null))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining(key);
            java.util.Properties properties = new java.util.Properties();
            properties.setProperty(key, CLASS);
            assertThatThrownBy(() -> driver.connect(url, properties)).isInstanceOf(SQLException.class);
        }
        assertThat(Loads.COUNT).hasValue(0);
    }

    /** A table that somebody has put there as a link, and a schema of somebody's that points elsewhere. */
    @Test
    void whatOthersHavePutThereLeadsNowhere() throws SQLException, IOException {
        Path databases = Files.createDirectories(warehouse.resolve("default.db"));
        Files.createSymbolicLink(databases.resolve("linked"), directory.resolve("other/default.db/secret"));
        Files.createSymbolicLink(warehouse.resolve("far.db"), directory.resolve("other/default.db"));
        with(Transport.EMBEDDED, (connection, statement) -> {
            refused(statement, "SELECT * FROM linked");
            refused(statement, "INSERT INTO linked VALUES (2, 'x')");
            refused(statement, "DROP TABLE linked");
            refused(statement, "SELECT * FROM far.secret");
            refused(statement, "INSERT INTO far.secret VALUES (2, 'x')");
            try (ResultSet tables = statement.executeQuery("SHOW TABLES")) {
                assertThat(tables.next()).isFalse();
            }
            statement.execute("CREATE TABLE t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
            statement.execute("INSERT INTO t VALUES (1, 'mine')");
            statement.execute("CREATE TABLE u (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
        });
        for (String option : List.of("path", "data-file.external-paths")) {
            Path schema = databases.resolve("u/schema/schema-0");
            String text = Files.readString(schema);
            Files.writeString(
                    schema,
                    text.replaceFirst(
                            "\"options\"\\s*:\\s*\\{",
                            "\"options\" : { \"" + option + "\" : \"" + directory.resolve("other/default.db/secret")
                                    + "\","));
            with(Transport.EMBEDDED, (connection, statement) -> {
                try (ResultSet rows = statement.executeQuery("SELECT v FROM u")) {
                    assertThat(rows.next()).isFalse();
                } catch (SQLException refused) {
                    assertThat(refused.getSQLState()).isIn("0A000", "HY024", "42P16");
                }
            });
            Files.writeString(schema, text);
        }
    }
}
