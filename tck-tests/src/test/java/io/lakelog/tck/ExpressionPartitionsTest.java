package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PlacedChange;
import io.lakelog.tck.text.Change;
import io.lakelog.tck.text.ExpectedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables partitioned by an expression, written by SQL: Paimon reads them, with the hidden column, and finds nothing wrong. */
class ExpressionPartitionsTest {
    private static final LocalDateTime BEGINNING = LocalDateTime.parse("2024-01-01T00:00:00");

    /** A row as the user sees it. */
    private record Order(long id, String status, @Nullable LocalDateTime updatedAt) {}

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = ';',
            value = {
                "lookup; DATE_FORMAT(updated_at,'yyyy-MM-dd')",
                "none; DATE_FORMAT(updated_at,'yyyy-MM-dd')",
                "input; DATE_FORMAT(updated_at,'yyyy-MM-dd')",
                "full-compaction; DATE_FORMAT(updated_at,'yyyy-MM-dd')",
                "lookup; CAST(updated_at AS DATE)",
                "input; YEAR(updated_at)",
                "full-compaction; SUBSTRING(status, 1, 2)",
                "none; MOD(order_id + 3, 4)"
            })
    void paimonReadsWhatMoved(String producer, String expression) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse()) {
            Map<Long, Order> model = new TreeMap<>();
            try (Connection connection = DriverManager.getConnection("jdbc:lakelog:" + warehouse.path())) {
                create(connection, producer, expression);
                Random random = new Random(producer.length());
                for (int commit = 0; commit < 12; commit++) {
                    write(connection, random, model);
                    assertThat(rows(connection)).containsExactlyElementsOf(model.values());
                }
                try (Statement statement = connection.createStatement()) {
                    statement.execute("CALL sys.compact('orders')");
                }
                assertThat(rows(connection)).containsExactlyElementsOf(model.values());
                assertThat(replayed(connection)).isEqualTo(model);
            }
            judge(warehouse.path(), producer);
        }
    }

    private static void create(Connection connection, String producer, String expression) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (order_id BIGINT, status STRING, updated_at TIMESTAMP(3),"
                    + " PRIMARY KEY (order_id) NOT ENFORCED) PARTITIONED BY (" + expression + ")"
                    + " WITH ('bucket'='16', 'changelog-producer' = '" + producer
                    + "', 'full-compaction.delta-commits' = '4')");
            DatabaseMetaData metadata = connection.getMetaData();
            try (ResultSet columns = metadata.getColumns(null, null, "orders", null)) {
                assertThat(texts(columns, "COLUMN_NAME")).containsExactly("order_id", "status", "updated_at");
            }
            try (ResultSet keys = metadata.getPrimaryKeys(null, null, "orders")) {
                assertThat(texts(keys, "COLUMN_NAME")).containsExactly("order_id");
            }
        }
    }

    private static List<String> texts(ResultSet result, String column) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (result.next()) {
            texts.add(result.getString(column));
        }
        return texts;
    }

    private static void write(Connection connection, Random random, Map<Long, Order> model) throws SQLException {
        switch (random.nextInt(5)) {
            case 0 -> {
                long id = random.nextInt(20);
                try (PreparedStatement delete = connection.prepareStatement("DELETE FROM orders WHERE order_id = ?")) {
                    delete.setLong(1, id);
                    assertThat(delete.executeUpdate()).isEqualTo(model.remove(id) == null ? 0 : 1);
                }
            }
            case 1 -> {
                LocalDateTime from = BEGINNING.plusDays(random.nextInt(4));
                try (PreparedStatement update = connection.prepareStatement(
                        "UPDATE orders SET status = 'late', updated_at = updated_at + INTERVAL '1' DAY WHERE updated_at >= ?")) {
                    update.setObject(1, from);
                    update.executeUpdate();
                }
                model.replaceAll((id, order) -> {
                    LocalDateTime at = order.updatedAt();
                    return at == null || at.isBefore(from) ? order : new Order(id, "late", at.plusDays(1));
                });
            }
            default -> {
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?)")) {
                    for (int i = random.nextInt(12); i >= 0; i--) {
                        LocalDateTime at = random.nextInt(8) == 0 ? null : BEGINNING.plusHours(random.nextInt(24 * 5));
                        Order order = new Order(random.nextInt(20), "s" + random.nextInt(3), at);
                        insert.setLong(1, order.id());
                        insert.setString(2, order.status());
                        insert.setObject(3, at);
                        insert.addBatch();
                        model.put(order.id(), order);
                    }
                    insert.executeBatch();
                }
            }
        }
    }

    private static List<Order> rows(Connection connection) throws SQLException {
        List<Order> orders = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT * FROM orders ORDER BY order_id")) {
            while (result.next()) {
                orders.add(order(result, 1));
            }
        }
        return orders;
    }

    private static Order order(ResultSet result, int from) throws SQLException {
        return new Order(
                result.getLong(from), result.getString(from + 1), result.getObject(from + 2, LocalDateTime.class));
    }

    private static Map<Long, Order> replayed(Connection connection) throws SQLException {
        Map<Long, Order> state = new TreeMap<>();
        String before = "";
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT rowkind, order_id, status, updated_at FROM CHANGES(orders, 1)")) {
            while (result.next()) {
                Order order = order(result, 2);
                String kind = result.getString(1);
                assertThat(kind.equals("+U")).isEqualTo(before.equals("-U " + order.id()));
                switch (kind) {
                    case "+I", "+U" -> assertThat(state.put(order.id(), order)).isNull();
                    default -> assertThat(state.remove(order.id())).isEqualTo(order);
                }
                before = kind + " " + order.id();
            }
        }
        return state;
    }

    private static void judge(Path warehouse, String producer) throws Exception {
        LakelogTable table = new LakelogTable(
                Catalog.open(Environment.local(), warehouse.toString()).table(new TableName("default", "orders")));
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            PaimonTable paimon = oracle.table("default", "orders");
            assertThat(paimon.columns()).containsExactly("order_id", "status", "updated_at", "_partition");
            Verdict verdict = new Verdict(table, paimon, warehouse.resolve("default.db/orders"));
            verdict.assertSameRows();
            if (!producer.equals("none")) {
                assertThat(Verdict.bySnapshot(table.changesAsGiven(1), Change::toString))
                        .isEqualTo(Verdict.bySnapshot(
                                paimon.changesFrom(1).stream()
                                        .map(PlacedChange::change)
                                        .toList(),
                                Change::toString));
            }
            if (producer.equals("lookup") || producer.equals("none")) {
                verdict.assertReplayGivesRows();
            }
            verdict.assertReadersAgree();
        }
    }

    /** The table that Paimon wrote as we would, once its options are named as ours. */
    @Test
    void aTableThatPaimonWroteIsReadAndWritten() throws Exception {
        ExpectedFile expected = ReferenceTables.expected("pk-hidden-partition-input");
        try (TemporaryWarehouse copy = new TemporaryWarehouse()) {
            copy(ReferenceTables.warehouse("pk-hidden-partition-input"), copy.path());
            Path schema = copy.path().resolve("db.db/t/schema/schema-0");
            Files.writeString(schema, Files.readString(schema).replace("acme.", "lakelog."));
            try (Connection connection = DriverManager.getConnection("jdbc:lakelog:" + copy.path() + ";database=db");
                    Statement statement = connection.createStatement()) {
                assertThat(texts(statement, "SELECT order_id, status, updated_at FROM t ORDER BY order_id"))
                        .isEqualTo(visible(expected.rows()));
                for (var snapshot : expected.rowsAt().entrySet()) {
                    assertThat(texts(statement, "SELECT * FROM t FOR VERSION AS OF " + snapshot.getKey()))
                            .containsExactlyInAnyOrderElementsOf(visible(snapshot.getValue()));
                }
                assertThat(texts(statement, "SELECT rowkind, order_id, status FROM CHANGES(t, 2)"))
                        .containsExactlyInAnyOrder(
                                "[-U,1,new]",
                                "[+U,1,paid]",
                                "[+I,3,new]",
                                "[-U,1,paid]",
                                "[+U,1,shipped]",
                                "[-D,17,new]")
                        .containsSubsequence("[-U,1,new]", "[+U,1,paid]", "[-U,1,paid]", "[+U,1,shipped]");
                statement.execute("UPDATE t SET updated_at = TIMESTAMP '2024-01-05 00:00:00' WHERE order_id = 1");
                assertThat(texts(statement, "SELECT rowkind, order_id, updated_at FROM CHANGES(t, 4)"))
                        .containsExactly("[-U,1,2024-01-02 19:00:00.000]", "[+U,1,2024-01-05 00:00:00.000]");
            }
            try (PaimonOracle oracle = new PaimonOracle(copy.path())) {
                assertThat(oracle.table("db", "t").rows())
                        .containsExactlyInAnyOrder(
                                "[1,\"shipped\",\"2024-01-05T00:00\",\"2024-01-05\"]",
                                "[2,\"new\",\"2024-01-01T11:00\",\"2024-01-01\"]",
                                "[3,\"new\",\"2024-01-02T09:30\",\"2024-01-02\"]");
            }
        }
    }

    private static List<String> visible(List<String> rows) {
        return rows.stream()
                .map(row ->
                        row.substring(0, row.lastIndexOf(',')).replace("\"", "").replace('T', ' ') + ":00.000]")
                .sorted(Comparator.comparing(Function.identity()))
                .toList();
    }

    private static List<String> texts(Statement statement, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add("[" + String.join(",", row) + "]");
            }
        }
        return rows;
    }

    private static void copy(Path from, Path to) throws Exception {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
