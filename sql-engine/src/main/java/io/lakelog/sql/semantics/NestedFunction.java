package io.lakelog.sql.semantics;

import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/** A function over values of which some may be NULL, which make no NULL. Only rewritten trees hold it. Immutable. */
final class NestedFunction extends SqlUserDefinedFunction {
    /** A row of its operands. */
    static final NestedFunction ROW = new NestedFunction("LIST_ROW", "row");

    /** A field of a row, by its position. */
    static final NestedFunction FIELD = new NestedFunction("FIELD", "field");

    /** The elements of an array, none of NULL; NULL rows become rows of that many NULLs. */
    static final NestedFunction ELEMENTS = new NestedFunction("ELEMENTS", "elements");

    /** The entries of a map, none of NULL. */
    static final NestedFunction ENTRIES = new NestedFunction("ENTRIES", "entries");

    /** The same value under another type that has the same form in generated code. */
    static final NestedFunction SAME = new NestedFunction("SAME_VALUE", "same");

    private NestedFunction(String name, String method) {
        super(
                new SqlIdentifier(name, SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.ARG0,
                null,
                null,
                new Body(Types.lookupMethod(NestedFunctions.class, method, Object[].class)));
    }

    private record Body(Method method) implements ScalarFunction, ImplementableFunction {
        @Override
        public CallImplementor getImplementor() {
            return RexImpTable.createImplementor(
                    (translator, call, operands) -> Expressions.call(
                            method,
                            Expressions.newArrayInit(
                                    Object.class,
                                    operands.stream().map(Body::boxed).toList())),
                    NullPolicy.NONE,
                    false);
        }

        private static Expression boxed(Expression operand) {
            return Expressions.box(operand);
        }

        @Override
        public RelDataType getReturnType(RelDataTypeFactory typeFactory) {
            return typeFactory.createJavaType(Object.class);
        }

        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }
    }
}
