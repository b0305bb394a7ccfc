package io.lakelog.sql.semantics;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** Makes expressions for one tree. */
final class Expressions {
    final RexBuilder builder;
    final RelDataTypeFactory types;

    Expressions(RexBuilder builder) {
        this.builder = builder;
        types = builder.getTypeFactory();
    }

    RexNode call(RelDataType type, SqlOperator function, RexNode... operands) {
        return call(type, function, List.of(operands));
    }

    RexNode call(RelDataType type, SqlOperator function, List<? extends RexNode> operands) {
        return builder.makeCall(SqlParserPos.ZERO, type, function, List.copyOf(operands));
    }

    /** A call that is as nullable as its operands. */
    RexNode call(SqlTypeName type, SqlOperator function, RexNode... operands) {
        return call(type(type, operands), function, operands);
    }

    /** A simple type, nullable if one of the operands is. */
    RelDataType type(SqlTypeName type, RexNode... operands) {
        return nullableIf(types.createSqlType(type), anyNullable(List.of(operands)));
    }

    RelDataType nullableIf(RelDataType type, boolean nullable) {
        return types.createTypeWithNullability(type, nullable);
    }

    static boolean anyNullable(List<? extends RexNode> operands) {
        return operands.stream().anyMatch(operand -> operand.getType().isNullable());
    }

    RexNode integer(int value) {
        return builder.makeExactLiteral(BigDecimal.valueOf(value), types.createSqlType(SqlTypeName.INTEGER));
    }

    RexNode bigint(long value) {
        return builder.makeExactLiteral(BigDecimal.valueOf(value), types.createSqlType(SqlTypeName.BIGINT));
    }

    RelDataType carried(RelDataType type) {
        return CarriedTypes.carried(type, types);
    }

    RelDataType carriedRow(RelDataType row) {
        return CarriedTypes.carriedRow(row, types);
    }

    /** Whether the two are the same type, nullable or not. */
    boolean sameType(RelDataType a, RelDataType b) {
        return a.equals(b) || nullableIf(a, true).equals(nullableIf(b, true));
    }
}
