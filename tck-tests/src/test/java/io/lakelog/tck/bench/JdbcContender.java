package io.lakelog.tck.bench;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** Lakelog's embedded JDBC driver: one prepared batch a commit, and a cursor over a SELECT. */
final class JdbcContender implements Contender {
    private final Connection connection;
    private @Nullable PreparedStatement insert;

    JdbcContender(Path directory) throws SQLException {
        connection = DriverManager.getConnection("jdbc:lakelog:" + directory.resolve("warehouse"));
    }

    @Override
    public void create(int buckets) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (order_id BIGINT, customer_id BIGINT, status STRING,"
                    + " amount DECIMAL(10, 2), note STRING, updated_at TIMESTAMP(3),"
                    + " PRIMARY KEY (order_id) NOT ENFORCED)"
                    + " WITH ('bucket' = '" + buckets + "', 'changelog-producer' = 'lookup')");
        }
    }

    @Override
    public void upsert(Orders block) throws SQLException {
        if (insert == null) {
            insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)");
        }
        for (int i = 0; i < block.ids.length; i++) {
            insert.setLong(1, block.ids[i]);
            insert.setLong(2, block.customers[i]);
            insert.setString(3, block.statuses[i]);
            insert.setBigDecimal(4, BigDecimal.valueOf(block.cents[i], 2));
            insert.setString(5, block.notes[i]);
            insert.setTimestamp(6, new Timestamp(block.millis[i]));
            insert.addBatch();
        }
        insert.executeBatch();
    }

    @Override
    public Totals read() throws SQLException {
        long rows = 0;
        long digest = 0;
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT * FROM orders")) {
            while (result.next()) {
                rows++;
                digest += Orders.digest(
                        result.getLong(1),
                        result.getLong(2),
                        result.getBigDecimal(4).unscaledValue().longValueExact(),
                        result.getTimestamp(6).getTime(),
                        result.getString(3).length(),
                        result.getString(5).length());
            }
        }
        return new Totals(rows, digest);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
