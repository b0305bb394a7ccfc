package io.lakelog.jdbc;

import java.util.Properties;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.AvaticaPreparedStatement;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaResultSetMetaData;
import org.apache.calcite.avatica.AvaticaSpecificDatabaseMetaData;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/**
 * What Avatica's classes use to make others. Ours make each other directly, with the session at hand; only the metadata
 * object is made from within Avatica's constructor of the connection.
 */
final class LakelogFactory implements AvaticaFactory {
    private static final int JDBC_MAJOR = 4;
    private static final int JDBC_MINOR = 3;

    @Override
    public int getJdbcMajorVersion() {
        return JDBC_MAJOR;
    }

    @Override
    public int getJdbcMinorVersion() {
        return JDBC_MINOR;
    }

    @Override
    public AvaticaSpecificDatabaseMetaData newDatabaseMetaData(AvaticaConnection connection) {
        return new LakelogDatabaseMetaData((LakelogConnection) connection);
    }

    @Override
    public AvaticaResultSetMetaData newResultSetMetaData(
            @Nullable AvaticaStatement statement, Meta.Signature signature) {
        return new LakelogResultSetMetaData(statement, signature);
    }

    @Override
    public AvaticaConnection newConnection(
            UnregisteredDriver driver, AvaticaFactory factory, String url, Properties info) {
        throw notHere("connection");
    }

    @Override
    public AvaticaStatement newStatement(
            AvaticaConnection connection,
            Meta.@Nullable StatementHandle handle,
            int resultSetType,
            int resultSetConcurrency,
            int resultSetHoldability) {
        throw notHere("statement");
    }

    @Override
    public AvaticaPreparedStatement newPreparedStatement(
            AvaticaConnection connection,
            Meta.@Nullable StatementHandle handle,
            Meta.Signature signature,
            int resultSetType,
            int resultSetConcurrency,
            int resultSetHoldability) {
        throw notHere("prepared statement");
    }

    @Override
    public AvaticaResultSet newResultSet(
            AvaticaStatement statement,
            QueryState state,
            Meta.Signature signature,
            TimeZone timeZone,
            Meta.Frame firstFrame) {
        throw notHere("result");
    }

    private static IllegalStateException notHere(String what) {
        return new IllegalStateException("a " + what + " is not made here");
    }
}
