package io.lakelog.sql.semantics;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexProgramBuilder;

/** Makes the projections that rewriting needs. */
final class Projects {
    private Projects() {}

    /** A projection whose columns are named {@code names}; columns beyond these are hidden keys. */
    static RelNode of(RelNode input, List<RexNode> columns, List<String> names) {
        List<String> all = new ArrayList<>(names);
        List<RelDataTypeField> fields = input.getRowType().getFieldList();
        for (int i = all.size(); i < columns.size(); i++) {
            all.add(i < fields.size() ? fields.get(i).getName() : "$key" + i);
        }
        return LogicalProject.create(input, List.of(), columns, all);
    }

    /**
     * The same columns, as the builder of a program would have them: it finds some simpler, as CASE WHEN TRUE, and parts are left
     * over, which a calculation refuses where assertions are on.
     */
    static List<RexNode> simple(RelNode input, List<RexNode> columns) {
        RexProgramBuilder program =
                new RexProgramBuilder(input.getRowType(), input.getCluster().getRexBuilder());
        for (RexNode column : columns) {
            program.addProject(column, null);
        }
        RexProgram made = program.getProgram();
        return made.getProjectList().stream().map(made::expandLocalRef).toList();
    }
}
