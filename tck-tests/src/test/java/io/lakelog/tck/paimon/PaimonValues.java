package io.lakelog.tck.paimon;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.Decimal;
import org.apache.paimon.data.GenericArray;
import org.apache.paimon.data.GenericMap;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.data.InternalArray;
import org.apache.paimon.data.InternalMap;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.data.Timestamp;
import org.apache.paimon.types.ArrayType;
import org.apache.paimon.types.DataType;
import org.apache.paimon.types.DecimalType;
import org.apache.paimon.types.IntType;
import org.apache.paimon.types.MapType;
import org.apache.paimon.types.MultisetType;
import org.apache.paimon.types.RowType;
import org.jspecify.annotations.Nullable;

/**
 * Paimon's values from and to plain Java ones (the classes that {@link io.lakelog.tck.text.RowText} writes), and Java
 * values from the JSON of a script.
 */
public final class PaimonValues {
    private PaimonValues() {}

    /** All values of a row, in Java classes. */
    public static List<@Nullable Object> toJava(InternalRow row, RowType type) {
        List<@Nullable Object> values = new ArrayList<>(type.getFieldCount());
        for (int i = 0; i < type.getFieldCount(); i++) {
            DataType fieldType = type.getTypeAt(i);
            values.add(toJava(InternalRow.createFieldGetter(fieldType, i).getFieldOrNull(row), fieldType));
        }
        return values;
    }

    /** A row of Java values as Paimon writes it. */
    public static GenericRow toPaimon(List<? extends @Nullable Object> values, RowType type) {
        if (values.size() != type.getFieldCount()) {
            throw new IllegalArgumentException(values.size() + " values for " + type.getFieldCount() + " columns");
        }
        GenericRow row = new GenericRow(values.size());
        for (int i = 0; i < values.size(); i++) {
            row.setField(i, toPaimon(values.get(i), type.getTypeAt(i)));
        }
        return row;
    }

    static @Nullable Object toJava(@Nullable Object value, DataType type) {
        if (value == null) {
            return null;
        }
        return switch (type.getTypeRoot()) {
            case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, FLOAT, DOUBLE, BINARY, VARBINARY -> value;
            case CHAR, VARCHAR -> value.toString();
            case DECIMAL -> ((Decimal) value).toBigDecimal();
            case DATE -> LocalDate.ofEpochDay((Integer) value);
            case TIME_WITHOUT_TIME_ZONE -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> ((Timestamp) value).toLocalDateTime();
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                ((Timestamp) value).toLocalDateTime().toInstant(ZoneOffset.UTC);
            case ARRAY -> list((InternalArray) value, ((ArrayType) type).getElementType());
            case MAP -> map((InternalMap) value, (MapType) type);
            case MULTISET -> map((InternalMap) value, counts((MultisetType) type));
            case ROW -> toJava((InternalRow) value, (RowType) type);
            default -> throw new IllegalArgumentException("no Java form for " + type);
        };
    }

    static @Nullable Object toPaimon(@Nullable Object value, DataType type) {
        if (value == null) {
            return null;
        }
        return switch (type.getTypeRoot()) {
            case BOOLEAN, FLOAT, DOUBLE, BINARY, VARBINARY -> value;
            case TINYINT -> ((Number) value).byteValue();
            case SMALLINT -> ((Number) value).shortValue();
            case INTEGER -> ((Number) value).intValue();
            case BIGINT -> ((Number) value).longValue();
            case CHAR, VARCHAR -> BinaryString.fromString((String) value);
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                yield Decimal.fromBigDecimal((BigDecimal) value, decimal.getPrecision(), decimal.getScale());
            }
            case DATE -> Math.toIntExact(((LocalDate) value).toEpochDay());
            case TIME_WITHOUT_TIME_ZONE -> (int) (((LocalTime) value).toNanoOfDay() / 1_000_000L);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> Timestamp.fromLocalDateTime((LocalDateTime) value);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                Timestamp.fromLocalDateTime(LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC));
            case ARRAY -> {
                DataType element = ((ArrayType) type).getElementType();
                yield new GenericArray(((List<?>) value)
                        .stream().map(v -> toPaimon(v, element)).toArray());
            }
            case MULTISET -> toPaimon(value, counts((MultisetType) type));
            case MAP -> {
                MapType map = (MapType) type;
                Map<Object, Object> entries = new LinkedHashMap<>();
                ((Map<?, ?>) value)
                        .forEach((k, v) -> entries.put(toPaimon(k, map.getKeyType()), toPaimon(v, map.getValueType())));
                yield new GenericMap(entries);
            }
            case ROW -> toPaimon((List<?>) value, (RowType) type);
            default -> throw new IllegalArgumentException("no Paimon form for " + type);
        };
    }

    /** A value from its JSON in a script. */
    static @Nullable Object parse(JsonNode json, DataType type) {
        if (json.isNull()) {
            return null;
        }
        String text = json.asText();
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> json.booleanValue();
            case TINYINT -> Byte.valueOf(text);
            case SMALLINT -> Short.valueOf(text);
            case INTEGER -> Integer.valueOf(text);
            case BIGINT -> Long.valueOf(text);
            case FLOAT -> Float.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case CHAR, VARCHAR -> text;
            case BINARY, VARBINARY -> HexFormat.of().parseHex(text.substring(2));
            case DECIMAL -> new BigDecimal(text);
            case DATE -> LocalDate.parse(text);
            case TIME_WITHOUT_TIME_ZONE -> LocalTime.parse(text);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> LocalDateTime.parse(text);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Instant.parse(text);
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                json.forEach(element -> list.add(parse(element, ((ArrayType) type).getElementType())));
                yield list;
            }
            case MAP -> {
                Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
                json.forEach(pair -> map.put(
                        parse(pair.get(0), ((MapType) type).getKeyType()),
                        parse(pair.get(1), ((MapType) type).getValueType())));
                yield map;
            }
            case ROW -> parseRow(json, (RowType) type);
            default -> throw new IllegalArgumentException("no script form for " + type);
        };
    }

    static List<@Nullable Object> parseRow(JsonNode json, RowType type) {
        if (!json.isArray() || json.size() != type.getFieldCount()) {
            throw new IllegalArgumentException(json + " is not a row of " + type);
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < json.size(); i++) {
            values.add(parse(json.get(i), type.getTypeAt(i)));
        }
        return values;
    }

    /** A MULTISET's elements and how often each occurs. */
    private static MapType counts(MultisetType type) {
        return new MapType(type.getElementType(), new IntType(false));
    }

    private static List<@Nullable Object> list(InternalArray array, DataType element) {
        InternalArray.ElementGetter getter = InternalArray.createElementGetter(element);
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            list.add(toJava(getter.getElementOrNull(array, i), element));
        }
        return list;
    }

    private static Map<@Nullable Object, @Nullable Object> map(InternalMap map, MapType type) {
        List<@Nullable Object> keys = list(map.keyArray(), type.getKeyType());
        List<@Nullable Object> values = list(map.valueArray(), type.getValueType());
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            entries.put(keys.get(i), values.get(i));
        }
        return entries;
    }
}
