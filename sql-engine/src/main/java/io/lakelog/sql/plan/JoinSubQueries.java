package io.lakelog.sql.plan;

import com.google.common.base.Throwables;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/** Sub-queries in ON: not all of those that depend on the joined rows can be taken out of the condition. */
final class JoinSubQueries {
    private JoinSubQueries() {}

    /**
     * Runs the steps of planning that take sub-queries out of conditions.
     *
     * @throws LakelogException UNSUPPORTED if they fail and there is such a sub-query
     */
    static <T> T takenOut(RelNode tree, Supplier<T> steps) {
        try {
            return steps.get();
        } catch (RuntimeException e) {
            boolean broken = e instanceof LakelogException known
                    ? known.code() == ErrorCode.INTERNAL
                    : Throwables.getRootCause(e) instanceof IndexOutOfBoundsException;
            throw broken && isIn(tree) ? refusal(e) : e;
        }
    }

    private static LakelogException refusal(RuntimeException cause) {
        return new LakelogException(
                ErrorCode.UNSUPPORTED,
                "this sub-query in an ON condition is not supported, since it depends on rows of the joined tables;"
                        + " join the sub-query itself, or move the condition to WHERE",
                cause);
    }

    private static boolean isIn(RelNode tree) {
        try {
            new RelVisitor() {
                @Override
                public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
                    if (node instanceof Join join) {
                        join.getCondition().accept(new Finder());
                    }
                    super.visit(node, ordinal, parent);
                }
            }.go(tree);
            return false;
        } catch (Util.FoundOne found) {
            return true;
        }
    }

    private static final class Finder extends RexVisitorImpl<Void> {
        Finder() {
            super(true);
        }

        @Override
        public Void visitSubQuery(RexSubQuery subQuery) {
            throw Util.FoundOne.NULL;
        }
    }
}
