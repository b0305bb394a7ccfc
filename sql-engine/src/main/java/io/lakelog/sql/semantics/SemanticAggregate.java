package io.lakelog.sql.semantics;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.adapter.enumerable.AggAddContext;
import org.apache.calcite.adapter.enumerable.AggContext;
import org.apache.calcite.adapter.enumerable.AggImplementor;
import org.apache.calcite.adapter.enumerable.AggResetContext;
import org.apache.calcite.adapter.enumerable.AggResultContext;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.StrictAggImplementor;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableAggFunction;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlUserDefinedAggFunction;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate that plans may hold and that generated code runs on one of the {@link Accumulators}. Made for one call, whose
 * type it returns. Never seen by the validator: only rewritten trees hold it.
 */
public final class SemanticAggregate extends SqlUserDefinedAggFunction {
    private SemanticAggregate(String name, RelDataType type, Accumulator accumulator) {
        super(
                new SqlIdentifier(name, SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.explicit(type),
                null,
                null,
                accumulator,
                false,
                false,
                Optionality.FORBIDDEN);
    }

    /**
     * What takes the place of {@code function} over an argument of {@code argument}; null if Calcite's is right. Both types
     * are the user's.
     *
     * @param result the carried type of the result
     */
    static @Nullable SemanticAggregate replacing(SqlAggFunction function, RelDataType argument, RelDataType result) {
        Accumulator accumulator =
                switch (function.getKind()) {
                    case SUM, SUM0 -> sum(argument, result);
                    case AVG -> average(argument, result);
                    case STDDEV_POP -> moments(argument, false, true);
                    case STDDEV_SAMP -> moments(argument, true, true);
                    case VAR_POP -> moments(argument, false, false);
                    case VAR_SAMP -> moments(argument, true, false);
                    default -> null;
                };
        return accumulator == null
                ? null
                : new SemanticAggregate("CHECKED_" + function.getName().replace("$", ""), result, accumulator);
    }

    private static @Nullable Accumulator sum(RelDataType argument, RelDataType result) {
        if (SqlTypeUtil.isIntType(argument)) {
            return new Accumulator(Accumulators.LongSum.class, long.class);
        }
        return argument.getSqlTypeName() == SqlTypeName.DECIMAL
                ? new Accumulator(
                        Accumulators.DecimalSum.class, BigDecimal.class, result.getPrecision(), result.getScale())
                : null;
    }

    private static @Nullable Accumulator average(RelDataType argument, RelDataType result) {
        if (SqlTypeUtil.isIntType(argument)) {
            return new Accumulator(Accumulators.LongAverage.class, long.class);
        }
        if (SqlTypeUtil.isApproximateNumeric(argument)) {
            return new Accumulator(Accumulators.DoubleAverage.class, double.class);
        }
        return argument.getSqlTypeName() == SqlTypeName.DECIMAL
                ? new Accumulator(
                        Accumulators.DecimalAverage.class, BigDecimal.class, result.getPrecision(), result.getScale())
                : null;
    }

    private static @Nullable Accumulator moments(RelDataType argument, boolean sample, boolean root) {
        return SqlTypeUtil.isNumeric(argument)
                ? new Accumulator(Accumulators.Moments.class, double.class, sample, root)
                : null;
    }

    /** Whether the aggregate that replaces {@code function} takes its argument as DOUBLE. */
    static boolean takesDouble(SqlAggFunction function) {
        return switch (function.getKind()) {
            case STDDEV_POP, STDDEV_SAMP, VAR_POP, VAR_SAMP -> true;
            case COVAR_POP, COVAR_SAMP, REGR_SXX, REGR_SYY -> true;
            default -> false;
        };
    }

    /** The class of the state, what its constructor takes, and what it adds. */
    private static final class Accumulator implements ImplementableAggFunction {
        private final Class<?> state;
        private final Class<?> argument;
        private final List<Object> settings;

        Accumulator(Class<?> state, Class<?> argument, Object... settings) {
            this.state = state;
            this.argument = argument;
            this.settings = List.of(settings);
        }

        @Override
        public AggImplementor getImplementor(boolean windowContext) {
            return new Implementor(this);
        }

        @Override
        public RelDataType getReturnType(RelDataTypeFactory typeFactory) {
            return typeFactory.createSqlType(SqlTypeName.ANY);
        }

        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }
    }

    /** Writes the code that runs an accumulator. */
    private static final class Implementor extends StrictAggImplementor {
        private final Accumulator accumulator;

        Implementor(Accumulator accumulator) {
            this.accumulator = accumulator;
        }

        @Override
        public List<Type> getNotNullState(AggContext info) {
            return List.of(accumulator.state);
        }

        @Override
        protected void implementNotNullReset(AggContext info, AggResetContext reset) {
            List<Expression> settings = accumulator.settings.stream()
                    .<Expression>map(Expressions::constant)
                    .toList();
            reset.currentBlock()
                    .add(Expressions.statement(Expressions.assign(
                            reset.accumulator().get(0), Expressions.new_(accumulator.state, settings))));
        }

        @Override
        protected void implementNotNullAdd(AggContext info, AggAddContext add) {
            Expression value = EnumUtils.convert(add.arguments().get(0), accumulator.argument);
            add.currentBlock()
                    .add(Expressions.statement(
                            Expressions.call(add.accumulator().get(0), "add", value)));
        }

        @Override
        protected Expression implementNotNullResult(AggContext info, AggResultContext result) {
            return Expressions.call(result.accumulator().get(0), "result");
        }
    }
}
