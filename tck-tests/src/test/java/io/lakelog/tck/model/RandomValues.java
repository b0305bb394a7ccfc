package io.lakelog.tck.model;

import io.lakelog.storage.type.DataType;
import io.lakelog.tck.text.RowText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Values of a type from a seed: mostly plain ones, often the extremes that formats trip over. */
final class RandomValues {
    private static final List<String> WORDS = List.of(
            "",
            "a",
            "b",
            "zz",
            "1234567",
            "12345678",
            "status",
            "žluťoučký",
            "日本語テキスト",
            "😀",
            "\uffee",
            "sixteen chars ok",
            "sixteen chars and more",
            "a=b/c:d %",
            " ",
            "'quoted' \"text\"",
            "\u0001\t\n\\");

    private RandomValues() {}

    /** A value or, where the type allows it, sometimes null. */
    static @Nullable Object value(DataType type, Random random) {
        if (type.nullable() && random.nextInt(5) == 0) {
            return null;
        }
        return present(type, random);
    }

    static Object present(DataType type, Random random) {
        boolean extreme = random.nextInt(4) == 0;
        boolean high = random.nextBoolean();
        return switch (type.kind()) {
            case BOOLEAN -> high;
            case TINYINT -> (byte) (extreme ? (high ? Byte.MAX_VALUE : Byte.MIN_VALUE) : random.nextInt(256));
            case SMALLINT -> (short) (extreme ? (high ? Short.MAX_VALUE : Short.MIN_VALUE) : random.nextInt(65536));
            case INT -> extreme ? (high ? Integer.MAX_VALUE : Integer.MIN_VALUE) : random.nextInt(2000) - 1000;
            case BIGINT -> extreme ? (high ? Long.MAX_VALUE : Long.MIN_VALUE) : random.nextLong();
            case FLOAT ->
                extreme
                        ? pick(
                                random,
                                0f,
                                -0f,
                                Float.MAX_VALUE,
                                -Float.MAX_VALUE,
                                Float.MIN_VALUE,
                                Float.NaN,
                                Float.POSITIVE_INFINITY,
                                Float.NEGATIVE_INFINITY)
                        : random.nextFloat();
            case DOUBLE ->
                extreme
                        ? pick(
                                random,
                                0d,
                                -0d,
                                Double.MAX_VALUE,
                                -Double.MAX_VALUE,
                                Double.MIN_VALUE,
                                Double.NaN,
                                Double.POSITIVE_INFINITY,
                                Double.NEGATIVE_INFINITY)
                        : random.nextGaussian();
            case DECIMAL -> decimal(type, random, extreme, high);
            case CHAR, VARCHAR -> text(type, random);
            case BINARY, VARBINARY -> binary(type, random);
            case DATE ->
                extreme
                        ? LocalDate.parse(high ? "9999-12-31" : "0001-01-01")
                        : LocalDate.ofEpochDay(random.nextInt(40000) - 10000);
            case TIME ->
                LocalTime.ofNanoOfDay(extreme && high ? 86_399_999_000_000L : random.nextInt(86_400) * 1_000_000_000L);
            case TIMESTAMP -> timestamp(type, random, extreme, high);
            case TIMESTAMP_LTZ -> timestamp(type, random, extreme, high).toInstant(ZoneOffset.UTC);
            case ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    elements.add(value(type.children().get(0).type(), random));
                }
                yield elements;
            }
            case MAP, MULTISET -> {
                // In one order, so that equal maps are written equal.
                Map<Object, @Nullable Object> entries =
                        new TreeMap<>(Comparator.comparing(key -> RowText.of(List.of(key))));
                for (int i = random.nextInt(4); i > 0; i--) {
                    entries.put(
                            present(type.children().get(0).type(), random),
                            value(type.children().get(1).type(), random));
                }
                yield entries;
            }
            case ROW ->
                Arrays.asList(type.children().stream()
                        .map(field -> value(field.type(), random))
                        .toArray());
        };
    }

    private static BigDecimal decimal(DataType type, Random random, boolean extreme, boolean high) {
        BigInteger limit = BigInteger.TEN.pow(type.length());
        BigInteger unscaled =
                extreme ? limit.subtract(BigInteger.ONE) : new BigInteger(limit.bitLength(), random).mod(limit);
        return new BigDecimal(high ? unscaled : unscaled.negate(), type.scale());
    }

    private static String text(DataType type, Random random) {
        String word = WORDS.get(random.nextInt(WORDS.size()));
        int length = Math.min(type.length(), word.codePointCount(0, word.length()));
        return word.substring(0, word.offsetByCodePoints(0, length));
    }

    private static byte[] binary(DataType type, Random random) {
        boolean fixed = type.kind() == io.lakelog.storage.type.TypeKind.BINARY;
        byte[] bytes = new byte[fixed ? type.length() : Math.min(type.length(), random.nextInt(12))];
        random.nextBytes(bytes);
        return bytes;
    }

    private static LocalDateTime timestamp(DataType type, Random random, boolean extreme, boolean high) {
        long unit = 1;
        for (int digits = type.length(); digits < 9; digits++) {
            unit *= 10;
        }
        LocalDateTime time = extreme
                ? LocalDateTime.parse(high ? "9999-12-31T23:59:59.999999999" : "0001-01-01T00:00:00.000000001")
                : LocalDateTime.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000), ZoneOffset.UTC);
        return time.withNano((int) (time.getNano() / unit * unit));
    }

    /** Nothing but the type of the constants is lost by boxing them. */
    private static Object pick(Random random, Object... values) {
        return values[random.nextInt(values.length)];
    }
}
