package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.storage.row.Values;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Parameters in the form that Calcite's generated code holds values in. Immutable. */
final class ParameterValues {
    private final Map<Integer, SqlTypeName> carried;

    private ParameterValues(Map<Integer, SqlTypeName> carried) {
        this.carried = carried;
    }

    /** @param tree in which the parameters have the types that the code will take them for */
    static ParameterValues of(RelNode tree) {
        Map<Integer, SqlTypeName> carried = new HashMap<>();
        RexShuttle visitor = new RexShuttle() {
            @Override
            public RexNode visitDynamicParam(RexDynamicParam parameter) {
                carried.put(parameter.getIndex(), parameter.getType().getSqlTypeName());
                return parameter;
            }
        };
        tree.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                other.accept(visitor);
                return super.visit(other);
            }
        });
        return new ParameterValues(carried);
    }

    @Nullable
    Object[] forCode(ExecContext context) {
        Object[] values = new Object[context.parameters().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = forCode(context.parameter(i), carried.get(i));
        }
        return values;
    }

    private static @Nullable Object forCode(@Nullable Object value, @Nullable SqlTypeName carried) {
        if (value instanceof LocalDate date) {
            return (int) date.toEpochDay();
        } else if (value instanceof LocalTime time) {
            return (int) (time.toNanoOfDay() / 1_000_000L);
        } else if (value instanceof LocalDateTime time) {
            return moment(Values.micros(time), carried);
        } else if (value instanceof Instant instant) {
            return moment(Values.micros(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)), carried);
        } else if (value instanceof byte[] bytes) {
            return new ByteString(bytes);
        }
        return value;
    }

    private static long moment(long micros, @Nullable SqlTypeName carried) {
        return carried == SqlTypeName.BIGINT ? micros : Math.floorDiv(micros, 1000L);
    }
}
