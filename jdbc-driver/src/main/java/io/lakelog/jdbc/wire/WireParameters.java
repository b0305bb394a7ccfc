package io.lakelog.jdbc.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.lakelog.jdbc.convert.TimeText;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Common.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Values of parameters. Avatica's own form of a timestamp ends at the millisecond: ours send finer ones as text. The server
 * reads both.
 */
public final class WireParameters {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long MILLIS_PER_SECOND = 1000L;
    private static final int YEAR_MAX = 9999;
    private static final Common.TypedValue NULL =
            Common.TypedValue.newBuilder().setType(Rep.NULL).setNull(true).build();

    private WireParameters() {}

    /** A value of one of the classes that a session takes. */
    public static Common.TypedValue write(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        Common.TypedValue.Builder wire = Common.TypedValue.newBuilder();
        if (value instanceof LocalDateTime time && time.getNano() % NANOS_PER_MILLI == 0 && isFourDigits(time)) {
            wire.setType(Rep.JAVA_SQL_TIMESTAMP)
                    .setNumberValue(
                            time.toEpochSecond(ZoneOffset.UTC) * MILLIS_PER_SECOND + time.getNano() / NANOS_PER_MILLI);
        } else if (value instanceof String || value instanceof LocalDateTime || value instanceof Instant) {
            wire.setType(Rep.STRING).setStringValue(value.toString());
        } else if (value instanceof Boolean flag) {
            wire.setType(Rep.BOOLEAN).setBoolValue(flag);
        } else if (value instanceof Double number) {
            wire.setType(Rep.DOUBLE).setDoubleValue(number);
        } else if (value instanceof Float number) {
            wire.setType(Rep.FLOAT).setNumberValue(Float.floatToIntBits(number));
        } else if (value instanceof BigDecimal || value instanceof BigInteger) {
            wire.setType(Rep.BIG_DECIMAL).setStringValue(value.toString());
        } else if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte) {
            wire.setType(Rep.LONG).setNumberValue(((Number) value).longValue());
        } else if (value instanceof byte[] bytes) {
            wire.setType(Rep.BYTE_STRING).setBytesValue(UnsafeByteOperations.unsafeWrap(bytes));
        } else if (value instanceof LocalDate date) {
            wire.setType(Rep.JAVA_SQL_DATE).setNumberValue(date.toEpochDay());
        } else if (value instanceof LocalTime time) {
            wire.setType(Rep.JAVA_SQL_TIME).setNumberValue(time.toNanoOfDay() / NANOS_PER_MILLI);
        } else if (value instanceof List<?> list) {
            list.forEach(item -> wire.addArrayValue(write(item)));
            return packed(wire.setType(Rep.ARRAY).build());
        } else if (value instanceof Map<?, ?> map) {
            // Keys and values in turn.
            map.forEach((key, item) -> wire.addArrayValue(write(key)).addArrayValue(write(item)));
            return packed(wire.setType(Rep.MULTISET).build());
        } else if (value instanceof Number number) {
            wire.setType(Rep.BIG_DECIMAL).setStringValue(new BigDecimal(number.toString()).toString());
        } else {
            throw new LakelogException(
                    ErrorCode.TYPE_MISMATCH, "a value of " + value.getClass().getName() + " cannot be a parameter");
        }
        return wire.build();
    }

    /** Years that more than fit into milliseconds. */
    private static boolean isFourDigits(LocalDateTime time) {
        return time.getYear() >= 0 && time.getYear() <= YEAR_MAX;
    }

    /**
     * The value of a parameter of type {@code target}.
     *
     * @param zone of the session
     */
    public static @Nullable Object read(Common.TypedValue wire, DataType target, ZoneId zone) {
        if (target.kind().isNested() && wire.getType() == Rep.BYTE_STRING) {
            return readNested(wire.getBytesValue().toByteArray(), target, zone);
        }
        return wire.getType() == Rep.BYTE_STRING && !wire.getBytesValue().isEmpty()
                ? wire.getBytesValue().toByteArray()
                : read(TypedValue.fromProto(wire), target, zone);
    }

    /** The same for a value that Avatica has unwrapped already. */
    public static @Nullable Object read(@Nullable TypedValue wire, DataType target, ZoneId zone) {
        Object value = wire == null ? null : wire.value;
        if (wire == null || value == null || wire.type == null) {
            return null;
        }
        return switch (wire.type) {
            case JAVA_SQL_DATE -> LocalDate.ofEpochDay(((Number) value).longValue());
            case JAVA_SQL_TIME -> LocalTime.ofNanoOfDay(((Number) value).longValue() * NANOS_PER_MILLI);
            case JAVA_SQL_TIMESTAMP, JAVA_UTIL_DATE -> dateTime(((Number) value).longValue());
            case BYTE_STRING -> {
                byte[] bytes = ByteString.ofBase64((String) value).getBytes();
                yield target.kind().isNested() ? readNested(bytes, target, zone) : bytes;
            }
            case CHARACTER, PRIMITIVE_CHAR -> String.valueOf(value);
            case STRING -> readText((String) value, target, zone);
            case ARRAY, MULTISET, STRUCT ->
                throw LakelogException.unsupported("a parameter of type " + wire.type + " is not supported");
            default -> value;
        };
    }

    /** A nested value as bytes: Avatica would unwrap it in its own ways. */
    private static Common.TypedValue packed(Common.TypedValue nested) {
        return Common.TypedValue.newBuilder()
                .setType(Rep.BYTE_STRING)
                .setBytesValue(nested.toByteString())
                .build();
    }

    private static Object readNested(byte[] packed, DataType target, ZoneId zone) {
        Common.TypedValue wire;
        try {
            wire = Common.TypedValue.parseFrom(packed);
        } catch (InvalidProtocolBufferException e) {
            throw new LakelogException(
                    ErrorCode.TYPE_MISMATCH, "a binary value cannot be a parameter of type " + target.sql(), e);
        }
        List<Field> children = target.children();
        List<@Nullable Object> parts = new ArrayList<>();
        for (int i = 0; i < wire.getArrayValueCount(); i++) {
            int child = target.kind() == TypeKind.ROW ? i : wire.getType() == Rep.MULTISET ? i % 2 : 0;
            DataType type = child < children.size() ? children.get(child).type() : DataType.STRING;
            parts.add(read(wire.getArrayValue(i), type, zone));
        }
        if (wire.getType() == Rep.ARRAY) {
            return parts;
        }
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            entries.put(parts.get(i), parts.get(i + 1));
        }
        return entries;
    }

    private static Object readText(String text, DataType target, ZoneId zone) {
        try {
            return switch (target.kind()) {
                case TIMESTAMP -> TimeText.parseDateTime(text);
                case TIMESTAMP_LTZ -> TimeText.parseInstant(text, zone);
                default -> text;
            };
        } catch (SQLException e) {
            // Not in our form: the engine may know it, or says what is wrong.
            return text;
        }
    }

    private static LocalDateTime dateTime(long millis) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(millis, MILLIS_PER_SECOND),
                (int) (Math.floorMod(millis, MILLIS_PER_SECOND) * NANOS_PER_MILLI),
                ZoneOffset.UTC);
    }
}
