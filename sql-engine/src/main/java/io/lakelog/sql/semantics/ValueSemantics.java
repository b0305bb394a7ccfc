package io.lakelog.sql.semantics;

import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.implicit.TypeCoercionFactory;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.tools.Programs;

/**
 * Makes Calcite's generated code compute with the values that SQL users expect. See the package for what changes and how a
 * planner calls it. Stateless; thread-safe.
 */
public final class ValueSemantics {
    private ValueSemantics() {}

    /**
     * A root that gives the same rows, carried: see {@link CarriedTypes#carried}. Its columns keep their order and names;
     * behind them its tree may have keys that the rows are sorted by, which {@code fields} leaves out.
     *
     * @param logical a logical tree without sub-queries, as SqlToRelConverter and decorrelation leave it
     * @throws LakelogException UNSUPPORTED for a function or node on timestamps that would lose digits
     */
    public static RelRoot apply(RelRoot logical) {
        Expressions rex = new Expressions(logical.rel.getCluster().getRexBuilder());
        TreeRewriter trees = new TreeRewriter(rex);
        RelDataType columns = CarriedTypes.carriedRow(logical.validatedRowType, rex.types);
        if (!(logical.rel instanceof Sort sort)) {
            return new RelRoot(
                    trees.rewrite(logical.rel),
                    columns,
                    logical.kind,
                    logical.fields,
                    RelCollations.EMPTY,
                    logical.hints);
        }
        Sort keyed = trees.keyed(sort);
        return new RelRoot(keyed, columns, logical.kind, logical.fields, keyed.getCollation(), logical.hints);
    }

    /**
     * A parsed statement whose literals mean what they say; to be validated instead of {@code parsed}.
     *
     * @throws LakelogException UNSUPPORTED for an interval of less than a millisecond
     */
    public static SqlNode literals(SqlNode parsed) {
        SqlNode made = parsed.accept(new Literals());
        return made == null ? parsed : made;
    }

    /**
     * The last step of planning: the plan of a root that {@link #apply} gave, reduced to the columns that the user sees,
     * projections and filters merged into EnumerableCalc, AND and OR evaluated from left to right.
     */
    public static EnumerableRel finish(RelRoot root, RelNode planned) {
        RelNode visible = visible(root, (EnumerableRel) planned).accept(new NormalCalcs());
        RelNode merged = Programs.CALC_PROGRAM.run(
                visible.getCluster().getPlanner(), visible, visible.getTraitSet(), List.of(), List.of());
        return (EnumerableRel) new LazyConditions().visit(merged);
    }

    /** The first part of {@link #finish}: the plan with the columns that the user sees. */
    public static EnumerableRel visible(RelRoot root, EnumerableRel physical) {
        List<RexNode> columns = new ArrayList<>();
        for (int field : root.fields.leftList()) {
            columns.add(RexInputRef.of(field, physical.getRowType()));
        }
        if (RexUtil.isIdentity(columns, physical.getRowType())) {
            return physical;
        }
        RexProgram program = RexProgram.create(
                physical.getRowType(),
                columns,
                null,
                root.fields.rightList(),
                physical.getCluster().getRexBuilder());
        return EnumerableCalc.create(physical, program);
    }

    /**
     * A condition as it would be without keys: for engines whose comparisons order texts by code point and doubles as
     * {@link OrderKeys} says, and for pushing conditions into scans. (Where a literal has no plain form, the condition is
     * returned as it is.)
     */
    public static RexNode plain(RexNode condition, RexBuilder builder) {
        return condition.accept(new KeyRemover(builder));
    }

    /** What the validator must be given, so that comparing numbers does not round them. */
    public static TypeCoercionFactory coercions() {
        return ComparisonCoercion::new;
    }

    /** What a SqlToRelConverter must be given, so that no digit is lost before {@link #apply}. */
    public static SqlRexConvertletTable convertlets() {
        return Convertlets.INSTANCE;
    }
}
