package io.lakelog.tck.jdbc;

import static io.lakelog.tck.jdbc.Sql.assertState;
import static io.lakelog.tck.jdbc.Sql.query;
import static io.lakelog.tck.jdbc.Sql.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;

@DisplayName("9 Connections, 19 Wrapper Interface")
class ConnectionConformanceTest {
    private static final String CLOSED = "08003";

    @Conforms("isClosed, isValid and close; a closed connection refuses, but closes again")
    void closing(Setting setting) throws Exception {
        setting.run(connection -> {
            assertThat(connection.isClosed()).isFalse();
            assertThat(connection.isValid(5)).isTrue();
            connection.close();
            connection.close();
            assertThat(connection.isClosed()).isTrue();
            assertThat(connection.isValid(5)).isFalse();
            assertThatThrownBy(connection::createStatement).isInstanceOf(SQLException.class);
        });
    }

    @Conforms(value = "closing a connection closes its statements and results", notStock = "Avatica leaves them open")
    void closingAll(Setting setting) throws Exception {
        setting.run(connection -> {
            Statement statement = connection.createStatement();
            ResultSet result = statement.executeQuery("VALUES 1, 2");
            connection.close();
            assertThat(statement.isClosed()).isTrue();
            assertThat(result.isClosed()).isTrue();
            assertThatThrownBy(() -> statement.executeQuery("VALUES 1")).isInstanceOf(SQLException.class);
            assertThatThrownBy(result::next).isInstanceOf(SQLException.class);
            statement.close();
            result.close();
        });
    }

    @Conforms(value = "a closed connection's refusals have SQLSTATE 08003", notStock = "Avatica's have none")
    void closedState(Setting setting) throws Exception {
        setting.run(connection -> {
            connection.close();
            assertState(CLOSED, connection::createStatement);
            assertState(CLOSED, () -> connection.prepareStatement("VALUES 1"));
            assertState(CLOSED, connection::getSchema);
            assertState(CLOSED, connection::getAutoCommit);
            assertState(CLOSED, connection::getWarnings);
            assertState(CLOSED, connection::clearWarnings);
            assertState(CLOSED, () -> connection.nativeSQL("VALUES 1"));
            assertState(CLOSED, () -> connection.getMetaData().getCatalogs());
        });
    }

    @Conforms(value = "isValid refuses a negative timeout", notStock = "Avatica takes it")
    void validTimeout(Setting setting) throws Exception {
        setting.run(connection -> assertState("07001", () -> connection.isValid(-1)));
    }

    @Conforms(value = "abort ends the connection, and may be repeated", notStock = "Avatica has no abort")
    void abort(Setting setting) throws Exception {
        setting.run(connection -> {
            ExecutorService executor = Executors.newSingleThreadExecutor();
            try {
                assertThatThrownBy(() -> connection.abort(null)).isInstanceOf(SQLException.class);
                connection.abort(executor);
                assertThat(connection.isClosed()).isTrue();
                connection.abort(executor);
                assertState(CLOSED, connection::createStatement);
            } finally {
                executor.shutdown();
                assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            }
        });
    }

