package io.lakelog.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.datatype.DataTypeFactory;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Liquibase applies change sets with inline and named primary keys, and knows the next time that it has. */
final class LiquibaseIT {
    @TempDir
    Path warehouse = Path.of("unset");

    @Test
    void appliesChangeSets() throws Exception {
        DatabaseFactory.getInstance().register(new LakelogForLiquibase());
        DataTypeFactory.getInstance().register(new LakelogForLiquibase.DateTime());
        try (Connection connection = DriverManager.getConnection("jdbc:lakelog:" + warehouse);
                Statement statement = connection.createStatement()) {
            Database database =
                    DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
            assertThat(database).isInstanceOf(LakelogForLiquibase.class);
            for (int i = 0; i < 2; i++) {
                new Liquibase("changes.xml", new ClassLoaderResourceAccessor(), database).update(new Contexts());
            }
            assertThat(query(statement, "SELECT id || ' ' || exectype FROM DATABASECHANGELOG ORDER BY id"))
                    .containsExactly("1 EXECUTED", "2 EXECUTED");
            assertThat(query(statement, "SELECT name FROM customers")).containsExactly("changed");
            assertThat(query(statement, "SHOW CREATE TABLE orders").get(0)).contains("PRIMARY KEY (\"id\", \"line\")");
        }
    }

    private static List<String> query(Statement statement, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }
}
