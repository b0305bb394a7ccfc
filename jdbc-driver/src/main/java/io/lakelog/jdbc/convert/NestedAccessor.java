package io.lakelog.jdbc.convert;

import io.lakelog.sql.ResultColumn;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Values;
import java.sql.Array;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.ZoneId;
import java.util.Objects;

/** ARRAY, MAP, MULTISET and ROW. */
@SuppressWarnings("NullAway") // Every getter of JDBC returns null for NULL; the interface is not annotated.
final class NestedAccessor extends ColumnAccessor {
    private Column values;

    NestedAccessor(BatchCursor cursor, ResultColumn column, ZoneId zone) {
        super(cursor, column, zone);
    }

    @Override
    void bind(Column next) {
        super.bind(next);
        values = next;
    }

    private Object value() {
        return Objects.requireNonNull(Values.get(values, type, row()));
    }

    @Override
    String text() {
        return NestedText.of(value(), type, zone);
    }

    /** An {@link SqlArray}, an {@link SqlStruct}, or a Map. */
    @Override
    public Object getObject() throws SQLException {
        return isNull() ? null : NestedObjects.of(value(), type, zone);
    }

    @Override
    public Array getArray() throws SQLException {
        if (isNull()) {
            return null;
        }
        if (getObject() instanceof Array array) {
            return array;
        }
        throw hasNoForm("an array");
    }

    @Override
    public Struct getStruct() throws SQLException {
        if (isNull()) {
            return null;
        }
        if (getObject() instanceof Struct struct) {
            return struct;
        }
        throw hasNoForm("a struct");
    }

    @Override
    public <T> T getObject(Class<T> wanted) throws SQLException {
        if (wanted == null || wanted == String.class || isNull()) {
            return super.getObject(wanted);
        }
        Object value = getObject();
        if (wanted.isInstance(value)) {
            return wanted.cast(value);
        }
        if (value instanceof Array array && wanted.isInstance(array.getArray())) {
            return wanted.cast(array.getArray());
        }
        if (value instanceof Array array && wanted == java.util.List.class) {
            return wanted.cast(java.util.Arrays.asList((Object[]) array.getArray()));
        }
        throw hasNoForm(wanted.getName());
    }
}
