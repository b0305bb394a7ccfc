package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.SqlErrors;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/** Refuses to change a row, by column number; Avatica refuses too, but without a word. */
abstract class ReadOnlyResultSet extends AvaticaResultSet {
    ReadOnlyResultSet(@Nullable LakelogStatement statement, Meta.Signature signature, ResultSetMetaData metaData)
            throws SQLException {
        super(statement, new QueryState(signature.sql), signature, metaData, TimeZone.getDefault(), null);
    }

    static SQLException readOnly() {
        return SqlErrors.unsupported("changing a row through its result");
    }

    @Override
    public void updateNull(int column) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateBoolean(int column, boolean value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateByte(int column, byte value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateShort(int column, short value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateInt(int column, int value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateLong(int column, long value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateFloat(int column, float value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateDouble(int column, double value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateBigDecimal(int column, BigDecimal value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateString(int column, String value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateBytes(int column, byte[] value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateDate(int column, Date value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateTime(int column, Time value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateTimestamp(int column, Timestamp value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, int length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, int length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateCharacterStream(int column, Reader value, int length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateObject(int column, Object value, int length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateObject(int column, Object value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateRef(int column, Ref value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateBlob(int column, Blob value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateClob(int column, Clob value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateArray(int column, Array value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateRowId(int column, RowId value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateNString(int column, String value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateNClob(int column, NClob value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateSQLXML(int column, SQLXML value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateCharacterStream(int column, Reader value, long length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateBlob(int column, InputStream value, long length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateClob(int column, Reader value, long length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateNClob(int column, Reader value, long length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateNCharacterStream(int column, Reader value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateAsciiStream(int column, InputStream value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateBinaryStream(int column, InputStream value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateCharacterStream(int column, Reader value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateBlob(int column, InputStream value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateClob(int column, Reader value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateNClob(int column, Reader value) throws SQLException {
        throw readOnly();
    }

    @Override
    public void insertRow() throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateRow() throws SQLException {
        throw readOnly();
    }

    @Override
    public void deleteRow() throws SQLException {
        throw readOnly();
    }

    @Override
    public void refreshRow() throws SQLException {
        throw readOnly();
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        throw readOnly();
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        throw readOnly();
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        throw readOnly();
    }

    // JDBC's own defaults for these have no message.

    @Override
    public void updateObject(int column, Object value, SQLType type) throws SQLException {
        throw readOnly();
    }

    @Override
    public void updateObject(int column, Object value, SQLType type, int length) throws SQLException {
        throw readOnly();
    }
}
