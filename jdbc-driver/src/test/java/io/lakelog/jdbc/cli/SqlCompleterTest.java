package io.lakelog.jdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.jdbc.LakelogDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;

final class SqlCompleterTest {
    private static List<String> complete(Connection connection, String text) {
        int cursor = text.indexOf('|');
        return new SqlCompleter(connection).candidates(text.replace("|", ""), cursor);
    }

    @Test
    void keywordsNamesAndCommands() throws SQLException {
        try (Connection connection =
                        Objects.requireNonNull(new LakelogDriver().connect("jdbc:lakelog:memory:", new Properties()));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE sales");
            statement.execute("CREATE TABLE orders (id INT, \"Odd name\" STRING, PRIMARY KEY (id) NOT ENFORCED)");
            statement.execute("CREATE TABLE sales.items (sku INT, price INT, PRIMARY KEY (sku) NOT ENFORCED)");
            assertThat(complete(connection, "sel|")).containsExactly("select");
            assertThat(complete(connection, "SELECT * FRO|")).containsExactly("FROM");
            assertThat(complete(connection, "SELECT * FROM o|")).contains("orders");
            assertThat(complete(connection, "SELECT * FROM s|")).contains("sales.");
            assertThat(complete(connection, "SELECT * FROM sales.|")).containsExactly("sales.items");
            assertThat(complete(connection, "SELECT i| FROM orders WHERE x = 1"))
                    .contains("id", "in", "is");
            assertThat(complete(connection, "SELECT o.| FROM orders o")).containsExactly("o.\"Odd name\"", "o.id");
            assertThat(complete(connection, "SELECT p| FROM sales.items")).contains("price");
            assertThat(complete(connection, "\\|")).contains("\\dt", "\\timing");
            assertThat(complete(connection, "SELECT 'no table here' FROM nowhere WHERE zz|"))
                    .isEmpty();
        }
    }
}
