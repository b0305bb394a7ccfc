package io.lakelog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.sql.Engine;
import io.lakelog.storage.env.Environment;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What another connection's ALTER TABLE does to statements that are prepared and to metadata. */
final class AlterTest {
    @TempDir
    Path warehouse = Path.of("unset");

    @ParameterizedTest
    @EnumSource
    void preparedStatementsAndMetadataFollow(Transport transport) throws SQLException {
        try (Engine engine = Engine.open(Environment.local(), warehouse.toString());
                Transport.Place place = transport.open(engine, warehouse.toString());
                Connection connection = place.connect();
                Connection other = place.connect();
                Statement ddl = other.createStatement()) {
            ddl.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT COMMENT 'old', b STRING)");
            ddl.executeUpdate("INSERT INTO t VALUES (1, 10, 'x')");
            try (PreparedStatement select = connection.prepareStatement("SELECT * FROM t WHERE id = ?");
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, a) VALUES (?, ?)")) {
                assertThat(columns(select, 1)).containsExactly("id INTEGER", "a INTEGER", "b VARCHAR");
                ddl.execute("ALTER TABLE t MODIFY a BIGINT COMMENT 'new' FIRST");
                ddl.execute("ALTER TABLE t DROP b");
                ddl.execute("ALTER TABLE t ADD c DATE");
                insert.setInt(1, 2);
                insert.setLong(2, 5_000_000_000L);
                assertThat(insert.executeUpdate()).isEqualTo(1);
                assertThat(columns(select, 2)).containsExactly("a BIGINT", "id INTEGER", "c DATE");
                try (ResultSet columns = connection.getMetaData().getColumns(null, "default", "t", "%")) {
                    List<String> seen = new ArrayList<>();
                    while (columns.next()) {
                        seen.add(columns.getString("COLUMN_NAME") + " " + columns.getString("REMARKS"));
                    }
                    assertThat(seen).containsExactly("a new", "id null", "c null");
                }
                ddl.execute("ALTER TABLE t RENAME TO u");
                assertThatThrownBy(() -> columns(select, 2))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("42S02"));
            }
        }
    }

    private static List<String> columns(PreparedStatement select, int id) throws SQLException {
        select.setInt(1, id);
        try (ResultSet rows = select.executeQuery()) {
            assertThat(rows.next()).isTrue();
            ResultSetMetaData data = rows.getMetaData();
            List<String> columns = new ArrayList<>();
            for (int i = 1; i <= data.getColumnCount(); i++) {
                columns.add(data.getColumnLabel(i) + " " + java.sql.JDBCType.valueOf(data.getColumnType(i)));
                rows.getObject(i);
            }
            return columns;
        }
    }
}
