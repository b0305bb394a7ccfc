package io.lakelog.storage.layout;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * The directory of a partition: {@code <name>=<value>/} for each partition column. NULL, empty and blank values share the
 * default name; {@code %XX} replaces what a path cannot hold. With legacy names a DATE is its epoch day. Immutable.
 * Source: the Paimon table format, "Partitions".
 */
public final class PartitionPaths {
    private static final String ESCAPED = "\"#%'*/:=?\\{}[]^\u007f";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private final RowType partitionType;
    private final List<DataType> types;
    private final boolean legacyNames;
    private final String defaultName;

    /**
     * @param partitionType the partition columns in the order of the table's partition keys
     * @param legacyNames whether DATE and TIMESTAMP values have their internal form
     * @param defaultName the value that stands for NULL, empty and blank
     */
    public PartitionPaths(RowType partitionType, boolean legacyNames, String defaultName) {
        this.partitionType = partitionType;
        this.types = partitionType.fields().stream().map(field -> field.type()).toList();
        this.legacyNames = legacyNames;
        this.defaultName = defaultName;
    }

    /** The path of a partition's directory below the table's: empty without partitions, else ending in a slash. */
    public String path(BinaryRow partition) {
        if (types.isEmpty()) {
            return "";
        }
        Batch values = partition.toBatch(types, "partition of " + partitionType.names());
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < types.size(); i++) {
            path.append(escape(partitionType.field(i).name()))
                    .append('=')
                    .append(escape(text(values.column(i), types.get(i))))
                    .append('/');
        }
        return path.toString();
    }

    private String text(Column column, DataType type) {
        Object value = Values.get(column, type, 0);
        if (value == null) {
            return defaultName;
        }
        String text =
                switch (type.kind()) {
                    case DATE -> legacyNames ? Integer.toString(((Column.Ints) column).values[0]) : value.toString();
                    case TIME ->
                        legacyNames
                                ? Integer.toString(((Column.Ints) column).values[0])
                                : time((LocalTime) value, type.length());
                    case DECIMAL -> ((BigDecimal) value).toPlainString();
                    case TIMESTAMP, TIMESTAMP_LTZ -> dateTime(Values.dateTime(column, 0), type.length());
                    default ->
                        value instanceof byte[] bytes
                                ? new String(bytes, java.nio.charset.StandardCharsets.UTF_8)
                                : value.toString();
                };
        return text.isBlank() ? defaultName : text;
    }

    /** As many fraction digits as the type has. */
    private String dateTime(LocalDateTime value, int digits) {
        return legacyNames ? value.toString() : SECONDS.format(value) + fraction(value.getNano(), digits);
    }

    /** One fraction digit at least where the type has any, and no zeros after it. */
    private static String time(LocalTime value, int digits) {
        String fraction = fraction(value.getNano(), digits);
        int end = fraction.length();
        while (end > 2 && fraction.charAt(end - 1) == '0') {
            end--;
        }
        return TIME.format(value) + fraction.substring(0, end);
    }

    private static String fraction(int nanos, int digits) {
        return digits == 0 ? "" : String.format(Locale.ROOT, ".%09d", nanos).substring(0, 1 + digits);
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || ESCAPED.indexOf(c) >= 0) {
                escaped.append('%')
                        .append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
