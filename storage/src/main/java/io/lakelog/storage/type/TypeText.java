package io.lakelog.storage.type;

import io.lakelog.storage.error.LakelogException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of a type as schema files hold it: the inverse of {@link DataType#toString()}, blanks and case being
 * free. Thread-safe.
 */
public final class TypeText {
    private static final Pattern TYPE = Pattern.compile(
            "([A-Z_]+)\\s*(?:\\(\\s*(\\d+)\\s*(?:,\\s*(\\d+)\\s*)?\\))?\\s*(WITH LOCAL TIME ZONE)?\\s*(NOT NULL|NULL)?");

    private TypeText() {}

    /**
     * The type that {@code text} names.
     *
     * @throws LakelogException UNSUPPORTED, naming the text, for a type that Lakelog cannot hold
     */
    public static DataType parse(String text) {
        if (NestedTypeText.isNested(text)) {
            return NestedTypeText.parse(text);
        }
        String normal = text.trim().toUpperCase(Locale.ROOT).replaceAll("\\s+", " ");
        Matcher matcher = TYPE.matcher(normal);
        if (!matcher.matches()) {
            throw unknown(text);
        }
        int first;
        int second;
        try {
            first = matcher.group(2) == null ? -1 : Integer.parseInt(matcher.group(2));
            second = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
        } catch (NumberFormatException e) {
            throw unknown(text);
        }
        boolean local = matcher.group(4) != null;
        boolean notNull = "NOT NULL".equals(matcher.group(5));
        DataType type =
                switch (matcher.group(1)) {
                    case "BOOLEAN" -> DataType.BOOLEAN;
                    case "TINYINT" -> DataType.TINYINT;
                    case "SMALLINT" -> DataType.SMALLINT;
                    case "INT", "INTEGER" -> DataType.INT;
                    case "BIGINT" -> DataType.BIGINT;
                    case "FLOAT" -> DataType.FLOAT;
                    case "DOUBLE" -> DataType.DOUBLE;
                    case "DATE" -> DataType.DATE;
                    case "STRING" -> DataType.STRING;
                    case "BYTES" -> DataType.BYTES;
                    case "DECIMAL" -> DataType.decimal(first < 0 ? 10 : first, second);
                    case "CHAR" -> DataType.character(first < 0 ? 1 : first);
                    case "VARCHAR" -> DataType.varchar(first < 0 ? 1 : first);
                    case "BINARY" -> DataType.binary(first < 0 ? 1 : first);
                    case "VARBINARY" -> DataType.varbinary(first < 0 ? 1 : first);
                    case "TIME" -> DataType.time(Math.max(first, 0));
                    case "TIMESTAMP" ->
                        local
                                ? DataType.timestampLtz(first < 0 ? 6 : first)
                                : DataType.timestamp(first < 0 ? 6 : first);
                    case "TIMESTAMP_LTZ" -> DataType.timestampLtz(first < 0 ? 6 : first);
                    default -> throw unknown(text);
                };
        return type.withNullable(!notNull);
    }

    private static LakelogException unknown(String text) {
        return LakelogException.unsupported("column type " + text + " is not supported");
    }
}
