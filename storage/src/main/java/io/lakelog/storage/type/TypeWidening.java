package io.lakelog.storage.type;

/**
 * Which types hold every value of another one: what a column's type may be changed to. Of those, the ones that every
 * engine of the format converts alike when it reads older files. Pure; thread-safe.
 */
public final class TypeWidening {
    /** Decimal digits that hold every value. */
    private static final int TINYINT_DIGITS = 3;

    private static final int SMALLINT_DIGITS = 5;
    private static final int INT_DIGITS = 10;
    private static final int BIGINT_DIGITS = 19;

    private TypeWidening() {}

    /** Whether each value of {@code from} is one of {@code to}, and the same; nullability aside. */
    public static boolean isLossless(DataType from, DataType to) {
        if (from.sameType(to)) {
            return true;
        }
        return switch (from.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> fromInteger(from.kind(), to);
            case FLOAT -> to.kind() == TypeKind.DOUBLE;
            case DECIMAL ->
                to.kind() == TypeKind.DECIMAL
                        && to.scale() >= from.scale()
                        && to.length() - to.scale() >= from.length() - from.scale();
            case CHAR, VARCHAR -> to.kind() == TypeKind.VARCHAR && to.length() >= from.length();
            case BINARY, VARBINARY -> to.kind() == TypeKind.VARBINARY && to.length() >= from.length();
            case DATE -> to.kind() == TypeKind.TIMESTAMP;
            case TIMESTAMP, TIMESTAMP_LTZ -> to.kind() == from.kind() && to.length() >= from.length();
            default -> false;
        };
    }

    private static boolean fromInteger(TypeKind from, DataType to) {
        int digits =
                switch (from) {
                    case TINYINT -> TINYINT_DIGITS;
                    case SMALLINT -> SMALLINT_DIGITS;
                    case INT -> INT_DIGITS;
                    default -> BIGINT_DIGITS;
                };
        return switch (to.kind()) {
            case SMALLINT -> digits < SMALLINT_DIGITS;
            case INT -> digits < INT_DIGITS;
            case BIGINT -> digits < BIGINT_DIGITS;
            // A float has 24 bits of precision, a double 53.
            case FLOAT -> digits <= SMALLINT_DIGITS;
            case DOUBLE -> digits <= INT_DIGITS;
            case DECIMAL -> to.length() - to.scale() >= digits;
            default -> false;
        };
    }

    /** What {@code from} may become, for messages. */
    public static String choices(DataType from) {
        return switch (from.kind()) {
            case TINYINT -> "SMALLINT, INT, BIGINT, FLOAT, DOUBLE or a DECIMAL of at least 3 digits before the point";
            case SMALLINT -> "INT, BIGINT, FLOAT, DOUBLE or a DECIMAL of at least 5 digits before the point";
            case INT -> "BIGINT, DOUBLE or a DECIMAL of at least 10 digits before the point";
            case BIGINT -> "a DECIMAL of at least 19 digits before the point";
            case FLOAT -> "DOUBLE";
            case DECIMAL -> "a DECIMAL with no fewer digits before and after the point";
            case CHAR, VARCHAR -> "a VARCHAR that is no shorter, or STRING";
            case BINARY, VARBINARY -> "a VARBINARY that is no shorter, or BYTES";
            case DATE -> "TIMESTAMP";
            case TIMESTAMP, TIMESTAMP_LTZ -> "the same with more fraction digits";
            case ROW -> "a ROW with other fields";
            case ARRAY, MAP -> "the same of wider types";
            default -> "no other type";
        };
    }
}
