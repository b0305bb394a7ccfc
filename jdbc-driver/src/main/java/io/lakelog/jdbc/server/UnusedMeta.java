package io.lakelog.jdbc.server;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.TypedValue;

/** The methods of Avatica's engine interface for which its protocol has no message, or an older one. */
abstract class UnusedMeta implements Meta {
    private static LakelogException unused(String method) {
        return new LakelogException(ErrorCode.INTERNAL, method + " is not part of the protocol");
    }

    @Override
    public MetaResultSet getProcedures(
            ConnectionHandle connection, String catalog, Pat schemaPattern, Pat procedureNamePattern) {
        throw unused("getProcedures");
    }

    @Override
    public MetaResultSet getProcedureColumns(
            ConnectionHandle connection,
            String catalog,
            Pat schemaPattern,
            Pat procedureNamePattern,
            Pat columnNamePattern) {
        throw unused("getProcedureColumns");
    }

    @Override
    public MetaResultSet getColumnPrivileges(
            ConnectionHandle connection, String catalog, String schema, String table, Pat columnNamePattern) {
        throw unused("getColumnPrivileges");
    }

    @Override
    public MetaResultSet getTablePrivileges(
            ConnectionHandle connection, String catalog, Pat schemaPattern, Pat tableNamePattern) {
        throw unused("getTablePrivileges");
    }

    @Override
    public MetaResultSet getBestRowIdentifier(
            ConnectionHandle connection, String catalog, String schema, String table, int scope, boolean nullable) {
        throw unused("getBestRowIdentifier");
    }

    @Override
    public MetaResultSet getVersionColumns(ConnectionHandle connection, String catalog, String schema, String table) {
        throw unused("getVersionColumns");
    }

    @Override
    public MetaResultSet getPrimaryKeys(ConnectionHandle connection, String catalog, String schema, String table) {
        throw unused("getPrimaryKeys");
    }

    @Override
    public MetaResultSet getImportedKeys(ConnectionHandle connection, String catalog, String schema, String table) {
        throw unused("getImportedKeys");
    }

    @Override
    public MetaResultSet getExportedKeys(ConnectionHandle connection, String catalog, String schema, String table) {
        throw unused("getExportedKeys");
    }

    @Override
    public MetaResultSet getCrossReference(
            ConnectionHandle connection,
            String parentCatalog,
            String parentSchema,
            String parentTable,
            String foreignCatalog,
            String foreignSchema,
            String foreignTable) {
        throw unused("getCrossReference");
    }

    @Override
    public MetaResultSet getIndexInfo(
            ConnectionHandle connection,
            String catalog,
            String schema,
            String table,
            boolean unique,
            boolean approximate) {
        throw unused("getIndexInfo");
    }

    @Override
    public MetaResultSet getUDTs(
            ConnectionHandle connection, String catalog, Pat schemaPattern, Pat typeNamePattern, int[] types) {
        throw unused("getUDTs");
    }

    @Override
    public MetaResultSet getSuperTypes(
            ConnectionHandle connection, String catalog, Pat schemaPattern, Pat typeNamePattern) {
        throw unused("getSuperTypes");
    }

    @Override
    public MetaResultSet getSuperTables(
            ConnectionHandle connection, String catalog, Pat schemaPattern, Pat tableNamePattern) {
        throw unused("getSuperTables");
    }

    @Override
    public MetaResultSet getAttributes(
            ConnectionHandle connection,
            String catalog,
            Pat schemaPattern,
            Pat typeNamePattern,
            Pat attributeNamePattern) {
        throw unused("getAttributes");
    }

    @Override
    public MetaResultSet getClientInfoProperties(ConnectionHandle connection) {
        throw unused("getClientInfoProperties");
    }

    @Override
    public MetaResultSet getFunctions(
            ConnectionHandle connection, String catalog, Pat schemaPattern, Pat functionNamePattern) {
        throw unused("getFunctions");
    }

    @Override
    public MetaResultSet getFunctionColumns(
            ConnectionHandle connection,
            String catalog,
            Pat schemaPattern,
            Pat functionNamePattern,
            Pat columnNamePattern) {
        throw unused("getFunctionColumns");
    }

    @Override
    public MetaResultSet getPseudoColumns(
            ConnectionHandle connection,
            String catalog,
            Pat schemaPattern,
            Pat tableNamePattern,
            Pat columnNamePattern) {
        throw unused("getPseudoColumns");
    }

    @Override
    public Iterable<Object> createIterable(
            StatementHandle statement,
            QueryState state,
            Signature signature,
            List<TypedValue> parameters,
            Frame firstFrame) {
        throw unused("createIterable");
    }

    @Override
    @Deprecated
    public ExecuteResult prepareAndExecute(
            StatementHandle statement, String sql, long maxRowCount, PrepareCallback callback) {
        throw unused("prepareAndExecute");
    }

    @Override
    @Deprecated
    public ExecuteResult execute(StatementHandle statement, List<TypedValue> parameterValues, long maxRowCount) {
        throw unused("execute");
    }
}
