package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.semantics.CarriedTypes;
import io.lakelog.sql.semantics.NanosFunctions;
import io.lakelog.storage.row.Values;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/** Parameters in the form that generated code holds values in (see {@code semantics}). Pure. */
final class ParameterValues {
    private ParameterValues() {}

    /**
     * @param limits the parameters that stand in LIMIT or OFFSET, where generated code takes an INT
     * @param nanos the parameters that are timestamps of more than 6 fraction digits
     */
    static @Nullable Object[] forCode(ExecContext context, Set<Integer> limits, Set<Integer> nanos) {
        @Nullable Object[] values = new Object[context.parameters().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = limits.contains(i)
                    ? Limits.withinInt(context, i)
                    : forCode(context.parameter(i), nanos.contains(i));
        }
        return values;
    }

    /** The parameters of a tree that are timestamps of nanoseconds. */
    static Set<Integer> nanos(RelNode tree) {
        Set<Integer> found = new HashSet<>();
        RexShuttle finder = new RexShuttle() {
            @Override
            public RexNode visitDynamicParam(RexDynamicParam parameter) {
                if (CarriedTypes.isNanos(parameter.getType())) {
                    found.add(parameter.getIndex());
                }
                return parameter;
            }
        };
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
                node.accept(finder);
                super.visit(node, ordinal, parent);
            }
        }.go(tree);
        return found;
    }

    private static @Nullable Object forCode(@Nullable Object value, boolean nanos) {
        if (value instanceof LocalDate date) {
            return (int) date.toEpochDay();
        } else if (value instanceof LocalTime time) {
            return (int) (time.toNanoOfDay() / 1_000_000L);
        } else if (value instanceof LocalDateTime time) {
            return timestamp(time, nanos);
        } else if (value instanceof Instant instant) {
            return timestamp(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), nanos);
        } else if (value instanceof byte[] bytes) {
            return new ByteString(bytes);
        } else if (value instanceof List<?> list) {
            List<@Nullable Object> items = new ArrayList<>();
            list.forEach(item -> items.add(forCode(item, nanos)));
            return items;
        } else if (value instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
            map.forEach((key, item) -> entries.put(forCode(key, nanos), forCode(item, nanos)));
            return entries;
        }
        return value;
    }

    private static Object timestamp(LocalDateTime time, boolean nanos) {
        long micros = Values.micros(time);
        return nanos ? (Object) NanosFunctions.of(micros, time.getNano() % 1_000) : (Object) micros;
    }
}
