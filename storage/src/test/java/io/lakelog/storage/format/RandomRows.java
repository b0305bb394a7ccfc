package io.lakelog.storage.format;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Rows of random types and values, the same for the same seed: few distinct values here, extremes and NULLs there. */
final class RandomRows {
    private final Random random;

    RandomRows(long seed) {
        random = new Random(seed);
    }

    Random random() {
        return random;
    }

    static List<DataType> allTypes() {
        return List.of(
                DataType.BOOLEAN,
                DataType.TINYINT,
                DataType.SMALLINT,
                DataType.INT,
                DataType.BIGINT,
                DataType.FLOAT,
                DataType.DOUBLE,
                DataType.decimal(5, 2),
                DataType.decimal(9, 0),
                DataType.decimal(10, 2),
                DataType.decimal(18, 6),
                DataType.decimal(19, 3),
                DataType.decimal(38, 10),
                DataType.character(5),
                DataType.varchar(20),
                DataType.STRING,
                DataType.binary(4),
                DataType.varbinary(10),
                DataType.BYTES,
                DataType.DATE,
                DataType.time(3),
                DataType.timestamp(0),
                DataType.timestamp(3),
                DataType.timestamp(6),
                DataType.timestampLtz(3),
                DataType.timestampLtz(6),
                DataType.timestamp(7),
                DataType.timestamp(9),
                DataType.timestampLtz(9));
    }