    @Conforms("setSchema changes what unqualified names mean; getCatalog tells the one catalog")
    void setSchema(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE here (k INT PRIMARY KEY)", "INSERT INTO here VALUES (7)");
            run(connection, "CREATE DATABASE IF NOT EXISTS elsewhere");
            connection.setSchema("elsewhere");
            assertThat(connection.getSchema()).isEqualTo("elsewhere");
            assertState("42S02", () -> query(connection, "SELECT * FROM here"));
            assertThat(connection.getCatalog()).isEqualTo("lakelog");
            connection.setCatalog("lakelog");
        });
    }

    @Conforms(
            value = "getSchema tells the schema after USE too",
            notStock = "Avatica's client tells what it was told first")
    void schema(Setting setting) throws Exception {
        setting.run(connection -> {
            String own = connection.getSchema();
            assertThat(own).startsWith("conformance_");
            run(connection, "CREATE TABLE here (k INT PRIMARY KEY)", "INSERT INTO here VALUES (7)");
            connection.setSchema("default");
            assertThat(connection.getSchema()).isEqualTo("default");
            assertThatThrownBy(() -> query(connection, "SELECT * FROM here")).isInstanceOf(SQLException.class);
            connection.setSchema(own);
            assertThat(query(connection, "SELECT * FROM here")).containsExactly("7");
            run(connection, "USE \"default\"");
            assertThat(connection.getSchema()).isEqualTo("default");
            run(connection, "USE " + own);
            assertThat(query(connection, "SELECT * FROM here")).containsExactly("7");
        });
    }

    @Conforms(
            value = "setSchema refuses an unknown schema with 3F000",
            notStock = "Avatica's client sends it with the next call")
    void unknownSchema(Setting setting) throws Exception {
        setting.run(connection -> {
            String own = connection.getSchema();
            assertState("3F000", () -> connection.setSchema("nowhere"));
            assertState("07001", () -> connection.setSchema(null));
            assertThat(connection.getSchema()).isEqualTo(own);
        });
    }

    @Conforms("setReadOnly refuses writes with 25006, and can be taken back")
    void readOnly(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY)");
            connection.setReadOnly(true);
            assertThat(connection.isReadOnly()).isTrue();
            assertState("25006", () -> run(connection, "INSERT INTO t VALUES (1)"));
            assertState("25006", () -> run(connection, "DROP TABLE t"));
            assertThat(query(connection, "SELECT COUNT(*) FROM t")).containsExactly("0");
            connection.setReadOnly(false);
            run(connection, "INSERT INTO t VALUES (1)");
            assertThat(query(connection, "SELECT COUNT(*) FROM t")).containsExactly("1");
        });
    }

    @Conforms(
            value = "auto-commit is on at first, and a commit in it is refused",
            notStock = "Avatica's client refuses with a RuntimeException")
    void autoCommit(Setting setting) throws Exception {
        setting.run(connection -> {
            assertThat(connection.getAutoCommit()).isTrue();
            connection.setAutoCommit(true);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
            assertThat(connection.getAutoCommit()).isTrue();
        });
    }

    @Conforms(
            value = "savepoints are refused as not supported, and metadata says so",
            notStock = "Avatica's own refusal")
    void savepoints(Setting setting) throws Exception {
        setting.run(connection -> {
            assertThat(connection.getMetaData().supportsSavepoints()).isFalse();
            assertThatThrownBy(connection::setSavepoint).isInstanceOf(SQLFeatureNotSupportedException.class);
            assertThatThrownBy(() -> connection.setSavepoint("s")).isInstanceOf(SQLFeatureNotSupportedException.class);
        });
    }

    @Conforms(
            value = "isolation levels: those supported can be set, others are refused, nonsense is an error",
            notStock = "Avatica takes any")
    void isolation(Setting setting) throws Exception {
        setting.run(connection -> {
            for (int level : new int[] {1, 2, 4, 8}) {
                if (connection.getMetaData().supportsTransactionIsolationLevel(level)) {
                    connection.setTransactionIsolation(level);
                    // A driver may give more than was asked for.
                    assertThat(connection.getTransactionIsolation()).isGreaterThanOrEqualTo(level);
                } else {
                    assertThatThrownBy(() -> connection.setTransactionIsolation(level))
                            .isInstanceOf(SQLFeatureNotSupportedException.class);
                }
            }
            assertState("07001", () -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE));
            assertState("07001", () -> connection.setTransactionIsolation(99));
        });
    }

    @Conforms(value = "holdability is told truly; other kinds of results are refused", notStock = "Avatica takes any")
    void resultKinds(Setting setting) throws Exception {
        setting.run(connection -> {
            int held = ResultSet.HOLD_CURSORS_OVER_COMMIT;
            assertThat(connection.getHoldability()).isEqualTo(held);
            connection.setHoldability(held);
            assertThat(connection.getMetaData().supportsResultSetHoldability(held))
                    .isTrue();
            assertThat(connection.getMetaData().getResultSetHoldability()).isEqualTo(held);
            for (int type : new int[] {ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.TYPE_SCROLL_SENSITIVE}) {
                assertThat(connection.getMetaData().supportsResultSetType(type)).isFalse();
                assertThatThrownBy(() -> connection.createStatement(type, ResultSet.CONCUR_READ_ONLY))
                        .isInstanceOf(SQLFeatureNotSupportedException.class);
                assertThatThrownBy(() -> connection.prepareStatement("VALUES 1", type, ResultSet.CONCUR_READ_ONLY))
                        .isInstanceOf(SQLFeatureNotSupportedException.class);
            }
            assertThatThrownBy(
                            () -> connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE))
                    .isInstanceOf(SQLFeatureNotSupportedException.class);
        });
    }

    @Conforms(value = "network timeout can be set and read", notStock = "Avatica has none")
    void networkTimeout(Setting setting) throws Exception {
        setting.run(connection -> {
            connection.setNetworkTimeout(Runnable::run, 20_000);
            assertThat(connection.getNetworkTimeout()).isEqualTo(20_000);
            assertState("07001", () -> connection.setNetworkTimeout(Runnable::run, -1));
            assertThat(query(connection, "VALUES 1")).containsExactly("1");
        });
    }

    @Conforms(
            value = "client info: no property is known, and an unknown one is refused",
            notStock = "Avatica takes any")
    void clientInfo(Setting setting) throws Exception {
        setting.run(connection -> {
            assertThat(connection.getClientInfo()).isEmpty();
            assertThat(connection.getClientInfo("ApplicationName")).isNull();
            assertThatThrownBy(() -> connection.setClientInfo("ApplicationName", "x"))
                    .isInstanceOfSatisfying(
                            SQLClientInfoException.class,
                            failure -> assertThat(failure.getFailedProperties()).containsOnlyKeys("ApplicationName"));
            connection.setClientInfo(new Properties());
        });
    }

    @Conforms(
            value = "warnings are null at first; type maps are empty; nativeSQL gives the text",
            notStock = "Avatica has no nativeSQL")
    void plainAnswers(Setting setting) throws Exception {
        setting.run(connection -> {
            assertThat((Object) connection.getWarnings()).isNull();
            connection.clearWarnings();
            assertThat(connection.getTypeMap()).isEmpty();
            connection.setTypeMap(Map.of());
            assertThatThrownBy(() -> connection.setTypeMap(Map.of("t", String.class)))
                    .isInstanceOf(SQLFeatureNotSupportedException.class);
            assertThat(connection.nativeSQL("SELECT 1")).isEqualTo("SELECT 1");
            assertThatThrownBy(() -> connection.prepareCall("CALL x()"))
                    .isInstanceOf(SQLFeatureNotSupportedException.class);
        });
    }

    @Conforms("unwrap and isWrapperFor: every object unwraps to its interface, and to nothing else")
    void wrappers(Setting setting) throws Exception {
        setting.run(connection -> {
            Statement statement = connection.createStatement();
            ResultSet result = statement.executeQuery("VALUES 1");
            for (Object object : new Object[] {
                connection,
                statement,
                result,
                result.getMetaData(),
                connection.getMetaData(),
                connection.prepareStatement("VALUES 1")
            }) {
                Wrapper wrapper = (Wrapper) object;
                Class<?> own = object.getClass();
                assertThat(wrapper.isWrapperFor(own)).as(own.getName()).isTrue();
                assertThat(wrapper.unwrap(own)).isSameAs(object);
                assertThat(wrapper.isWrapperFor(java.util.List.class)).isFalse();
                assertThatThrownBy(() -> wrapper.unwrap(java.util.List.class)).isInstanceOf(SQLException.class);
            }
        });
    }

    @Conforms(
            value = "the driver: foreign URLs are left alone, unknown keys name the near match",
            notStock = "the driver is Avatica's")
    void driver(Setting setting) throws Exception {
        Driver driver = DriverManager.getDriver(Ground.url(setting.way()));
        assertThat(driver.acceptsURL("jdbc:other:x")).isFalse();
        assertThat(driver.connect("jdbc:other:x", new Properties())).isNull();
        assertThatThrownBy(() -> driver.connect(null, new Properties())).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> driver.acceptsURL(null)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> driver.connect(Ground.url(setting.way()) + ";databse=x", new Properties()))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("database");
        DriverPropertyInfo[] properties = driver.getPropertyInfo(Ground.url(setting.way()), new Properties());
        assertThat(properties).extracting(property -> property.name).contains("database", "timezone", "readOnly");
        assertThat(driver.jdbcCompliant()).isFalse();
        Properties given = new Properties();
        given.setProperty("readOnly", "true");
        try (Connection connection = driver.connect(Ground.url(setting.way()), given)) {
            assertThat(connection.isReadOnly()).isTrue();
        }
    }
}
