package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.SqlErrors;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.NearMatch;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * The getters by label, each a look-up and the getter by number. Labels match without regard to case; of several equal
 * ones the first counts. (Avatica walks through all columns at each call, and its error has no SQLSTATE.)
 */
abstract class LabelledResultSet extends ReadOnlyByLabel {
    private final Map<String, Integer> numbers = new HashMap<>();

    LabelledResultSet(@Nullable LakelogStatement statement, Meta.Signature signature, ResultSetMetaData metaData)
            throws SQLException {
        super(statement, signature, metaData);
        List<ColumnMetaData> columns = signature.columns;
        for (int i = columns.size() - 1; i >= 0; i--) {
            numbers.put(columns.get(i).label.toLowerCase(Locale.ROOT), i + 1);
        }
    }

    private int number(@Nullable String label) throws SQLException {
        checkOpen();
        // Most callers write a label as it is; the map learns each spelling that it has seen.
        Integer number = label == null ? null : numbers.get(label);
        return number != null ? number : lowerCaseNumber(label);
    }

    private int lowerCaseNumber(@Nullable String label) throws SQLException {
        Integer number = label == null ? null : numbers.get(label.toLowerCase(Locale.ROOT));
        if (label == null || number == null) {
            List<String> labels =
                    columnMetaDataList.stream().map(column -> column.label).toList();
            throw SqlErrors.of(
                    ErrorCode.COLUMN_NOT_FOUND,
                    "the result has no column '" + label + "'" + (label == null ? "" : NearMatch.hint(label, labels)));
        }
        numbers.put(label, number);
        return number;
    }

    @Override
    public int findColumn(@Nullable String label) throws SQLException {
        return number(label);
    }

    @Override
    public Object getObject(String label, Map<String, Class<?>> map) throws SQLException {
        return getObject(number(label), map);
    }

    @Override
    public <T> T getObject(String label, Class<T> type) throws SQLException {
        return getObject(number(label), type);
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // JDBC's own, for callers that are as old.
    public BigDecimal getBigDecimal(String label, int scale) throws SQLException {
        return getBigDecimal(number(label), scale);
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation")
    public InputStream getUnicodeStream(String label) throws SQLException {
        return getUnicodeStream(number(label));
    }

    @Override
    public String getString(String label) throws SQLException {
        return getString(number(label));
    }

    @Override
    public boolean getBoolean(String label) throws SQLException {
        return getBoolean(number(label));
    }

    @Override
    public byte getByte(String label) throws SQLException {
        return getByte(number(label));
    }

    @Override
    public short getShort(String label) throws SQLException {
        return getShort(number(label));
    }

    @Override
    public int getInt(String label) throws SQLException {
        return getInt(number(label));
    }

    @Override
    public long getLong(String label) throws SQLException {
        return getLong(number(label));
    }

    @Override
    public float getFloat(String label) throws SQLException {
        return getFloat(number(label));
    }

    @Override
    public double getDouble(String label) throws SQLException {
        return getDouble(number(label));
    }

    @Override
    public byte[] getBytes(String label) throws SQLException {
        return getBytes(number(label));
    }

    @Override
    public Date getDate(String label) throws SQLException {
        return getDate(number(label));
    }

    @Override
    public Time getTime(String label) throws SQLException {
        return getTime(number(label));
    }

    @Override
    public Timestamp getTimestamp(String label) throws SQLException {
        return getTimestamp(number(label));
    }

    @Override
    public InputStream getAsciiStream(String label) throws SQLException {
        return getAsciiStream(number(label));
    }

    @Override
    public InputStream getBinaryStream(String label) throws SQLException {
        return getBinaryStream(number(label));
    }

    @Override
    public Object getObject(String label) throws SQLException {
        return getObject(number(label));
    }

    @Override
    public Reader getCharacterStream(String label) throws SQLException {
        return getCharacterStream(number(label));
    }

    @Override
    public BigDecimal getBigDecimal(String label) throws SQLException {
        return getBigDecimal(number(label));
    }

    @Override
    public Ref getRef(String label) throws SQLException {
        return getRef(number(label));
    }

    @Override
    public Blob getBlob(String label) throws SQLException {
        return getBlob(number(label));
    }

    @Override
    public Clob getClob(String label) throws SQLException {
        return getClob(number(label));
    }

    @Override
    public Array getArray(String label) throws SQLException {
        return getArray(number(label));
    }

    @Override
    public URL getURL(String label) throws SQLException {
        return getURL(number(label));
    }

    @Override
    public NClob getNClob(String label) throws SQLException {
        return getNClob(number(label));
    }

    @Override
    public SQLXML getSQLXML(String label) throws SQLException {
        return getSQLXML(number(label));
    }

    @Override
    public String getNString(String label) throws SQLException {
        return getNString(number(label));
    }

    @Override
    public Reader getNCharacterStream(String label) throws SQLException {
        return getNCharacterStream(number(label));
    }

    @Override
    public Date getDate(String label, Calendar calendar) throws SQLException {
        return getDate(number(label), calendar);
    }

    @Override
    public Time getTime(String label, Calendar calendar) throws SQLException {
        return getTime(number(label), calendar);
    }

    @Override
    public Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
        return getTimestamp(number(label), calendar);
    }
}
