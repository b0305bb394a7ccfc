package io.lakelog.sql.semantics;

import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableFilter;
import org.apache.calcite.adapter.enumerable.EnumerableProject;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexProgramBuilder;

/**
 * Makes a calculation of every projection and filter, as Calcite's own rules do; but without the parts that are left over
 * when an expression turns out to be simpler, which a calculation refuses where assertions are on.
 */
final class NormalCalcs extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode node) {
        RelNode below = visitChildren(node);
        RexBuilder builder = below.getCluster().getRexBuilder();
        if (below instanceof EnumerableProject project) {
            RelNode input = project.getInput();
            return calc(
                    input,
                    RexProgram.create(input.getRowType(), project.getProjects(), null, project.getRowType(), builder));
        }
        if (below instanceof EnumerableFilter filter) {
            RexProgramBuilder program = new RexProgramBuilder(filter.getInput().getRowType(), builder);
            program.addIdentity();
            program.addCondition(filter.getCondition());
            return calc(filter.getInput(), program.getProgram());
        }
        return below;
    }

    private static RelNode calc(RelNode input, RexProgram program) {
        return EnumerableCalc.create(input, program.normalize(input.getCluster().getRexBuilder(), null));
    }
}
