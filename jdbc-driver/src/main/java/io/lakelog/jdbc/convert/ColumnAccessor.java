package io.lakelog.jdbc.convert;

import io.lakelog.sql.ResultColumn;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Map;
import org.apache.calcite.avatica.util.Cursor;
import org.joou.UByte;
import org.joou.UInteger;
import org.joou.ULong;
import org.joou.UShort;
import org.jspecify.annotations.Nullable;

/**
 * Reads one column at the cursor's row in every form JDBC knows. A subclass for each layout answers the forms its values
 * have and leaves the others to the defaults here, which say that the type has no such form. Each getter begins with
 * {@link #isNull()}, which also remembers the answer for {@code wasNull}.
 */
@SuppressWarnings("NullAway") // Every getter of JDBC returns null for NULL; the interface is not annotated.
public abstract class ColumnAccessor implements Cursor.Accessor {
    final BatchCursor cursor;
    final DataType type;
    final ZoneId zone;
    private final String label;
    private Column column;

    ColumnAccessor(BatchCursor cursor, ResultColumn column, ZoneId zone) {
        this.cursor = cursor;
        this.type = column.type();
        this.label = column.label();
        this.zone = zone;
    }

    static ColumnAccessor of(BatchCursor cursor, ResultColumn column, ZoneId zone) {
        return switch (column.type().kind()) {
            case BOOLEAN -> new NumberAccessors.OfBoolean(cursor, column, zone);
            case TINYINT, SMALLINT, INT -> new NumberAccessors.OfInt(cursor, column, zone);
            case BIGINT -> new NumberAccessors.OfLong(cursor, column, zone);
            case FLOAT -> new NumberAccessors.OfFloat(cursor, column, zone);
            case DOUBLE -> new NumberAccessors.OfDouble(cursor, column, zone);
            case DECIMAL -> new NumberAccessors.OfDecimal(cursor, column, zone);
            case CHAR, VARCHAR -> new TextAccessor(cursor, column, zone);
            case BINARY, VARBINARY -> new BinaryAccessor(cursor, column, zone);
            case DATE -> new TimeAccessors.OfDate(cursor, column, zone);
            case TIME -> new TimeAccessors.OfTime(cursor, column, zone);
            case TIMESTAMP -> new TimeAccessors.OfTimestamp(cursor, column, zone);
            case TIMESTAMP_LTZ -> new TimeAccessors.OfInstant(cursor, column, zone);
            case ARRAY, MAP, MULTISET, ROW -> new NestedAccessor(cursor, column, zone);
        };
    }

    /** Takes the vector of the next batch. */
    void bind(Column next) {
        column = next;
    }

    /** Whether the value is NULL; remembers it for {@code wasNull}. */
    final boolean isNull() throws SQLException {
        cursor.checkOnRow();
        boolean isNull = column.isNull(cursor.row());
        cursor.sawNull(isNull);
        return isNull;
    }

    final int row() {
        return cursor.row();
    }

    /** The value's text; never called for NULL. */
    abstract String text() throws SQLException;

    @Override
    public abstract Object getObject() throws SQLException;

    /** The value as an object of a wanted class, or null. */
    @Override
    public <T> T getObject(Class<T> wanted) throws SQLException {
        Object value = ObjectForms.get(this, wanted);
        return value == null ? null : wanted.cast(value);
    }

    @Override
    public final boolean wasNull() {
        return cursor.wasNull();
    }

    @Override
    public String getString() throws SQLException {
        return isNull() ? null : text();
    }

    @Override
    public boolean getBoolean() throws SQLException {
        throw hasNoForm("a boolean");
    }

