package io.lakelog.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Statements in one word, for tests. */
public final class Sql {
    private Sql() {}

    /** Runs statements for what they do. */
    public static void run(Connection connection, String... texts) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : texts) {
                statement.execute(text);
            }
        }
    }

    /** The rows of a query, each as its values with | between them; - is NULL. */
    public static List<String> query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return rows(statement.executeQuery(sql));
        }
    }

    /** The rows of a result in the same form; closes it. */
    public static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (result) {
            int width = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    String value = result.getString(i);
                    values.add(value == null ? "-" : value);
                }
                rows.add(String.join("|", values));
            }
        }
        return rows;
    }

    /** One column of a result as text; closes it. */
    public static List<String> column(ResultSet result, String label) throws SQLException {
        List<String> values = new ArrayList<>();
        try (result) {
            while (result.next()) {
                values.add(String.valueOf(result.getString(label)));
            }
        }
        return values;
    }

    /** The call fails with an SQLException of that SQLSTATE and a message. */
    static void assertState(String state, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SQLException.class, failure -> {
            assertThat(failure.getSQLState()).as(failure.getMessage()).isEqualTo(state);
            assertThat(failure.getMessage()).isNotBlank();
        });
    }
}
