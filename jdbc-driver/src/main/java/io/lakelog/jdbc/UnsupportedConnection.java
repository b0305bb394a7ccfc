package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.SqlArray;
import io.lakelog.jdbc.convert.SqlErrors;
import io.lakelog.jdbc.convert.SqlStruct;
import io.lakelog.storage.error.ErrorCode;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/** What a connection of JDBC may offer and ours does not: each is refused by name, or has an empty answer. */
abstract class UnsupportedConnection extends AvaticaConnection {
    UnsupportedConnection(UnregisteredDriver driver, AvaticaFactory factory, String url) {
        // No property of the caller's reaches Avatica: some of its own name classes to load.
        super(driver, factory, url, new Properties());
    }

    @Override
    public abstract boolean isClosed();

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        throw SqlErrors.unsupported("a callable statement");
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
        throw SqlErrors.unsupported("a callable statement");
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability) throws SQLException {
        throw SqlErrors.unsupported("a callable statement");
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        throw SqlErrors.unsupported("a savepoint");
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        throw SqlErrors.unsupported("a savepoint");
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        throw SqlErrors.unsupported("a savepoint");
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        throw SqlErrors.unsupported("a savepoint");
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        checkOpen();
        return Map.of();
    }

    @Override
    public void setTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkOpen();
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.unsupported("a type map");
        }
    }

    @Override
    public Clob createClob() throws SQLException {
        throw SqlErrors.unsupported("createClob");
    }

    @Override
    public Blob createBlob() throws SQLException {
        throw SqlErrors.unsupported("createBlob");
    }

    @Override
    public java.sql.NClob createNClob() throws SQLException {
        throw SqlErrors.unsupported("createNClob");
    }

    @Override
    public java.sql.SQLXML createSQLXML() throws SQLException {
        throw SqlErrors.unsupported("createSQLXML");
    }

    @Override
    public java.sql.Array createArrayOf(String typeName, Object[] elements) throws SQLException {
        return SqlArray.of(typeName, elements);
    }

    @Override
    public java.sql.Struct createStruct(String typeName, Object[] attributes) throws SQLException {
        return new SqlStruct(typeName, attributes, java.util.Arrays.deepToString(attributes));
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        checkOpen();
        return new Properties();
    }

    @Override
    public @Nullable String getClientInfo(String name) throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        refuseClientInfo(List.of(name));
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        refuseClientInfo(List.copyOf(properties.stringPropertyNames()));
    }

    private void refuseClientInfo(List<String> names) throws SQLClientInfoException {
        Map<String, ClientInfoStatus> failed = new java.util.HashMap<>();
        for (String name : names) {
            failed.put(name, ClientInfoStatus.REASON_UNKNOWN_PROPERTY);
        }
        if (isClosed() || !failed.isEmpty()) {
            throw new SQLClientInfoException(
                    isClosed() ? "the connection is closed" : "there are no client info properties: " + names,
                    isClosed() ? ErrorCode.CLOSED.sqlState() : ErrorCode.INVALID_OPTION.sqlState(),
                    failed);
        }
    }
}
