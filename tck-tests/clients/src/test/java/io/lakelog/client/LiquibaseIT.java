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
    /** Liquibase's own table of this name would have no key; one that is there it takes as it is. */
    private static final String LOG_TABLE = "CREATE TABLE DATABASECHANGELOG (ID VARCHAR(255), AUTHOR VARCHAR(255),"
            + " FILENAME VARCHAR(255), DATEEXECUTED TIMESTAMP(3) NOT NULL, ORDEREXECUTED INT NOT NULL,"
            + " EXECTYPE VARCHAR(10) NOT NULL, MD5SUM VARCHAR(35), DESCRIPTION VARCHAR(255), COMMENTS VARCHAR(255),"
            + " TAG VARCHAR(255), LIQUIBASE VARCHAR(20), CONTEXTS VARCHAR(255), LABELS VARCHAR(255),"
            + " DEPLOYMENT_ID VARCHAR(10), PRIMARY KEY (ID, AUTHOR, FILENAME) NOT ENFORCED)";

    @TempDir
    Path warehouse = Path.of("unset");

    @Test
    void appliesChangeSets() throws Exception {
        DatabaseFactory.getInstance().register(new LakelogForLiquibase());
        DataTypeFactory.getInstance().register(new LakelogForLiquibase.DateTime());
        try (Connection connection = DriverManager.getConnection("jdbc:lakelog:" + warehouse);
                Statement statement = connection.createStatement()) {
            statement.execute(LOG_TABLE);
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
