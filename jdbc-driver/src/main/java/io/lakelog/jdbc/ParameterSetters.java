package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.ParameterValues;
import io.lakelog.jdbc.convert.SqlErrors;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/** The many setters of JDBC, all of which end in {@link #put}. */
abstract class ParameterSetters extends LakelogStatement implements PreparedStatement {
    ParameterSetters(LakelogConnection connection, int number, int holdability) {
        super(connection, number, holdability);
    }

    /**
     * Sets a parameter.
     *
     * @param parameter from 1
     * @param calendar whose zone says which wall clock time an old date is, or null for the zone of the JVM
     */
    abstract void put(int parameter, @Nullable Object value, @Nullable Calendar calendar) throws SQLException;

    private void put(int parameter, @Nullable Object value) throws SQLException {
        put(parameter, value, null);
    }

    private void putText(int parameter, @Nullable Reader text, long length) throws SQLException {
        put(parameter, text == null ? null : ParameterValues.text(text, length));
    }

    private void putText(int parameter, @Nullable InputStream text, Charset charset, long length) throws SQLException {
        // The length counts bytes.
        put(parameter, text == null ? null : new String(ParameterValues.bytes(text, length), charset));
    }

    private void putBytes(int parameter, @Nullable InputStream bytes, long length) throws SQLException {
        put(parameter, bytes == null ? null : ParameterValues.bytes(bytes, length));
    }

    @Override
    public void setNull(int parameter, int sqlType) throws SQLException {
        put(parameter, null);
    }

    @Override
    public void setNull(int parameter, int sqlType, @Nullable String typeName) throws SQLException {
        put(parameter, null);
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, int sqlType) throws SQLException {
        put(parameter, ParameterValues.as(value, sqlType, -1));
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, int sqlType, int scaleOrLength) throws SQLException {
        put(parameter, ParameterValues.as(value, sqlType, scaleOrLength));
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, SQLType sqlType) throws SQLException {
        put(parameter, ParameterValues.as(value, sqlType.getVendorTypeNumber(), -1));
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, SQLType sqlType, int scaleOrLength)
            throws SQLException {
        put(parameter, ParameterValues.as(value, sqlType.getVendorTypeNumber(), scaleOrLength));
    }

    @Override
    public void setURL(int parameter, @Nullable URL value) throws SQLException {
        put(parameter, value == null ? null : value.toString());
    }

    @Override
    public void setBoolean(int parameter, boolean value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setByte(int parameter, byte value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setShort(int parameter, short value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setInt(int parameter, int value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setLong(int parameter, long value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setFloat(int parameter, float value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setDouble(int parameter, double value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setBigDecimal(int parameter, @Nullable BigDecimal value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setString(int parameter, @Nullable String value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setNString(int parameter, @Nullable String value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setBytes(int parameter, byte @Nullable [] value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setDate(int parameter, @Nullable Date value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setTime(int parameter, @Nullable Time value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setTimestamp(int parameter, @Nullable Timestamp value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setBlob(int parameter, @Nullable Blob value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setClob(int parameter, @Nullable Clob value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setNClob(int parameter, @Nullable NClob value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setObject(int parameter, @Nullable Object value) throws SQLException {
        put(parameter, value);
    }

    @Override
    public void setDate(int parameter, @Nullable Date value, @Nullable Calendar calendar) throws SQLException {
        put(parameter, value, calendar);
    }

    @Override
    public void setTime(int parameter, @Nullable Time value, @Nullable Calendar calendar) throws SQLException {
        put(parameter, value, calendar);
    }

    @Override
    public void setTimestamp(int parameter, @Nullable Timestamp value, @Nullable Calendar calendar)
            throws SQLException {
        put(parameter, value, calendar);
    }

    @Override
    public void setCharacterStream(int parameter, @Nullable Reader value, int length) throws SQLException {
        putText(parameter, value, length);
    }

    @Override
    public void setCharacterStream(int parameter, @Nullable Reader value, long length) throws SQLException {
        putText(parameter, value, length);
    }

    @Override
    public void setCharacterStream(int parameter, @Nullable Reader value) throws SQLException {
        putText(parameter, value, -1);
    }

    @Override
    public void setNCharacterStream(int parameter, @Nullable Reader value, long length) throws SQLException {
        putText(parameter, value, length);
    }

    @Override
    public void setNCharacterStream(int parameter, @Nullable Reader value) throws SQLException {
        putText(parameter, value, -1);
    }

    @Override
    public void setClob(int parameter, @Nullable Reader value, long length) throws SQLException {
        putText(parameter, value, length);
    }

    @Override
    public void setClob(int parameter, @Nullable Reader value) throws SQLException {
        putText(parameter, value, -1);
    }

    @Override
    public void setNClob(int parameter, @Nullable Reader value, long length) throws SQLException {
        putText(parameter, value, length);
    }

    @Override
    public void setNClob(int parameter, @Nullable Reader value) throws SQLException {
        putText(parameter, value, -1);
    }

    @Override
    public void setAsciiStream(int parameter, @Nullable InputStream value, int length) throws SQLException {
        putText(parameter, value, StandardCharsets.US_ASCII, length);
    }

    @Override
    public void setAsciiStream(int parameter, @Nullable InputStream value, long length) throws SQLException {
        putText(parameter, value, StandardCharsets.US_ASCII, length);
    }

    @Override
    public void setAsciiStream(int parameter, @Nullable InputStream value) throws SQLException {
        putText(parameter, value, StandardCharsets.US_ASCII, -1);
    }

    @Override
    public void setBinaryStream(int parameter, @Nullable InputStream value, int length) throws SQLException {
        putBytes(parameter, value, length);
    }

    @Override
    public void setBinaryStream(int parameter, @Nullable InputStream value, long length) throws SQLException {
        putBytes(parameter, value, length);
    }

    @Override
    public void setBinaryStream(int parameter, @Nullable InputStream value) throws SQLException {
        putBytes(parameter, value, -1);
    }

    @Override
    public void setBlob(int parameter, @Nullable InputStream value, long length) throws SQLException {
        putBytes(parameter, value, length);
    }

    @Override
    public void setBlob(int parameter, @Nullable InputStream value) throws SQLException {
        putBytes(parameter, value, -1);
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int parameter, @Nullable InputStream value, int length) throws SQLException {
        putText(parameter, value, StandardCharsets.UTF_8, length);
    }

    @Override
    public void setRef(int parameter, @Nullable Ref value) throws SQLException {
        throw SqlErrors.unsupported("a parameter of class Ref");
    }

    @Override
    public void setArray(int parameter, @Nullable Array value) throws SQLException {
        setObject(parameter, value);
    }

    @Override
    public void setRowId(int parameter, @Nullable RowId value) throws SQLException {
        throw SqlErrors.unsupported("a parameter of class RowId");
    }

    @Override
    public void setSQLXML(int parameter, @Nullable SQLXML value) throws SQLException {
        throw SqlErrors.unsupported("a parameter of class SQLXML");
    }
}
