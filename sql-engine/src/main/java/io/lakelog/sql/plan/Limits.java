package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.LongTerm;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.util.Objects;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

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

    /** @throws LakelogException INVALID_RANGE for a negative number */
    static long value(LongTerm term, ExecContext context, String what) {
        long value = term.value(context);
        if (value < 0) {
            throw new LakelogException(ErrorCode.INVALID_RANGE, what + " " + value + " is negative");
        }
        return value;
    }
}
