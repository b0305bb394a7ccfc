package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.storage.row.Values;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Set;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/** Parameters in the form that generated code holds values in (see {@code semantics}). Pure. */
final class ParameterValues {
    private ParameterValues() {}

    /** @param limits the parameters that stand in LIMIT or OFFSET, where generated code takes an INT */
    static @Nullable Object[] forCode(ExecContext context, Set<Integer> limits) {
        @Nullable Object[] values = new Object[context.parameters().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = limits.contains(i) ? Limits.withinInt(context, i) : forCode(context.parameter(i));
        }
        return values;
    }

    private static @Nullable Object forCode(@Nullable Object value) {
        if (value instanceof LocalDate date) {
            return (int) date.toEpochDay();
        } else if (value instanceof LocalTime time) {
            return (int) (time.toNanoOfDay() / 1_000_000L);
        } else if (value instanceof LocalDateTime time) {
            return Values.micros(time);
        } else if (value instanceof Instant instant) {
            return Values.micros(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
        } else if (value instanceof byte[] bytes) {
            return new ByteString(bytes);
        }
        return value;
    }
}
