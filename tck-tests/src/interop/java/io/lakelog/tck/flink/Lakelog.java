package io.lakelog.tck.flink;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.tck.lakelog.LakelogTable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Lakelog's side of a warehouse: written through JDBC, read as the text that the judges use. */
final class Lakelog implements AutoCloseable {
    private final Path warehouse;
    private final Connection connection;
    private final Statement statement;

    Lakelog(Path warehouse) throws SQLException {
        this.warehouse = warehouse;
        connection = DriverManager.getConnection("jdbc:lakelog:" + warehouse);
        statement = connection.createStatement();
    }

    void run(String sql) throws SQLException {
        statement.execute(sql);
    }

    /** A table as another session sees it. */
    LakelogTable table(String name) {
        Catalog catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        return new LakelogTable(catalog.table(new TableName("default", name)));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
