package io.lakelog.jdbc.convert;

import java.sql.SQLException;
import java.sql.Struct;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The value of a ROW, detached from any result. Immutable. */
public final class SqlStruct implements Struct {
    private final String typeName;
    private final @Nullable Object[] attributes;
    private final String text;

    /** @param text what toString gives */
    public SqlStruct(String typeName, @Nullable Object[] attributes, String text) {
        this.typeName = typeName;
        this.attributes = attributes.clone();
        this.text = text;
    }

    @Override
    public String getSQLTypeName() {
        return typeName;
    }

    @Override
    public @Nullable Object[] getAttributes() {
        return attributes.clone();
    }

    @Override
    public @Nullable Object[] getAttributes(@Nullable Map<String, Class<?>> map) throws SQLException {
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.unsupported("a type map");
        }
        return getAttributes();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SqlStruct that && Arrays.deepEquals(attributes, that.attributes);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(attributes);
    }

    @Override
    public String toString() {
        return text;
    }
}
