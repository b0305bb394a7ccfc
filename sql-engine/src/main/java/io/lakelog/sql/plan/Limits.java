package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.LongTerm;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** The numbers of LIMIT, FETCH and OFFSET. Pure. */
final class Limits {
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private Limits() {}

    /** @param node a literal or a parameter */
    static LongTerm term(RexNode node, String what) {
        if (node instanceof RexDynamicParam parameter) {
            return LongTerm.parameter(parameter.getIndex(), what);
        }
        BigDecimal number = Objects.requireNonNull(((RexLiteral) node).getValueAs(BigDecimal.class));
        return LongTerm.constant(number.min(LONG_MAX).longValue());
    }

    /** The parameters that stand in LIMIT, FETCH or OFFSET anywhere in a tree. */
    static Set<Integer> parameters(RelNode tree) {
        Set<Integer> parameters = new HashSet<>();
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
                if (node instanceof Sort sort) {
                    if (sort.offset instanceof RexDynamicParam parameter) {
                        parameters.add(parameter.getIndex());
                    }
                    if (sort.fetch instanceof RexDynamicParam parameter) {
                        parameters.add(parameter.getIndex());
                    }
                }
                super.visit(node, ordinal, parent);
            }
        }.go(tree);
        return parameters;
    }

    /** A parameter of LIMIT or OFFSET as generated code takes it. */
    static int withinInt(ExecContext context, int parameter) {
        return (int) Math.min(
                value(LongTerm.parameter(parameter, "LIMIT or OFFSET"), context, "LIMIT or OFFSET"), Integer.MAX_VALUE);
    }

    /** @throws LakelogException INVALID_RANGE for a negative number */
    static long value(LongTerm term, ExecContext context, String what) {
        long value = term.value(context);
        if (value < 0) {
            throw new LakelogException(ErrorCode.INVALID_RANGE, what + " " + value + " is negative");
        }
        return value;
    }
}
