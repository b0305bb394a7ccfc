package io.lakelog.jdbc.convert;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import io.lakelog.storage.type.TypeText;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * A SQL type as JDBC describes it: the only table of these facts.
 *
 * @param id one of {@link Types}
 * @param name without parameters; of a nested type its whole text
 * @param precision digits of a number; characters of a text, date or time; bytes of a binary value
 * @param scale digits after the point, of a second too
 * @param displaySize the most characters that the value has as text; {@link Integer#MAX_VALUE} for no limit
 * @param className of what getObject returns
 */
public record JdbcType(int id, String name, int precision, int scale, int displaySize, String className) {
    /** How JDBC describes {@code type}. */
    public static JdbcType of(DataType type) {
        return switch (type.kind()) {
            case BOOLEAN -> new JdbcType(Types.BOOLEAN, "BOOLEAN", 1, 0, 5, "java.lang.Boolean");
            case TINYINT -> new JdbcType(Types.TINYINT, "TINYINT", 3, 0, 4, "java.lang.Integer");
            case SMALLINT -> new JdbcType(Types.SMALLINT, "SMALLINT", 5, 0, 6, "java.lang.Integer");
            case INT -> new JdbcType(Types.INTEGER, "INT", 10, 0, 11, "java.lang.Integer");
            case BIGINT -> new JdbcType(Types.BIGINT, "BIGINT", 19, 0, 20, "java.lang.Long");
            case FLOAT -> new JdbcType(Types.REAL, "FLOAT", 7, 0, 15, "java.lang.Float");
            case DOUBLE -> new JdbcType(Types.DOUBLE, "DOUBLE", 15, 0, 24, "java.lang.Double");
            case DECIMAL ->
                new JdbcType(
                        Types.DECIMAL,
                        "DECIMAL",
                        type.length(),
                        type.scale(),
                        type.length() + (type.scale() > 0 ? 3 : 1),
                        "java.math.BigDecimal");
            case CHAR -> text(Types.CHAR, "CHAR", type);
            case VARCHAR -> text(Types.VARCHAR, type.length() == DataType.UNBOUNDED ? "STRING" : "VARCHAR", type);
            case BINARY -> binary(Types.BINARY, "BINARY", type);
            case VARBINARY ->
                binary(Types.VARBINARY, type.length() == DataType.UNBOUNDED ? "BYTES" : "VARBINARY", type);
            case DATE -> new JdbcType(Types.DATE, "DATE", 10, 0, 10, "java.sql.Date");
            case TIME -> time(Types.TIME, "TIME", 8, type, "java.sql.Time");
            case TIMESTAMP -> time(Types.TIMESTAMP, "TIMESTAMP", 19, type, "java.sql.Timestamp");
            case TIMESTAMP_LTZ ->
                time(Types.TIMESTAMP_WITH_TIMEZONE, "TIMESTAMP_LTZ", 25, type, "java.time.OffsetDateTime");
            case ARRAY -> nested(Types.ARRAY, type, "java.sql.Array");
            case MAP, MULTISET -> nested(Types.JAVA_OBJECT, type, "java.util.Map");
            case ROW -> nested(Types.STRUCT, type, "java.sql.Struct");
        };
    }

    /** The type with this description, the inverse of {@link #of}. */
    public static DataType toDataType(String name, int precision, int scale, boolean nullable) {
        if (name.indexOf('<') > 0) {
            return TypeText.parse(name).withNullable(nullable);
        }
        DataType type =
                switch (name) {
                    case "STRING" -> DataType.STRING;
                    case "BYTES" -> DataType.BYTES;
                    default ->
                        switch (TypeKind.valueOf(name)) {
                            case BOOLEAN -> DataType.BOOLEAN;
                            case TINYINT -> DataType.TINYINT;
                            case SMALLINT -> DataType.SMALLINT;
                            case INT -> DataType.INT;
                            case BIGINT -> DataType.BIGINT;
                            case FLOAT -> DataType.FLOAT;
                            case DOUBLE -> DataType.DOUBLE;
                            case DECIMAL -> DataType.decimal(precision, scale);
                            case CHAR -> DataType.character(precision);
                            case VARCHAR -> DataType.varchar(precision);
                            case BINARY -> DataType.binary(precision);
                            case VARBINARY -> DataType.varbinary(precision);
                            case DATE -> DataType.DATE;
                            case TIME -> DataType.time(scale);
                            case TIMESTAMP -> DataType.timestamp(scale);
                            case TIMESTAMP_LTZ -> DataType.timestampLtz(scale);
                            case ARRAY, MAP, MULTISET, ROW -> throw new IllegalArgumentException(name);
                        };
                };
        return type.withNullable(nullable);
    }

    /** Whether values have a sign. */
    public boolean signed() {
        return isNumber();
    }

    public boolean isNumber() {
        return switch (id) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.REAL, Types.DOUBLE, Types.DECIMAL ->
                true;
            default -> false;
        };
    }

    public boolean isText() {
        return id == Types.CHAR || id == Types.VARCHAR;
    }

    public boolean isBinary() {
        return id == Types.BINARY || id == Types.VARBINARY;
    }

    /** The most bytes that a text or binary value takes, a character up to four in UTF-8; null for other types. */
    public @Nullable Integer octets() {
        if (!isText() && !isBinary()) {
            return null;
        }
        long most = isText() ? 4L * precision : precision;
        return (int) Math.min(Integer.MAX_VALUE, most);
    }

    private static JdbcType nested(int id, DataType type, String className) {
        return new JdbcType(id, type.sql(), 0, 0, Integer.MAX_VALUE, className);
    }

    private static JdbcType text(int id, String name, DataType type) {
        return new JdbcType(id, name, type.length(), 0, type.length(), "java.lang.String");
    }

    private static JdbcType binary(int id, String name, DataType type) {
        int digits = type.length() > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : 2 * type.length();
        return new JdbcType(id, name, type.length(), 0, digits, "[B");
    }

    private static JdbcType time(int id, String name, int characters, DataType type, String className) {
        int length = characters + (type.length() > 0 ? 1 + type.length() : 0);
        return new JdbcType(id, name, length, type.length(), length, className);
    }
}
