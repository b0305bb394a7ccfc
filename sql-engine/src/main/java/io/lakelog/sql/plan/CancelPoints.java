package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.function.Function2;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Values;

/**
 * Lets generated code be stopped. Scans look at the cancel flag themselves; rows that come from lists in the statement, or
 * that joins make by the million, pass a point that does.
 */
final class CancelPoints {
    private CancelPoints() {}

    static EnumerableRel insert(RelNode plan) {
        List<RelNode> inputs = new ArrayList<>();
        boolean changed = false;
        for (RelNode input : plan.getInputs()) {
            RelNode made = insert(input);
            changed |= made != input;
            inputs.add(made);
        }
        RelNode node = changed ? plan.copy(plan.getTraitSet(), inputs) : plan;
        boolean many = node instanceof Join
                || node instanceof Correlate
                || (node instanceof Values values && values.getTuples().size() > 1);
        return many ? new CancelPoint(node.getCluster(), node.getTraitSet(), node) : (EnumerableRel) node;
    }

    /** Passes the rows of its input through, looking at the cancel flag. */
    static final class CancelPoint extends SingleRel implements EnumerableRel {
        private static final Method APPLY = Types.lookupMethod(Function2.class, "apply", Object.class, Object.class);

        CancelPoint(RelOptCluster cluster, RelTraitSet traits, RelNode input) {
            super(cluster, traits, input);
        }

        @Override
        public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
            return new CancelPoint(getCluster(), traits, inputs.get(0));
        }

        @Override
        public Result implement(EnumerableRelImplementor implementor, Prefer preferred) {
            Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), preferred);
            BlockBuilder block = new BlockBuilder();
            Expression rows = block.append("rows", input.block);
            Function2<Enumerable<Object>, DataContext, Enumerable<Object>> guard =
                    (source, context) -> new Guarded(source, (ExecContext) context.get(RunContext.EXECUTION));
            block.add(Expressions.convert_(
                    Expressions.call(
                            implementor.stash(guard, Function2.class), APPLY, rows, implementor.getRootExpression()),
                    Enumerable.class));
            return implementor.result(input.physType, block.toBlock());
        }
    }

    private static final class Guarded extends AbstractEnumerable<Object> {
        private final Enumerable<Object> source;
        private final ExecContext context;

        Guarded(Enumerable<Object> source, ExecContext context) {
            this.source = source;
            this.context = context;
        }

        @Override
        public Enumerator<Object> enumerator() {
            Enumerator<Object> rows = source.enumerator();
            return new Enumerator<>() {
                private int row;

                @Override
                public Object current() {
                    return rows.current();
                }

                @Override
                public boolean moveNext() {
                    if ((row++ & 63) == 0 || context.cancelFlag().get()) {
                        context.check();
                    }
                    return rows.moveNext();
                }

                @Override
                public void reset() {
                    rows.reset();
                }

                @Override
                public void close() {
                    rows.close();
                }
            };
        }
    }
}
