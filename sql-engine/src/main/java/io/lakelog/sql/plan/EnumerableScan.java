package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Scan;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;

/** A {@link Scan} whose rows go to Calcite's generated code: the border at which batches become rows. */
final class EnumerableScan extends AbstractRelNode implements EnumerableRel {
    private static final Method APPLY = Types.lookupMethod(Function1.class, "apply", Object.class);

    private final Scan scan;

    private EnumerableScan(RelOptCluster cluster, RelTraitSet traits, Scan scan, RelDataType rowType) {
        super(cluster, traits);
        this.scan = scan;
        this.rowType = rowType;
    }

    Scan scan() {
        return scan;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new EnumerableScan(getCluster(), traits, scan, rowType);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("scan", scan.describe());
    }

    @Override
    public double estimateRowCount(RelMetadataQuery metadata) {
        return LakelogScan.rowsAssumed(scan);
    }

    @Override
    public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery metadata) {
        double rows = LakelogScan.rowsAssumed(scan);
        return planner.getCostFactory()
                .makeCost(rows, rows * Math.max(1, scan.columns().size()), 0);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer preferred) {
        PhysType physicalType =
                PhysTypeImpl.of((JavaTypeFactory) getCluster().getTypeFactory(), rowType, preferred.preferArray());
        RowReader reader = RowReader.of(scan.rowType());
        Function1<DataContext, Enumerable<Object>> rows =
                context -> new ScannedRows(scan, reader, (ExecContext) context.get(RunContext.EXECUTION));
        BlockBuilder block = new BlockBuilder();
        Expression stashed = implementor.stash(rows, Function1.class);
        block.add(Expressions.convert_(
                Expressions.call(stashed, APPLY, implementor.getRootExpression()), Enumerable.class));
        return implementor.result(physicalType, block.toBlock());
    }

    /** Makes a {@link LakelogScan} one of these. */
    static ConverterRule rule() {
        return ConverterRule.Config.INSTANCE
                .withConversion(LakelogScan.class, Convention.NONE, EnumerableConvention.INSTANCE, "EnumerableScanRule")
                .withRuleFactory(Rule::new)
                .toRule(ConverterRule.class);
    }

    private static final class Rule extends ConverterRule {
        Rule(Config config) {
            super(config);
        }

        @Override
        public RelNode convert(RelNode rel) {
            LakelogScan logical = (LakelogScan) rel;
            return new EnumerableScan(
                    rel.getCluster(),
                    rel.getTraitSet().replace(EnumerableConvention.INSTANCE),
                    logical.scan(),
                    rel.getRowType());
        }
    }
}
