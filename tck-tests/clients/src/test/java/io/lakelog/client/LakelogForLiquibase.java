package io.lakelog.client;

import java.sql.SQLException;
import java.util.List;
import liquibase.database.AbstractJdbcDatabase;
import liquibase.database.Database;
import liquibase.database.DatabaseConnection;
import liquibase.database.jvm.JdbcConnection;
import liquibase.datatype.DataTypeInfo;
import liquibase.datatype.DatabaseDataType;
import liquibase.datatype.core.DateTimeType;
import liquibase.exception.DatabaseException;
import liquibase.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** What Liquibase has to be told of a database that it does not know; to be copied by its users. */
public final class LakelogForLiquibase extends AbstractJdbcDatabase {
    private static final int PORT = 8765;

    public LakelogForLiquibase() {
        setCurrentDateTimeFunction("CURRENT_TIMESTAMP");
        addReservedWords(List.of("DEFAULT"));
    }

    @Override
    public boolean isCorrectDatabaseImplementation(DatabaseConnection connection) throws DatabaseException {
        return connection.getDatabaseProductName().equals(getDefaultDatabaseProductName());
    }

    @Override
    public @Nullable String getDefaultDriver(String url) {
        return url.startsWith("jdbc:lakelog:") ? "io.lakelog.jdbc.LakelogDriver" : null;
    }

    @Override
    public String getShortName() {
        return "lakelog";
    }

    @Override
    protected String getDefaultDatabaseProductName() {
        return "Lakelog";
    }

    @Override
    public Integer getDefaultPort() {
        return PORT;
    }

    @Override
    public int getPriority() {
        return PRIORITY_DATABASE;
    }

    @Override
    public boolean supportsInitiallyDeferrableColumns() {
        return false;
    }

    @Override
    public boolean supportsTablespaces() {
        return false;
    }

    @Override
    public boolean supportsSequences() {
        return false;
    }

    @Override
    public boolean supportsAutoIncrement() {
        return false;
    }

    @Override
    public boolean supportsDDLInTransaction() {
        return false;
    }

    /** Liquibase would ask by a call of a stored function. */
    @Override
    protected @Nullable SqlStatement getConnectionSchemaNameCallStatement() {
        return null;
    }

    @Override
    protected String getConnectionSchemaName() {
        try {
            return ((JdbcConnection) getConnection()).getUnderlyingConnection().getSchema();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected String getConnectionCatalogName() {
        return "lakelog";
    }

    /** {@code datetime} is a TIMESTAMP. */
    @DataTypeInfo(
            name = "datetime",
            aliases = {"java.sql.Types.DATETIME", "java.util.Date", "smalldatetime", "datetime2"},
            minParameters = 0,
            maxParameters = 1,
            priority = PRIORITY_DATABASE)
    public static final class DateTime extends DateTimeType {
        @Override
        public boolean supports(Database database) {
            return database instanceof LakelogForLiquibase;
        }

        @Override
        public DatabaseDataType toDatabaseDataType(Database database) {
            return new DatabaseDataType("TIMESTAMP(3)");
        }
    }
}