    @Override
    public byte getByte() throws SQLException {
        return (byte) inRange(Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
    }

    @Override
    public short getShort() throws SQLException {
        return (short) inRange(Short.MIN_VALUE, Short.MAX_VALUE, "short");
    }

    @Override
    public int getInt() throws SQLException {
        return (int) inRange(Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
    }

    private long inRange(long least, long most, String javaType) throws SQLException {
        long value = getLong();
        if (value < least || value > most) {
            throw outOfRange(String.valueOf(value), javaType);
        }
        return value;
    }

    @Override
    public long getLong() throws SQLException {
        throw hasNoForm("a number");
    }

    @Override
    public float getFloat() throws SQLException {
        return (float) getDouble();
    }

    @Override
    public double getDouble() throws SQLException {
        throw hasNoForm("a number");
    }

    @Override
    public BigDecimal getBigDecimal() throws SQLException {
        throw hasNoForm("a number");
    }

    @Override
    public BigDecimal getBigDecimal(int scale) throws SQLException {
        BigDecimal value = getBigDecimal();
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    @Override
    public byte[] getBytes() throws SQLException {
        throw hasNoForm("bytes");
    }

    LocalDate getLocalDate() throws SQLException {
        throw hasNoForm("a date");
    }

    LocalTime getLocalTime() throws SQLException {
        throw hasNoForm("a time");
    }

    LocalDateTime getLocalDateTime() throws SQLException {
        throw hasNoForm("a timestamp");
    }

    /** The moment that the value means; a wall clock time is taken in the session's zone. */
    Instant getInstant() throws SQLException {
        LocalDateTime value = getLocalDateTime();
        return value == null ? null : value.atZone(zone).toInstant();
    }

    @Override
    public Date getDate(@Nullable Calendar calendar) throws SQLException {
        LocalDate value = getLocalDate();
        return value == null ? null : OldTime.date(value, calendar);
    }

    @Override
    public Time getTime(@Nullable Calendar calendar) throws SQLException {
        LocalTime value = getLocalTime();
        return value == null ? null : OldTime.time(value, calendar);
    }

    @Override
    public Timestamp getTimestamp(@Nullable Calendar calendar) throws SQLException {
        LocalDateTime value = getLocalDateTime();
        return value == null ? null : OldTime.timestamp(value, calendar);
    }

    @Override
    public InputStream getAsciiStream() throws SQLException {
        String value = getString();
        return value == null ? null : new ByteArrayInputStream(value.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public InputStream getUnicodeStream() throws SQLException {
        String value = getString();
        return value == null ? null : new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public InputStream getBinaryStream() throws SQLException {
        byte[] value = getBytes();
        return value == null ? null : new ByteArrayInputStream(value);
    }

    @Override
    public Reader getCharacterStream() throws SQLException {
        String value = getString();
        return value == null ? null : new StringReader(value);
    }

    @Override
    public final Reader getNCharacterStream() throws SQLException {
        return getCharacterStream();
    }

    @Override
    public final String getNString() throws SQLException {
        return getString();
    }

    @Override
    public final Object getObject(Map<String, Class<?>> map) throws SQLException {
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.unsupported("a type map");
        }
        return getObject();
    }

    @Override
    public final URL getURL() throws SQLException {
        String value = getString();
        try {
            return value == null ? null : new URL(value);
        } catch (MalformedURLException e) {
            throw SqlErrors.of(ErrorCode.INVALID_TEXT, "'" + value + "' is not a URL: " + e.getMessage());
        }
    }

    @Override
    public final Ref getRef() throws SQLException {
        throw hasNoForm("a Ref");
    }

    @Override
    public final Blob getBlob() throws SQLException {
        byte[] value = getBytes();
        return value == null ? null : new javax.sql.rowset.serial.SerialBlob(value);
    }

    @Override
    public final Clob getClob() throws SQLException {
        String value = getString();
        return value == null ? null : new TextClob(value);
    }

    @Override
    public final NClob getNClob() throws SQLException {
        String value = getString();
        return value == null ? null : new TextClob(value);
    }

    @Override
    public final SQLXML getSQLXML() throws SQLException {
        throw hasNoForm("an SQLXML");
    }

    @Override
    public Array getArray() throws SQLException {
        throw hasNoForm("an array");
    }

    @Override
    public Struct getStruct() throws SQLException {
        throw hasNoForm("a struct");
    }

    @Override
    public final UByte getUByte() throws SQLException {
        throw hasNoForm("an unsigned number");
    }

    @Override
    public final UShort getUShort() throws SQLException {
        throw hasNoForm("an unsigned number");
    }

    @Override
    public final UInteger getUInt() throws SQLException {
        throw hasNoForm("an unsigned number");
    }

    @Override
    public final ULong getULong() throws SQLException {
        throw hasNoForm("an unsigned number");
    }

    /** Says that this column's type cannot be read so. */
    final SQLException hasNoForm(String form) {
        return SqlErrors.of(
                ErrorCode.TYPE_MISMATCH, "column '" + label + "' of type " + type.sql() + " cannot be read as " + form);
    }

    final SQLException outOfRange(String value, String javaType) {
        return SqlErrors.of(
                ErrorCode.NUMERIC_OVERFLOW,
                "value " + value + " of column '" + label + "' is out of range for " + javaType);
    }

    final SQLException notANumber(@Nullable String value) {
        return SqlErrors.of(ErrorCode.INVALID_TEXT, "value '" + value + "' of column '" + label + "' is not a number");
    }
}
