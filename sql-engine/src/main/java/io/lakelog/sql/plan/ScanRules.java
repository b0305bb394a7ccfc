package io.lakelog.sql.plan;

import io.lakelog.sql.exec.Condition;
import io.lakelog.sql.exec.Scan;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/** Rules that let a {@link LakelogScan} take over the conditions and columns of what stands on it. */
final class ScanRules {
    private ScanRules() {}

    static List<RelOptRule> all() {
        return List.of(new FilterIntoScan(), new ProjectIntoScan());
    }

    /** The parts of a condition that a scan can test itself go there; the rest stays above it. */
    private static final class FilterIntoScan extends RelOptRule {
        FilterIntoScan() {
            super(operand(LogicalFilter.class, operand(LakelogScan.class, none())), "FilterIntoScan");
        }

        @Override
        public void onMatch(RelOptRuleCall call) {
            LogicalFilter filter = call.rel(0);
            LakelogScan scan = call.rel(1);
            List<RexNode> rest = new ArrayList<>();
            Scan filtered = scan.scan();
            for (RexNode part : RelOptUtil.conjunctions(filter.getCondition())) {
                Condition condition = ScanConditions.of(part, scan);
                if (condition == null) {
                    rest.add(part);
                } else {
                    filtered = filtered.filter(condition);
                }
            }
            if (filtered == scan.scan()) {
                return;
            }
            RelNode result = new LakelogScan(scan.getCluster(), filtered, scan.getRowType());
            if (!rest.isEmpty()) {
                result = LogicalFilter.create(
                        result, RexUtil.composeConjunction(scan.getCluster().getRexBuilder(), rest));
            }
            call.transformTo(result);
        }
    }

    /** Only the columns that a projection uses are read; a projection that only picks columns vanishes. */
    private static final class ProjectIntoScan extends RelOptRule {
        ProjectIntoScan() {
            super(operand(LogicalProject.class, operand(LakelogScan.class, none())), "ProjectIntoScan");
        }

        @Override
        public void onMatch(RelOptRuleCall call) {
            LogicalProject project = call.rel(0);
            LakelogScan scan = call.rel(1);
            if (project.getProjects().stream().allMatch(RexInputRef.class::isInstance)) {
                List<Integer> positions = project.getProjects().stream()
                        .map(node -> ((RexInputRef) node).getIndex())
                        .toList();
                call.transformTo(
                        new LakelogScan(scan.getCluster(), scan.scan().project(positions), project.getRowType()));
                return;
            }
            ImmutableBitSet used = RelOptUtil.InputFinder.bits(project.getProjects(), null);
            if (used.isEmpty()) {
                used = ImmutableBitSet.of(0);
            }
            int all = scan.getRowType().getFieldCount();
            if (used.cardinality() == all) {
                return;
            }
            List<Integer> kept = used.asList();
            List<RexNode> projects = new ArrayList<>();
            RexShuttle renumber = new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef reference) {
                    return new RexInputRef(kept.indexOf(reference.getIndex()), reference.getType());
                }
            };
            project.getProjects().forEach(node -> projects.add(node.accept(renumber)));
            call.transformTo(LogicalProject.create(
                    narrowed(scan, kept),
                    project.getHints(),
                    projects,
                    project.getRowType(),
                    project.getVariablesSet()));
        }
    }

    static LakelogScan narrowed(LakelogScan scan, List<Integer> kept) {
        RelDataTypeFactory.Builder type = scan.getCluster().getTypeFactory().builder();
        RelDataType all = scan.getRowType();
        for (int position : kept) {
            type.add(all.getFieldList().get(position));
        }
        return new LakelogScan(scan.getCluster(), scan.scan().project(kept), type.build());
    }
}
