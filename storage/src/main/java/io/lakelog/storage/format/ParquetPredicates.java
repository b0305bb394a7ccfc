package io.lakelog.storage.format;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Int128;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators.Column;
import org.apache.parquet.filter2.predicate.Operators.SupportsEqNotEq;
import org.apache.parquet.filter2.predicate.Operators.SupportsLtGt;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Our predicates as Parquet's, for leaving out what cannot match. A part that Parquet cannot say exactly is widened or left
 * out, so that the translation is true for every row the original is true for. Pure.
 */
final class ParquetPredicates {
    private final RowType columns;
    private final MessageType schema;
    private final boolean ours;

    /**
     * @param schema that of the file
     * @param ours whether we wrote the file: bounds of others may leave NaN out, which some call the greatest number
     */
    ParquetPredicates(RowType columns, MessageType schema, boolean ours) {
        this.columns = columns;
        this.schema = schema;
        this.ours = ours;
    }

    /** Parquet's form of a predicate, or null if there is none. */
    @Nullable
    FilterPredicate translate(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            FilterPredicate all = null;
            for (Predicate part : and.parts()) {
                FilterPredicate translated = translate(part);
                if (translated != null) {
                    all = all == null ? translated : FilterApi.and(all, translated);
                }
            }
            return all;
        }
        if (predicate instanceof Predicate.Or or) {
            FilterPredicate any = null;
            for (Predicate part : or.parts()) {
                FilterPredicate translated = translate(part);
                if (translated == null) {
                    return null;
                }
                any = any == null ? translated : FilterApi.or(any, translated);
            }
            return any;
        }
        if (predicate instanceof Predicate.IsNull isNull) {
            return inFile(isNull.column()) ? nullness(isNull.column(), true) : null;
        }
        if (predicate instanceof Predicate.IsNotNull isNotNull) {
            return inFile(isNotNull.column()) ? nullness(isNotNull.column(), false) : null;
        }
        Predicate.Compare compare = (Predicate.Compare) predicate;
        return inFile(compare.column()) ? compare(compare) : null;
    }

    private boolean inFile(int column) {
        String name = columns.field(column).name();
        return schema.containsField(name) && schema.getType(name).isPrimitive();
    }

    private FilterPredicate nullness(int column, boolean isNull) {
        String name = columns.field(column).name();
        return switch (schema.getType(name).asPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> nullness(FilterApi.booleanColumn(name), isNull);
            case INT32 -> nullness(FilterApi.intColumn(name), isNull);
            case INT64 -> nullness(FilterApi.longColumn(name), isNull);
            case FLOAT -> nullness(FilterApi.floatColumn(name), isNull);
            case DOUBLE -> nullness(FilterApi.doubleColumn(name), isNull);
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> nullness(FilterApi.binaryColumn(name), isNull);
        };
    }

    @SuppressWarnings("NullAway") // Parquet says IS NULL as "equal to null".
    private static <T extends Comparable<T>, C extends Column<T> & SupportsEqNotEq> FilterPredicate nullness(
            C column, boolean isNull) {
        return isNull ? FilterApi.eq(column, null) : FilterApi.notEq(column, null);
    }

    private @Nullable FilterPredicate compare(Predicate.Compare compare) {
        DataType type = columns.type(compare.column());
        String name = columns.field(compare.column()).name();
        Object value = compare.value();
        Predicate.Operator operator = compare.operator();
        return switch (type.kind()) {
            case BOOLEAN ->
                value instanceof Boolean bool && operator == Predicate.Operator.EQUAL
                        ? FilterApi.eq(FilterApi.booleanColumn(name), bool)
                        : null;
            case FLOAT -> value instanceof Float real ? floats(name, operator, real) : null;
            case DOUBLE -> value instanceof Double real ? doubles(name, operator, real) : null;
            default -> {
                Object stored = stored(type, value);
                if (stored instanceof Integer word) {
                    yield ordered(FilterApi.intColumn(name), operator, word);
                }
                if (stored instanceof Long word) {
                    yield ordered(FilterApi.longColumn(name), operator, word);
                }
                yield stored instanceof Binary bytes ? ordered(FilterApi.binaryColumn(name), operator, bytes) : null;
            }
        };
    }

    private static <T extends Comparable<T>, C extends Column<T> & SupportsLtGt> FilterPredicate ordered(
            C column, Predicate.Operator operator, T value) {
        return switch (operator) {
            case EQUAL -> FilterApi.eq(column, value);
            // Parquet's "not equal" also holds for NULL: more than is asked, which is allowed.
            case NOT_EQUAL -> FilterApi.notEq(column, value);
            case LESS -> FilterApi.lt(column, value);
            case LESS_OR_EQUAL -> FilterApi.ltEq(column, value);
            case GREATER -> FilterApi.gt(column, value);
            case GREATER_OR_EQUAL -> FilterApi.gtEq(column, value);
        };
    }

    /** Parquet orders -0.0 before 0.0, SQL calls them equal: a zero is widened to the outer one of the two. */
    private @Nullable FilterPredicate doubles(String name, Predicate.Operator operator, double value) {
        var column = FilterApi.doubleColumn(name);
        if (Double.isNaN(value)) {
            return null;
        }
        double low = value == 0 ? -0.0 : value;
        double high = value == 0 ? 0.0 : value;
        return switch (operator) {
            case EQUAL -> FilterApi.and(FilterApi.gtEq(column, low), FilterApi.ltEq(column, high));
            case NOT_EQUAL -> null;
            case LESS -> FilterApi.lt(column, high);
            case LESS_OR_EQUAL -> FilterApi.ltEq(column, high);
            case GREATER -> ours ? FilterApi.gt(column, low) : null;
            case GREATER_OR_EQUAL -> ours ? FilterApi.gtEq(column, low) : null;
        };
    }

    private @Nullable FilterPredicate floats(String name, Predicate.Operator operator, float value) {
        var column = FilterApi.floatColumn(name);
        if (Float.isNaN(value)) {
            return null;
        }
        float low = value == 0 ? -0.0f : value;
        float high = value == 0 ? 0.0f : value;
        return switch (operator) {
            case EQUAL -> FilterApi.and(FilterApi.gtEq(column, low), FilterApi.ltEq(column, high));
            case NOT_EQUAL -> null;
            case LESS -> FilterApi.lt(column, high);
            case LESS_OR_EQUAL -> FilterApi.ltEq(column, high);
            case GREATER -> ours ? FilterApi.gt(column, low) : null;
            case GREATER_OR_EQUAL -> ours ? FilterApi.gtEq(column, low) : null;
        };
    }

    /** The value as the column stores it; null if it has no exact form there. */
    private static @Nullable Object stored(DataType type, Object value) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT -> {
                Long word = integer(value);
                yield word == null ? null : narrow(word);
            }
            case BIGINT -> integer(value);
            case DATE -> value instanceof LocalDate date ? narrow(date.toEpochDay()) : null;
            case TIME ->
                value instanceof LocalTime time && time.getNano() % 1_000_000 == 0
                        ? (int) (time.toNanoOfDay() / 1_000_000)
                        : null;
            case TIMESTAMP, TIMESTAMP_LTZ -> type.length() > 6 ? null : timestamp(type, value);
            case DECIMAL -> value instanceof BigDecimal decimal ? decimal(type, decimal) : null;
            case CHAR, VARCHAR -> value instanceof String text ? text(text) : null;
            case BINARY, VARBINARY -> value instanceof byte[] bytes ? Binary.fromConstantByteArray(bytes) : null;
            default -> null;
        };
    }

    private static @Nullable Long integer(Object value) {
        boolean integral =
                value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
        return integral ? Long.valueOf(((Number) value).longValue()) : null;
    }

    private static @Nullable Integer narrow(long word) {
        return word == (int) word ? Integer.valueOf((int) word) : null;
    }

    private static @Nullable Long timestamp(DataType type, Object value) {
        return value instanceof LocalDateTime time
                ? timestamp(type, time.toInstant(ZoneOffset.UTC))
                : value instanceof Instant instant ? timestamp(type, instant) : null;
    }

    private static @Nullable Long timestamp(DataType type, Instant time) {
        boolean millis = ParquetTypes.storedAsMillis(type);
        int unitNanos = millis ? 1_000_000 : 1_000;
        if (time.getNano() % unitNanos != 0) {
            return null;
        }
        long perSecond = millis ? 1_000 : 1_000_000;
        try {
            return Math.addExact(Math.multiplyExact(time.getEpochSecond(), perSecond), time.getNano() / unitNanos);
        } catch (ArithmeticException beyondAnyStored) {
            return null;
        }
    }

    private static @Nullable Object decimal(DataType type, BigDecimal value) {
        BigDecimal plain = value.stripTrailingZeros();
        if (plain.scale() > type.scale() || plain.precision() - plain.scale() > type.length() - type.scale()) {
            return null;
        }
        BigInteger unscaled = value.setScale(type.scale()).unscaledValue();
        return switch (ParquetTypes.physical(type, "")) {
            case INT32 -> unscaled.intValueExact();
            case INT64 -> unscaled.longValueExact();
            default -> {
                int width = ParquetTypes.decimalBytes(type.length());
                byte[] bytes = new byte[width];
                long high = Int128.high(unscaled);
                long low = Int128.low(unscaled);
                for (int i = 0; i < width; i++) {
                    int shift = width - 1 - i;
                    bytes[i] = (byte) (shift >= 8 ? high >> (8 * (shift - 8)) : low >>> (8 * shift));
                }
                yield Binary.fromConstantByteArray(bytes);
            }
        };
    }

    private static @Nullable Binary text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        // Half of a surrogate pair has no UTF-8: what stands for it would compare otherwise.
        return new String(bytes, StandardCharsets.UTF_8).equals(text) ? Binary.fromConstantByteArray(bytes) : null;
    }
}
