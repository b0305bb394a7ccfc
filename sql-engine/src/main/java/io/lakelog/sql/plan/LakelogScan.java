package io.lakelog.sql.plan;

import io.lakelog.sql.exec.Scan;
import io.lakelog.sql.semantics.CarriedTypes;
import io.lakelog.sql.semantics.MicrosScan;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;

/** A {@link Scan} in a relational tree, before it is known who runs it. */
final class LakelogScan extends AbstractRelNode implements MicrosScan {
    private static final double ROWS_ASSUMED = 100_000;
    private static final double SHARE_KEPT_ASSUMED = 0.1;

    private final Scan scan;

    LakelogScan(RelOptCluster cluster, Scan scan, RelDataType rowType) {
        super(cluster, cluster.traitSetOf(Convention.NONE));
        this.scan = scan;
        this.rowType = rowType;
    }

    static LakelogScan of(RelOptCluster cluster, Scan scan) {
        return new LakelogScan(cluster, scan, CalciteTypes.toCalcite(cluster.getTypeFactory(), scan.rowType()));
    }

    /** The scan gives microseconds anyway; its row type says so then. */
    @Override
    public RelNode withMicros() {
        RelDataType carried = CarriedTypes.carriedRow(rowType, getCluster().getTypeFactory());
        return carried == rowType ? this : new LakelogScan(getCluster(), scan, carried);
    }

    Scan scan() {
        return scan;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new LakelogScan(getCluster(), scan, rowType);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("scan", scan.describe());
    }

    @Override
    public double estimateRowCount(RelMetadataQuery metadata) {
        return rowsAssumed(scan);
    }

    @Override
    public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery metadata) {
        double rows = rowsAssumed(scan);
        return planner.getCostFactory()
                .makeCost(rows, rows * Math.max(1, scan.columns().size()), 0);
    }

    static double rowsAssumed(Scan scan) {
        return scan.condition() == null ? ROWS_ASSUMED : ROWS_ASSUMED * SHARE_KEPT_ASSUMED;
    }
}
