package io.lakelog.jdbc.convert;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values within nested ones, as the classes that getObject gives for columns of their types. Pure. */
final class NestedObjects {
    private NestedObjects() {}

    /** @param value of the class that {@link io.lakelog.storage.row.Values} names for the type */
    static @Nullable Object of(@Nullable Object value, DataType type, ZoneId zone) {
        if (value == null) {
            return null;
        }
        List<Field> children = type.children();
        return switch (type.kind()) {
            case TINYINT, SMALLINT -> ((Number) value).intValue();
            case DATE -> OldTime.date((LocalDate) value, null);
            case TIME -> OldTime.time((LocalTime) value, null);
            case TIMESTAMP -> OldTime.timestamp((LocalDateTime) value, null);
            case TIMESTAMP_LTZ -> ((Instant) value).atZone(zone).toOffsetDateTime();
            case ARRAY -> {
                List<?> elements = (List<?>) value;
                @Nullable Object[] objects = new Object[elements.size()];
                for (int i = 0; i < objects.length; i++) {
                    objects[i] = of(elements.get(i), children.get(0).type(), zone);
                }
                yield new SqlArray(children.get(0).type(), objects, NestedText.of(value, type, zone));
            }
            case ROW -> {
                List<?> fields = (List<?>) value;
                @Nullable Object[] objects = new Object[fields.size()];
                for (int i = 0; i < objects.length; i++) {
                    objects[i] = of(fields.get(i), children.get(i).type(), zone);
                }
                yield new SqlStruct(type.sql(), objects, NestedText.of(value, type, zone));
            }
            case MAP, MULTISET -> {
                Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                    entries.put(
                            of(entry.getKey(), children.get(0).type(), zone),
                            of(entry.getValue(), children.get(1).type(), zone));
                }
                yield entries;
            }
            default -> value;
        };
    }
}
