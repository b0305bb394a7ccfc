package io.lakelog.sql.semantics;

import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;

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
        RelDataType columns = CarriedTypes.carried(logical.validatedRowType, rex.types);
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

    /** The plan of a root that {@link #apply} gave, reduced to the columns that the user sees. */
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

    /** What a SqlToRelConverter must be given, so that no digit is lost before {@link #apply}. */
    public static SqlRexConvertletTable convertlets() {
        return Convertlets.INSTANCE;
    }
}
