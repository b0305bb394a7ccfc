package io.lakelog.sql.semantics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TimeZone;
import java.util.function.Supplier;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.apache.calcite.util.BuiltInMethod;

/**
 * A function that plans may hold and that generated code runs as one call of a static method. Strict: NULL if an operand
 * is NULL. Never seen by the validator: only rewritten trees hold it. Immutable.
 */
public final class SemanticFunction extends SqlUserDefinedFunction {
    private final boolean zoned;

    private SemanticFunction(String name, SqlReturnTypeInference returns, Body body) {
        super(new SqlIdentifier(name, SqlParserPos.ZERO), SqlKind.OTHER_FUNCTION, returns, null, null, body);
        zoned = body.zoned();
    }

    /**
     * A function that calls {@code owner.method}.
     *
     * @param name unique among these functions
     * @param parameters the method's; a last one of TimeZone is given the session's zone and is no operand
     */
    static SemanticFunction of(
            String name, SqlReturnTypeInference returns, Class<?> owner, String method, Class<?>... parameters) {
        return new SemanticFunction(name, returns, new Body(owner, method, parameters));
    }

    /** A function of the session's zone is not a constant of a plan, whatever its operands. */
    @Override
    public boolean isDynamicFunction() {
        return zoned;
    }

    /**
     * Not ANY: Calcite asserts that such a call is nullable just when an operand is, but leaves calls nullable whose operands
     * no longer are, once an outer join has become an inner one.
     */
    @Override
    public Supplier<Strong.Policy> getStrongPolicyInference() {
        return () -> Strong.Policy.AS_IS;
    }

    private record Body(Class<?> owner, String method, Class<?>[] parameters)
            implements ScalarFunction, ImplementableFunction {
        boolean zoned() {
            return parameters.length > 0 && parameters[parameters.length - 1] == TimeZone.class;
        }

        @Override
        public CallImplementor getImplementor() {
            return RexImpTable.createImplementor(this::call, NullPolicy.STRICT, false);
        }

        private Expression call(RexToLixTranslator translator, RexCall call, List<Expression> operands) {
            List<Expression> arguments = new ArrayList<>(parameters.length);
            for (int i = 0; i < operands.size(); i++) {
                arguments.add(EnumUtils.convert(operands.get(i), parameters[i]));
            }
            if (zoned()) {
                arguments.add(Expressions.call(BuiltInMethod.TIME_ZONE.method, translator.getRoot()));
            }
            return Expressions.call(Types.lookupMethod(owner, method, parameters), arguments);
        }

        @Override
        public RelDataType getReturnType(RelDataTypeFactory typeFactory) {
            return typeFactory.createJavaType(
                    Types.lookupMethod(owner, method, parameters).getReturnType());
        }

        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return method.hashCode() + Arrays.hashCode(parameters);
        }
    }
}