    RowType rowType() {
        int width = 1 + random.nextInt(6);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            DataType type = allTypes().get(random.nextInt(allTypes().size()));
            fields.add(new Field(i + random.nextInt(3) * 100, "c" + i, type.withNullable(random.nextInt(3) > 0)));
        }
        return new RowType(fields);
    }

    /** Columns of which some are nested, up to three deep. */
    RowType nestedRowType() {
        int width = 1 + random.nextInt(3);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            fields.add(new Field(i * 100, "c" + i, nested(random.nextInt(4)).withNullable(random.nextInt(3) > 0)));
        }
        return new RowType(fields);
    }

    private DataType nested(int depth) {
        if (depth == 0) {
            return allTypes().get(random.nextInt(allTypes().size()));
        }
        return switch (random.nextInt(4)) {
            case 0 -> DataType.array(child(depth));
            case 1 -> DataType.map(DataType.STRING, child(depth));
            case 2 -> DataType.multiset(DataType.BIGINT);
            default -> {
                List<Field> fields = new ArrayList<>();
                for (int i = 1 + random.nextInt(3); i > 0; i--) {
                    fields.add(new Field(random.nextInt(1000), "f" + i, child(depth)));
                }
                yield DataType.row(fields);
            }
        };
    }

    private DataType child(int depth) {
        return nested(random.nextInt(depth)).withNullable(random.nextInt(3) > 0);
    }

    private static @Nullable Object orNull(DataType type, Random random) {
        return type.nullable() && random.nextInt(5) == 0 ? null : value(type, random);
    }

    /** Rows as Java values; each column is in one of a few moods: varied, repetitive, sorted-ish, mostly NULL. */
    List<@Nullable Object[]> rows(RowType type, int count) {
        int[] distinct = new int[type.size()];
        int[] nullsOf100 = new int[type.size()];
        for (int i = 0; i < type.size(); i++) {
            distinct[i] = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(1 + random.nextInt(3000));
            nullsOf100[i] = type.type(i).nullable() ? new int[] {0, 1, 50, 100}[random.nextInt(4)] : 0;
        }
        List<@Nullable Object[]> rows = new ArrayList<>(count);
        for (int row = 0; row < count; row++) {
            Object[] values = new Object[type.size()];
            for (int i = 0; i < values.length; i++) {
                if (random.nextInt(100) >= nullsOf100[i]) {
                    Random source = distinct[i] == 0 ? random : new Random(i * 31L + random.nextInt(distinct[i]));
                    values[i] = value(type.type(i), source);
                }
            }
            rows.add(values);
        }
        return rows;
    }

    /** A value of a type, extremes more often than chance would have it. */
    static Object value(DataType type, Random random) {
        return switch (type.kind()) {
            case BOOLEAN -> random.nextBoolean();
            case TINYINT -> (byte) word(random, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> (short) word(random, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> (int) word(random, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> word(random, Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT ->
                switch (random.nextInt(8)) {
                    case 0 -> Float.NaN;
                    case 1 -> -0.0f;
                    case 2 -> Float.NEGATIVE_INFINITY;
                    case 3 -> 0.0f;
                    default -> (float) random.nextGaussian();
                };
            case DOUBLE ->
                switch (random.nextInt(8)) {
                    case 0 -> Double.NaN;
                    case 1 -> -0.0;
                    case 2 -> Double.POSITIVE_INFINITY;
                    case 3 -> 0.0;
                    default -> random.nextGaussian() * 1e100;
                };
            case DECIMAL -> {
                BigInteger limit = BigInteger.TEN.pow(type.length());
                BigInteger unscaled =
                        switch (random.nextInt(6)) {
                            case 0 -> limit.subtract(BigInteger.ONE);
                            case 1 -> limit.subtract(BigInteger.ONE).negate();
                            case 2 -> BigInteger.valueOf(random.nextInt(5) - 2);
                            default -> new BigInteger(limit.bitLength() + 2, random).mod(limit);
                        };
                yield new BigDecimal(random.nextBoolean() ? unscaled.negate() : unscaled, type.scale());
            }
            case CHAR, VARCHAR -> text(random, Math.min(type.length(), 12));
            case BINARY, VARBINARY -> {
                byte[] bytes = new byte[random.nextInt(Math.min(type.length(), 12) + 1)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case DATE -> LocalDate.ofEpochDay(word(random, -719162, 2932896));
            case TIME -> LocalTime.ofNanoOfDay(word(random, 0, 86_399_999) * 1_000_000);
            case TIMESTAMP -> dateTime(random, type.length());
            case TIMESTAMP_LTZ -> dateTime(random, type.length()).toInstant(ZoneOffset.UTC);
            case ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                for (int i = items(type, random); i > 0; i--) {
                    elements.add(orNull(type.children().get(0).type(), random));
                }
                yield elements;
            }
            case MAP, MULTISET -> {
                Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
                for (int i = items(type, random); i > 0; i--) {
                    entries.put(
                            value(type.children().get(0).type(), random),
                            orNull(type.children().get(1).type(), random));
                }
                yield entries;
            }
            case ROW ->
                Arrays.asList(type.children().stream()
                        .map(field -> orNull(field.type(), random))
                        .toArray());
        };
    }

    private static int items(DataType type, Random random) {
        boolean flat =
                type.children().stream().noneMatch(child -> child.type().kind().isNested());
        return flat && random.nextInt(200) == 0 ? random.nextInt(1500) : random.nextInt(3);
    }

    private static LocalDateTime dateTime(Random random, int precision) {
        long micros = word(random, -62_135_596_800_000_000L, 253_402_300_799_999_999L);
        return Values.truncate(Values.dateTime(micros).plusNanos(random.nextInt(1000)), precision);
    }

    private static long word(Random random, long least, long greatest) {
        return switch (random.nextInt(8)) {
            case 0 -> least;
            case 1 -> greatest;
            case 2 -> Math.max(least, 0);
            default -> Math.max(least, Math.min(greatest, random.nextLong() >> random.nextInt(64)));
        };
    }

    private static String text(Random random, int length) {
        int[] letters = {'a', 'b', 0, 0x7f, 0xe9, 0x4e2d, 0xffee, 0x1f600, 0x10ffff};
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(length + 1); i > 0; i--) {
            text.appendCodePoint(letters[random.nextInt(letters.length)]);
        }
        return text.toString();
    }

    /** The rows as batches of random sizes, as a writer may get them. */
    List<Batch> batches(RowType type, List<@Nullable Object[]> rows) {
        List<Batch> batches = new ArrayList<>();
        BatchBuilder builder = new BatchBuilder(type);
        for (Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                Values.append(builder.column(i), type.type(i), row[i]);
            }
            if (random.nextInt(2000) == 0) {
                batches.add(builder.build());
            }
        }
        batches.add(builder.build());
        return batches;
    }

    /** Every value of a batch, for comparing: binary as lists of bytes, others as they are. */
    static List<List<@Nullable Object>> values(Batch batch, RowType type) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = 0; row < batch.size(); row++) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < type.size(); i++) {
                values.add(comparable(Values.get(batch.column(i), type.type(i), row)));
            }
            rows.add(values);
        }
        return rows;
    }

    static List<List<@Nullable Object>> values(List<@Nullable Object[]> rows) {
        List<List<@Nullable Object>> lists = new ArrayList<>();
        for (Object[] row : rows) {
            lists.add(Arrays.stream(row).map(RandomRows::comparable).toList());
        }
        return lists;
    }

    static @Nullable Object comparable(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            List<Byte> list = new ArrayList<>();
            for (byte octet : bytes) {
                list.add(octet);
            }
            return list;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RandomRows::comparable).toList();
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> Arrays.asList(comparable(entry.getKey()), comparable(entry.getValue())))
                    .toList();
        }
        return value instanceof Instant instant ? instant.toString() : value;
    }
}
