package io.lakelog.tck.model;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.util.List;
import java.util.Random;

/** Types of columns, and the types that they may get. */
final class TypeChanges {
    static final List<DataType> FLAT = List.of(
            DataType.TINYINT,
            DataType.SMALLINT,
            DataType.INT,
            DataType.BIGINT,
            DataType.FLOAT,
            DataType.DOUBLE,
            DataType.BOOLEAN,
            DataType.decimal(7, 3),
            DataType.decimal(18, 0),
            DataType.decimal(24, 4),
            DataType.character(3),
            DataType.varchar(4),
            DataType.STRING,
            DataType.binary(4),
            DataType.varbinary(6),
            DataType.DATE,
            DataType.time(3),
            DataType.timestamp(0),
            DataType.timestamp(3),
            DataType.timestamp(6),
            DataType.timestampLtz(3),
            DataType.timestampLtz(6));

    private TypeChanges() {}

    /** Mostly a flat type, else one that holds others. */
    static DataType any(Random random) {
        return any(random, 3);
    }

    private static DataType any(Random random, int depth) {
        if (depth == 0 || random.nextInt(5) < 3) {
            return FLAT.get(random.nextInt(FLAT.size()));
        }
        DataType inner = any(random, depth - 1);
        return switch (random.nextInt(3)) {
            case 0 -> DataType.array(inner);
            case 1 -> DataType.map(random.nextBoolean() ? DataType.STRING : DataType.INT, inner);
            default ->
                DataType.row(List.of(
                        new Field(0, "a", inner),
                        new Field(1, "b", any(random, depth - 1).notNull())));
        };
    }

    /** Types that hold every value of this one, and to which values of it come in any number of steps alike. */
    static List<DataType> wider(DataType type) {
        int length = type.length();
        int scale = type.scale();
        return switch (type.kind()) {
            case TINYINT -> List.of(DataType.SMALLINT, DataType.INT, DataType.BIGINT, DataType.decimal(9, 3));
            case SMALLINT -> List.of(DataType.INT, DataType.BIGINT, DataType.FLOAT, DataType.decimal(20, 3));
            case INT -> List.of(DataType.BIGINT, DataType.DOUBLE, DataType.decimal(20, 3));
            case BIGINT -> List.of(DataType.decimal(25, 2));
            case FLOAT -> List.of(DataType.DOUBLE);
            case DECIMAL ->
                length > 30
                        ? List.of()
                        : List.of(DataType.decimal(length + 8, scale), DataType.decimal(length + 8, scale + 2));
            case CHAR, VARCHAR ->
                type.equals(DataType.STRING.withNullable(type.nullable()))
                        ? List.of()
                        : List.of(DataType.varchar(length + 3), DataType.STRING);
            case BINARY, VARBINARY -> List.of(DataType.varbinary(length < 99 ? length + 3 : length), DataType.BYTES);
            case DATE -> List.of(DataType.timestamp(0), DataType.timestamp(6));
            case TIMESTAMP ->
                length < 6
                        ? List.of(DataType.timestamp(length + 3), DataType.timestamp(9))
                        : List.of(DataType.timestamp(9));
            case TIMESTAMP_LTZ -> List.of(DataType.timestampLtz(length < 6 ? length + 3 : 9));
            default -> List.of();
        };
    }

    /**
     * Types to which Paimon converts values of this one, whatever becomes of them. Not decimals that a value may not fit:
     * Paimon reads NULL then, but fails when it writes such a row again.
     */
    static List<DataType> other(DataType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT ->
                List.of(
                        DataType.TINYINT,
                        DataType.SMALLINT,
                        DataType.INT,
                        DataType.BIGINT,
                        DataType.BOOLEAN,
                        DataType.decimal(20, 1),
                        DataType.FLOAT,
                        DataType.STRING,
                        DataType.varchar(2));
            case FLOAT, DOUBLE -> List.of(DataType.FLOAT, DataType.INT, DataType.STRING);
            case DECIMAL ->
                List.of(
                        DataType.decimal(type.length(), Math.max(0, type.scale() - 2)),
                        DataType.SMALLINT,
                        DataType.DOUBLE,
                        DataType.STRING);
            case BOOLEAN -> List.of(DataType.STRING, DataType.INT, DataType.character(2));
            case CHAR, VARCHAR -> List.of(DataType.varchar(2), DataType.character(6), DataType.BYTES);
            case BINARY, VARBINARY -> List.of(DataType.varbinary(2), DataType.binary(6));
            case DATE -> List.of(DataType.STRING, DataType.timestampLtz(3));
            case TIME -> List.of(DataType.STRING);
            case TIMESTAMP -> List.of(DataType.DATE, DataType.timestamp(0), DataType.timestampLtz(6), DataType.STRING);
            case TIMESTAMP_LTZ -> List.of(DataType.DATE, DataType.timestamp(3), DataType.timestampLtz(0));
            default -> List.of();
        };
    }
}
