package io.lakelog.sql.exec;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.DoublesBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.row.Utf8;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Puts Java values (parameters, literals) into a column, converting as an assignment does. The classes that fit as they
 * are take a short way without any object made; all others go through {@link ValueConversion}. Not thread-safe.
 */
public final class ValueAppender {
    private final String column;
    private final DataType type;
    private final ColumnBuilder builder;
    private final ZoneId zone;

    /** @param column named in errors */
    public ValueAppender(String column, DataType type, ColumnBuilder builder, ZoneId zone) {
        this.column = column;
        this.type = type;
        this.builder = builder;
        this.zone = zone;
    }

    /** @throws LakelogException naming the column, if the value does not fit */
    public void append(@Nullable Object value) {
        if (value == null) {
            builder.appendNull();
        } else if (!appendAsIs(value)) {
            appendConverted(value);
        }
    }

    private boolean appendAsIs(Object value) {
        switch (type.kind()) {
            case INT -> {
                if (value instanceof Integer number) {
                    ((IntsBuilder) builder).append(number);
                    return true;
                }
            }
            case BIGINT -> {
                if (value instanceof Long number) {
                    ((LongsBuilder) builder).append(number);
                    return true;
                }
            }
            case DOUBLE -> {
                if (value instanceof Double number) {
                    ((DoublesBuilder) builder).append(number);
                    return true;
                }
            }
            case VARCHAR, CHAR -> {
                if (value instanceof String text
                        && (type.length() == DataType.UNBOUNDED || text.length() <= type.length())) {
                    ((BytesBuilder) builder).append(Utf8.encode(text));
                    return true;
                }
            }
            default -> {
                return false;
            }
        }
        return false;
    }

    private void appendConverted(Object value) {
        try {
            Values.append(builder, type, ValueConversion.convert(value, type, ValueConversion.Loss.ROUND, zone));
        } catch (LakelogException e) {
            throw new LakelogException(e.code(), "column '" + column + "': " + e.getMessage(), e);
        }
    }
}
