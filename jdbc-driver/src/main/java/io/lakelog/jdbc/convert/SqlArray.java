package io.lakelog.jdbc.convert;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeText;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The value of an ARRAY, detached from any result. Immutable, unless somebody writes to the array it gives. */
public final class SqlArray implements Array {
    private final DataType elementType;
    private final @Nullable Object[] elements;
    private final String text;

    /** @param text what toString gives */
    public SqlArray(DataType elementType, @Nullable Object[] elements, String text) {
        this.elementType = elementType;
        this.elements = elements.clone();
        this.text = text;
    }

    /**
     * An array for a parameter.
     *
     * @param typeName of the elements, as in CREATE TABLE
     * @throws SQLException 0A000 for a type that is not known
     */
    public static SqlArray of(String typeName, @Nullable Object[] elements) throws SQLException {
        try {
            return new SqlArray(TypeText.parse(typeName), elements, Arrays.deepToString(elements));
        } catch (LakelogException e) {
            throw SqlErrors.of(e);
        }
    }

    @Override
    public String getBaseTypeName() {
        return JdbcType.of(elementType).name();
    }

    @Override
    public int getBaseType() {
        return JdbcType.of(elementType).id();
    }

    /** The elements, an Object[]. */
    @Override
    public Object getArray() {
        return elements.clone();
    }

    @Override
    public Object getArray(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkNoMap(map);
        return getArray();
    }

    /** @param index of the first element wanted, from 1 */
    @Override
    public Object getArray(long index, int count) throws SQLException {
        if (index < 1 || count < 0 || index - 1 > elements.length) {
            throw SqlErrors.of(
                    ErrorCode.INVALID_RANGE,
                    "elements " + index + " and " + count + " more, of an array of " + elements.length);
        }
        int from = (int) (index - 1);
        return Arrays.copyOfRange(elements, from, Math.min(elements.length, from + count));
    }

    @Override
    public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map) throws SQLException {
        checkNoMap(map);
        return getArray(index, count);
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        throw SqlErrors.unsupported("the elements of an array as a ResultSet; UNNEST gives them as rows");
    }

    @Override
    public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
        return getResultSet();
    }

    @Override
    public ResultSet getResultSet(long index, int count) throws SQLException {
        return getResultSet();
    }

    @Override
    public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map) throws SQLException {
        return getResultSet();
    }

    private static void checkNoMap(@Nullable Map<String, Class<?>> map) throws SQLException {
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.unsupported("a type map");
        }
    }

    /** Nothing is held. */
    @Override
    public void free() {}

    @Override
    public boolean equals(Object other) {
        return other instanceof SqlArray that
                && elementType.sameType(that.elementType)
                && Arrays.deepEquals(elements, that.elements);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(elements);
    }

    @Override
    public String toString() {
        return text;
    }
}
