package io.lakelog.jdbc.convert;

import io.lakelog.storage.error.ErrorCode;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The classes that {@code getObject(column, class)} knows, and how each is read. */
final class ObjectForms {
    private static final Map<Class<?>, Form> FORMS = new HashMap<>();

    static {
        FORMS.put(Object.class, ColumnAccessor::getObject);
        FORMS.put(String.class, ColumnAccessor::getString);
        FORMS.put(Boolean.class, ColumnAccessor::getBoolean);
        FORMS.put(Byte.class, ColumnAccessor::getByte);
        FORMS.put(Short.class, ColumnAccessor::getShort);
        FORMS.put(Integer.class, ColumnAccessor::getInt);
        FORMS.put(Long.class, ColumnAccessor::getLong);
        FORMS.put(Float.class, ColumnAccessor::getFloat);
        FORMS.put(Double.class, ColumnAccessor::getDouble);
        FORMS.put(Number.class, ColumnAccessor::getBigDecimal);
        FORMS.put(BigDecimal.class, ColumnAccessor::getBigDecimal);
        FORMS.put(BigInteger.class, accessor -> accessor.getBigDecimal().toBigInteger());
        FORMS.put(byte[].class, ColumnAccessor::getBytes);
        FORMS.put(LocalDate.class, ColumnAccessor::getLocalDate);
        FORMS.put(LocalTime.class, ColumnAccessor::getLocalTime);
        FORMS.put(LocalDateTime.class, ColumnAccessor::getLocalDateTime);
        FORMS.put(Instant.class, ColumnAccessor::getInstant);
        FORMS.put(
                OffsetDateTime.class,
                accessor -> accessor.getInstant().atZone(accessor.zone).toOffsetDateTime());
        FORMS.put(ZonedDateTime.class, accessor -> accessor.getInstant().atZone(accessor.zone));
        FORMS.put(Date.class, accessor -> accessor.getDate(null));
        FORMS.put(Time.class, accessor -> accessor.getTime(null));
        FORMS.put(Timestamp.class, accessor -> accessor.getTimestamp(null));
        FORMS.put(java.util.Date.class, accessor -> accessor.getTimestamp(null));
        FORMS.put(UUID.class, ObjectForms::uuid);
        FORMS.put(URL.class, ColumnAccessor::getURL);
        FORMS.put(InputStream.class, ColumnAccessor::getBinaryStream);
        FORMS.put(Reader.class, ColumnAccessor::getCharacterStream);
        FORMS.put(Blob.class, ColumnAccessor::getBlob);
        FORMS.put(Clob.class, ColumnAccessor::getClob);
        FORMS.put(NClob.class, ColumnAccessor::getNClob);
    }

    private ObjectForms() {}

    /** The value as an object of exactly {@code wanted} or a class below it; null for NULL. */
    static @Nullable Object get(ColumnAccessor accessor, @Nullable Class<?> wanted) throws SQLException {
        if (wanted == null) {
            throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "getObject needs a class");
        }
        Form form = FORMS.get(wanted);
        if (form == null) {
            throw accessor.hasNoForm(wanted.getName());
        }
        return accessor.isNull() ? null : form.read(accessor);
    }

    private static UUID uuid(ColumnAccessor accessor) throws SQLException {
        try {
            return UUID.fromString(accessor.text());
        } catch (IllegalArgumentException e) {
            throw SqlErrors.of(ErrorCode.INVALID_TEXT, "'" + accessor.text() + "' is not a UUID");
        }
    }

    /** Reads a value that is not NULL. */
    private interface Form {
        Object read(ColumnAccessor accessor) throws SQLException;
    }
}
