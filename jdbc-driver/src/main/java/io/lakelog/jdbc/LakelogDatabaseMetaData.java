package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.SqlErrors;
import io.lakelog.jdbc.metadata.MetadataKind;
import io.lakelog.jdbc.metadata.MetadataRequest;
import io.lakelog.storage.error.ErrorCode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The questions of {@link java.sql.DatabaseMetaData} that have rows for an answer, each handed to the session. Those
 * about things that do not exist here (procedures, foreign keys and the like) get an empty answer of the right shape.
 */
final class LakelogDatabaseMetaData extends DatabaseFacts {
    private final LakelogConnection connection;

    LakelogDatabaseMetaData(LakelogConnection connection) {
        super(connection);
        this.connection = connection;
    }

    private ResultSet ask(MetadataKind kind, @Nullable String... arguments) throws SQLException {
        return ask(MetadataRequest.of(kind, arguments));
    }

    private ResultSet ask(MetadataRequest request) throws SQLException {
        return LakelogResultSet.of(
                connection, connection.ask(() -> connection.session().metadata(request)));
    }

    @Override
    public ResultSet getTables(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            String @Nullable [] types)
            throws SQLException {
        List<@Nullable String> names =
                Collections.unmodifiableList(Arrays.asList(catalog, schemaPattern, tablePattern));
        return ask(new MetadataRequest(MetadataKind.TABLES, names, types == null ? null : List.of(types)));
    }

    @Override
    public ResultSet getCatalogs() throws SQLException {
        return ask(MetadataKind.CATALOGS);
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        return ask(MetadataKind.SCHEMAS);
    }

    @Override
    public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern) throws SQLException {
        return ask(MetadataKind.SCHEMAS, catalog, schemaPattern);
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        return ask(MetadataKind.TABLE_TYPES);
    }

    @Override
    public ResultSet getColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            @Nullable String columnPattern)
            throws SQLException {
        return ask(MetadataKind.COLUMNS, catalog, schemaPattern, tablePattern, columnPattern);
    }

    @Override
    public ResultSet getPrimaryKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return ask(MetadataKind.PRIMARY_KEYS, catalog, schema, table);
    }

    @Override
    public ResultSet getIndexInfo(
            @Nullable String catalog,
            @Nullable String schema,
            @Nullable String table,
            boolean unique,
            boolean approximate)
            throws SQLException {
        return ask(MetadataKind.INDEX_INFO, catalog, schema, table);
    }

    @Override
    public ResultSet getBestRowIdentifier(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, int scope, boolean nullable)
            throws SQLException {
        return ask(MetadataKind.BEST_ROW_IDENTIFIER, catalog, schema, table);
    }

    @Override
    public ResultSet getTypeInfo() throws SQLException {
        return ask(MetadataKind.TYPE_INFO);
    }

    @Override
    public ResultSet getVersionColumns(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return ask(MetadataKind.VERSION_COLUMNS);
    }

    @Override
    public ResultSet getImportedKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return ask(MetadataKind.FOREIGN_KEYS);
    }

    @Override
    public ResultSet getExportedKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return ask(MetadataKind.FOREIGN_KEYS);
    }

    @Override
    public ResultSet getCrossReference(
            @Nullable String parentCatalog,
            @Nullable String parentSchema,
            @Nullable String parentTable,
            @Nullable String foreignCatalog,
            @Nullable String foreignSchema,
            @Nullable String foreignTable)
            throws SQLException {
        return ask(MetadataKind.FOREIGN_KEYS);
    }

    @Override
    public ResultSet getColumnPrivileges(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, @Nullable String columnPattern)
            throws SQLException {
        return ask(MetadataKind.COLUMN_PRIVILEGES);
    }

    @Override
    public ResultSet getTablePrivileges(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String tablePattern)
            throws SQLException {
        return ask(MetadataKind.TABLE_PRIVILEGES);
    }

    @Override
    public ResultSet getProcedures(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
            throws SQLException {
        return ask(MetadataKind.PROCEDURES, catalog, schemaPattern, namePattern);
    }

    @Override
    public ResultSet getProcedureColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String namePattern,
            @Nullable String columnPattern)
            throws SQLException {
        return ask(MetadataKind.PROCEDURE_COLUMNS, catalog, schemaPattern, namePattern, columnPattern);
    }

    @Override
    public ResultSet getFunctions(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
            throws SQLException {
        return ask(MetadataKind.FUNCTIONS, catalog, schemaPattern, namePattern);
    }

    @Override
    public ResultSet getFunctionColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String namePattern,
            @Nullable String columnPattern)
            throws SQLException {
        return ask(MetadataKind.FUNCTION_COLUMNS, catalog, schemaPattern, namePattern, columnPattern);
    }

    @Override
    public ResultSet getUDTs(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String typePattern,
            int @Nullable [] types)
            throws SQLException {
        return ask(MetadataKind.UDTS);
    }

    @Override
    public ResultSet getSuperTypes(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String typePattern)
            throws SQLException {
        return ask(MetadataKind.SUPER_TYPES);
    }

    @Override
    public ResultSet getSuperTables(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String tablePattern)
            throws SQLException {
        return ask(MetadataKind.SUPER_TABLES);
    }

    @Override
    public ResultSet getAttributes(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String typePattern,
            @Nullable String attributePattern)
            throws SQLException {
        return ask(MetadataKind.ATTRIBUTES);
    }

    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        return ask(MetadataKind.CLIENT_INFO_PROPERTIES);
    }

    @Override
    public ResultSet getPseudoColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            @Nullable String columnPattern)
            throws SQLException {
        return ask(MetadataKind.PSEUDO_COLUMNS);
    }

    @Override
    public String getURL() {
        return ConnectionUrl.withoutPassword(connection.url());
    }

    /** The name given when connecting; empty if none was, since an engine in this process knows no users. */
    @Override
    public String getUserName() {
        String user = connection.settings().user();
        return user == null ? "" : user;
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return connection.isReadOnly();
    }

    @Override
    public boolean usesLocalFiles() {
        return !(connection.settings().target() instanceof ConnectionUrl.Remote);
    }

    @Override
    public Connection getConnection() {
        return connection;
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "the metadata is no " + wanted.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> wanted) {
        return wanted.isInstance(this);
    }
}
