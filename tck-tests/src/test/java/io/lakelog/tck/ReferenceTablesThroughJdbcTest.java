package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.text.ExpectedFile;
import io.lakelog.tck.text.RowText;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A SQL user sees the tables that Paimon wrote as their {@code expected.txt} says. */
class ReferenceTablesThroughJdbcTest {
    @ParameterizedTest
    @ValueSource(strings = {"pk-lookup-bucket1", "pk-partitioned-input", "pk-full-compaction"})
    void selectsRowsAndChanges(String name) throws SQLException {
        ExpectedFile expected = ReferenceTables.expected(name);
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:lakelog:" + ReferenceTables.warehouse(name) + ";database=db");
                Statement statement = connection.createStatement()) {
            assertThat(sorted(statement, "SELECT * FROM t")).isEqualTo(expected.rows());
            for (var snapshot : expected.rowsAt().entrySet()) {
                assertThat(sorted(statement, "SELECT * FROM t FOR VERSION AS OF " + snapshot.getKey()))
                        .isEqualTo(snapshot.getValue());
            }
            List<String> changes = new ArrayList<>();
            String columns = String.join(", ", expected.columns());
            try (ResultSet result =
                    statement.executeQuery("SELECT rowkind, snapshot_id, " + columns + " FROM CHANGES(t, 1)")) {
                while (result.next()) {
                    changes.add("snapshot=" + result.getLong(2) + " " + result.getString(1) + " "
                            + RowText.of(values(result, 3)));
                }
            }
            assertThat(changes).containsExactlyInAnyOrderElementsOf(expected.changes());
            assertThat(new TreeSet<>(sorted(statement, "SELECT snapshot_id FROM t$snapshots")))
                    .hasSameSizeAs(expected.rowsAt().keySet());
        }
    }

    private static List<String> sorted(Statement statement, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                rows.add(RowText.of(values(result, 1)));
            }
        }
        rows.sort(null);
        return rows;
    }

    private static List<@Nullable Object> values(ResultSet result, int from) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = from; i <= result.getMetaData().getColumnCount(); i++) {
            values.add(
                    switch (result.getMetaData().getColumnType(i)) {
                        case Types.TIMESTAMP -> result.getObject(i, LocalDateTime.class);
                        case Types.DECIMAL -> result.getObject(i, BigDecimal.class);
                        default -> result.getObject(i);
                    });
        }
        return values;
    }
}
