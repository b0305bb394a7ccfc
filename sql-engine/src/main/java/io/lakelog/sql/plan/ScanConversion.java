package io.lakelog.sql.plan;

import io.lakelog.sql.exec.LongTerm;
import io.lakelog.sql.exec.Relation;
import io.lakelog.sql.exec.Scan;
import io.lakelog.sql.exec.TableChanges;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** Replaces Calcite's table scans and our table function by {@link LakelogScan}s of all columns. */
final class ScanConversion extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode other) {
        if (other instanceof TableScan scan) {
            return whole(scan, scan.getTable().unwrapOrThrow(LakelogTable.class).relation());
        }
        if (other instanceof TableFunctionScan scan
                && scan.getCall() instanceof RexCall call
                && call.getOperator() instanceof ChangesFunction function) {
            List<RexNode> bounds = call.getOperands();
            return whole(
                    scan,
                    new TableChanges(
                            function.table(),
                            function.changesType(),
                            term(bounds.get(0)),
                            bounds.size() > 1 ? term(bounds.get(1)) : null,
                            function.columnsAsOf(),
                            function.net()));
        }
        return super.visit(other);
    }

    private static LakelogScan whole(RelNode replaced, Relation relation) {
        List<Integer> columns =
                IntStream.range(0, relation.rowType().size()).boxed().toList();
        return new LakelogScan(replaced.getCluster(), new Scan(relation, columns, null), replaced.getRowType());
    }

    /** A bound: numbers and parameters, with + - * between them. */
    static LongTerm term(RexNode node) {
        if (node instanceof RexLiteral literal && !literal.isNull()) {
            BigDecimal number = literal.getValueAs(BigDecimal.class);
            if (number != null) {
                return LongTerm.constant(number.longValueExact());
            }
        }
        if (node instanceof RexDynamicParam parameter) {
            return LongTerm.parameter(parameter.getIndex(), "a bound of CHANGES");
        }
        if (node instanceof RexCall call) {
            List<RexNode> operands = call.getOperands();
            switch (call.getKind()) {
                case CAST -> {
                    return term(operands.get(0));
                }
                case PLUS, CHECKED_PLUS -> {
                    return LongTerm.compute(term(operands.get(0)), "+", term(operands.get(1)), Math::addExact);
                }
                case MINUS, CHECKED_MINUS -> {
                    return LongTerm.compute(term(operands.get(0)), "-", term(operands.get(1)), Math::subtractExact);
                }
                case TIMES, CHECKED_TIMES -> {
                    return LongTerm.compute(term(operands.get(0)), "*", term(operands.get(1)), Math::multiplyExact);
                }
                case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> {
                    return LongTerm.compute(LongTerm.constant(0), "-", term(operands.get(0)), Math::subtractExact);
                }
                default -> {}
            }
        }
        throw LakelogException.unsupported(
                "a bound of CHANGES is a number, a parameter, LAST_SNAPSHOT('t') or a sum, difference or product of"
                        + " such; other expressions are not supported yet");
    }
}
