package io.lakelog.storage.type;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A SQL type: its kind, its parameters, and whether it allows NULL. Immutable.
 *
 * @param kind which type
 * @param length digits of a DECIMAL (1 to 38), fraction digits of a TIME or TIMESTAMP (0 to 9), characters or bytes of a
 *     CHAR, VARCHAR, BINARY, VARBINARY ({@link #UNBOUNDED} for STRING and BYTES); 0 for other kinds
 * @param scale digits after the point of a DECIMAL; 0 for other kinds
 * @param nullable whether NULL is a value
 * @param children what a nested type holds: the element of an ARRAY; key and value of a MAP; element and count of a
 *     MULTISET; the fields of a ROW. Only those of a ROW have names and ids of the schema's. Empty for other kinds
 */
public record DataType(TypeKind kind, int length, int scale, boolean nullable, List<Field> children) {
    /** The length of STRING and BYTES. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    public static final DataType BOOLEAN = simple(TypeKind.BOOLEAN);
    public static final DataType TINYINT = simple(TypeKind.TINYINT);
    public static final DataType SMALLINT = simple(TypeKind.SMALLINT);
    public static final DataType INT = simple(TypeKind.INT);
    public static final DataType BIGINT = simple(TypeKind.BIGINT);
    public static final DataType FLOAT = simple(TypeKind.FLOAT);
    public static final DataType DOUBLE = simple(TypeKind.DOUBLE);
    public static final DataType DATE = simple(TypeKind.DATE);
    public static final DataType STRING = new DataType(TypeKind.VARCHAR, UNBOUNDED, 0, true);
    public static final DataType BYTES = new DataType(TypeKind.VARBINARY, UNBOUNDED, 0, true);

    public DataType {
        children = List.copyOf(children);
    }

    /** A type that holds no others. */
    public DataType(TypeKind kind, int length, int scale, boolean nullable) {
        this(kind, length, scale, nullable, List.of());
    }

    private static DataType simple(TypeKind kind) {
        return new DataType(kind, 0, 0, true);
    }

    public static DataType decimal(int precision, int scale) {
        return new DataType(TypeKind.DECIMAL, precision, scale, true);
    }

    public static DataType varchar(int length) {
        return new DataType(TypeKind.VARCHAR, length, 0, true);
    }

    public static DataType character(int length) {
        return new DataType(TypeKind.CHAR, length, 0, true);
    }

    public static DataType binary(int length) {
        return new DataType(TypeKind.BINARY, length, 0, true);
    }

    public static DataType varbinary(int length) {
        return new DataType(TypeKind.VARBINARY, length, 0, true);
    }

    public static DataType time(int precision) {
        return new DataType(TypeKind.TIME, precision, 0, true);
    }

    public static DataType timestamp(int precision) {
        return new DataType(TypeKind.TIMESTAMP, precision, 0, true);
    }

    public static DataType timestampLtz(int precision) {
        return new DataType(TypeKind.TIMESTAMP_LTZ, precision, 0, true);
    }

    public static DataType array(DataType element) {
        return new DataType(TypeKind.ARRAY, 0, 0, true, List.of(new Field(0, "element", element)));
    }

    /** Keys are never NULL, whatever their type says. */
    public static DataType map(DataType key, DataType value) {
        return new DataType(TypeKind.MAP, 0, 0, true, List.of(new Field(0, "key", key), new Field(1, "value", value)));
    }

    public static DataType multiset(DataType element) {
        return new DataType(
                TypeKind.MULTISET,
                0,
                0,
                true,
                List.of(new Field(0, "key", element), new Field(1, "value", INT.notNull())));
    }

    /** A ROW of these fields, whose ids are the schema's. */
    public static DataType row(List<Field> fields) {
        return new DataType(TypeKind.ROW, 0, 0, true, fields);
    }

    public DataType withNullable(boolean wanted) {
        return wanted == nullable ? this : new DataType(kind, length, scale, wanted, children);
    }

    /** This nested type with other children. */
    public DataType withChildren(List<Field> others) {
        return new DataType(kind, length, scale, nullable, others);
    }

    public DataType notNull() {
        return withNullable(false);
    }

    /** Whether the two are the same type, NULL or not; fields of a ROW by name, not by id. */
    public boolean sameType(DataType other) {
        if (kind != other.kind
                || length != other.length
                || scale != other.scale
                || children.size() != other.children.size()) {
            return false;
        }
        for (int i = 0; i < children.size(); i++) {
            Field mine = children.get(i);
            Field theirs = other.children.get(i);
            if (!mine.name().equals(theirs.name()) || !mine.type().sameType(theirs.type())) {
                return false;
            }
        }
        return true;
    }

    /** Whether the two are the same type, NULL or not, and the fields of their ROWs the same ones, by name and by id. */
    public boolean sameFields(DataType other) {
        if (!sameType(other)) {
            return false;
        }
        for (int i = 0; i < children.size(); i++) {
            Field mine = children.get(i);
            Field theirs = other.children.get(i);
            boolean same = kind != TypeKind.ROW || mine.id() == theirs.id();
            if (!same || !mine.type().sameFields(theirs.type())) {
                return false;
            }
        }
        return true;
    }

    /** How values of this type lie in memory. */
    public Layout layout() {
        return switch (kind) {
            case BOOLEAN -> Layout.BOOLEAN;
            case TINYINT, SMALLINT, INT, DATE, TIME -> Layout.INT;
            case BIGINT -> Layout.LONG;
            case TIMESTAMP, TIMESTAMP_LTZ -> length <= 6 ? Layout.LONG : Layout.NANOS;
            case FLOAT -> Layout.FLOAT;
            case DOUBLE -> Layout.DOUBLE;
            case DECIMAL -> length <= 18 ? Layout.LONG : Layout.INT128;
            case CHAR, VARCHAR, BINARY, VARBINARY -> Layout.BYTES;
            case ARRAY, MAP, MULTISET -> Layout.LIST;
            case ROW -> Layout.STRUCT;
        };
    }

    /** The text of this type in schema files and SQL, with {@code NOT NULL} where it does not allow NULL. */
    @Override
    public String toString() {
        return nullable ? sql() : sql() + " NOT NULL";
    }

    /** The text of this type without its nullability. */
    public String sql() {
        return switch (kind) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE -> kind.name();
            case CHAR, BINARY -> kind + "(" + length + ")";
            case VARCHAR -> length == UNBOUNDED ? "STRING" : "VARCHAR(" + length + ")";
            case VARBINARY -> length == UNBOUNDED ? "BYTES" : "VARBINARY(" + length + ")";
            case DECIMAL -> "DECIMAL(" + length + ", " + scale + ")";
            case TIME, TIMESTAMP -> kind + "(" + length + ")";
            case TIMESTAMP_LTZ -> "TIMESTAMP(" + length + ") WITH LOCAL TIME ZONE";
            case ARRAY -> "ARRAY<" + children.get(0).type() + ">";
            case MAP -> "MAP<" + children.get(0).type() + ", " + children.get(1).type() + ">";
            case MULTISET -> "MULTISET<" + children.get(0).type() + ">";
            case ROW ->
                children.stream()
                        .map(field -> quoted(field.name()) + " " + field.type())
                        .collect(Collectors.joining(", ", "ROW<", ">"));
        };
    }

    private static String quoted(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "`" + name.replace("`", "``") + "`";
    }

    /** How a value lies in a column vector. */
    public enum Layout {
        BOOLEAN,
        /** TINYINT, SMALLINT, INT; DATE as days since 1970-01-01; TIME as milliseconds of the day. */
        INT,
        /**
         * BIGINT; DECIMAL of up to 18 digits as its unscaled value; TIMESTAMP of up to 6 fraction digits as microseconds
         * since 1970-01-01T00:00.
         */
        LONG,
        /** TIMESTAMP of 7 to 9 fraction digits: microseconds since 1970-01-01T00:00, and 0 to 999 nanoseconds more. */
        NANOS,
        FLOAT,
        DOUBLE,
        /** DECIMAL of more than 18 digits: the unscaled value as a 128-bit integer. */
        INT128,
        /** CHAR and VARCHAR as UTF-8, BINARY and VARBINARY as they are. */
        BYTES,
        /** ARRAY, MAP, MULTISET: ranges of one (elements) or two (keys and values, elements and counts) columns. */
        LIST,
        /** ROW: a column for each field. */
        STRUCT
    }
}
