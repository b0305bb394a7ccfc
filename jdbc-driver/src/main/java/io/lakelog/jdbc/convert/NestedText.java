package io.lakelog.jdbc.convert;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nested values as text for people: {@code [1, 2, NULL]}, {@code {a=1, b=2}}, {@code (1, abc)}. Pure. */
public final class NestedText {
    private NestedText() {}

    /** @param value of the class that {@link io.lakelog.storage.row.Values} names for the type */
    public static String of(Object value, DataType type, ZoneId zone) {
        StringBuilder text = new StringBuilder();
        append(text, value, type, zone);
        return text.toString();
    }

    private static void append(StringBuilder text, @Nullable Object value, DataType type, ZoneId zone) {
        if (value == null) {
            text.append("NULL");
            return;
        }
        List<Field> children = type.children();
        switch (type.kind()) {
            case ARRAY, ROW -> {
                boolean row = type.kind() == TypeKind.ROW;
                text.append(row ? '(' : '[');
                int i = 0;
                for (Object item : (List<?>) value) {
                    text.append(i == 0 ? "" : ", ");
                    append(text, item, children.get(row ? i : 0).type(), zone);
                    i++;
                }
                text.append(row ? ')' : ']');
            }
            case MAP, MULTISET -> {
                text.append('{');
                Iterator<? extends Map.Entry<?, ?>> entries =
                        ((Map<?, ?>) value).entrySet().iterator();
                while (entries.hasNext()) {
                    Map.Entry<?, ?> entry = entries.next();
                    append(text, entry.getKey(), children.get(0).type(), zone);
                    text.append('=');
                    append(text, entry.getValue(), children.get(1).type(), zone);
                    text.append(entries.hasNext() ? ", " : "");
                }
                text.append('}');
            }
            default -> text.append(scalar(value, type, zone));
        }
    }

    private static String scalar(Object value, DataType type, ZoneId zone) {
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        } else if (value instanceof LocalTime time) {
            return TimeText.time(time, type.length());
        } else if (value instanceof LocalDateTime time) {
            return TimeText.dateTime(time, type.length());
        } else if (value instanceof Instant moment) {
            return TimeText.instant(moment, type.length(), zone);
        } else if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        return value.toString();
    }
}
