package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** OFFSET and FETCH beyond the range of int, in which generated code counts. */
final class Limits {
    private static final BigDecimal MAX = BigDecimal.valueOf(Integer.MAX_VALUE);
    private static final int MAX_STEPS = 16;

    private Limits() {}

    /** A sort with OFFSET and FETCH: a greater offset is skipped in steps, a greater limit is none. */
    static Sort sort(
            RelNode input, RelCollation collation, @Nullable RexNode offset, @Nullable RexNode fetch, Expressions rex) {
        RexNode limit = fetch;
        if (fetch instanceof RexLiteral literal && exceeds(literal)) {
            // A sort that sorts, skips and limits nothing is not allowed to be.
            limit = offset == null && collation.getFieldCollations().isEmpty() ? rex.integer(Integer.MAX_VALUE) : null;
        }
        if (!(offset instanceof RexLiteral literal && exceeds(literal))) {
            return LogicalSort.create(input, collation, offset, limit);
        }
        BigDecimal rest = literal.getValueAs(BigDecimal.class);
        RelNode skipped = input;
        for (int step = 0; rest != null && rest.compareTo(MAX) > 0; step++) {
            if (step == MAX_STEPS) {
                throw new LakelogException(ErrorCode.LIMIT, "OFFSET " + literal.getValue() + " is too large");
            }
            skipped = LogicalSort.create(skipped, collation, rex.integer(Integer.MAX_VALUE), null);
            rest = rest.subtract(MAX);
        }
        RexNode last = rex.integer(rest == null ? 0 : rest.intValueExact());
        return LogicalSort.create(skipped, collation, last, limit);
    }

    private static boolean exceeds(RexLiteral literal) {
        BigDecimal value = literal.getValueAs(BigDecimal.class);
        return value != null && value.compareTo(MAX) > 0;
    }
}
