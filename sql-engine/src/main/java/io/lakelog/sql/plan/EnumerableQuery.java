package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.sql.exec.Query;
import io.lakelog.sql.exec.Scan;
import io.lakelog.sql.exec.TableState;
import io.lakelog.sql.parse.LakelogConformance;
import io.lakelog.sql.semantics.ValueSemantics;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** A query that runs as Calcite's generated code, reading our scans. */
final class EnumerableQuery implements Query {
    private final List<OutputColumn> columns;
    private final EnumerableRel plan;
    private final Bindable<?> code;
    private final Map<String, Object> stashed;
    private final Set<TableName> reads;
    private final Set<Integer> limits;
    private final Set<Integer> nanos;

    private EnumerableQuery(
            List<OutputColumn> columns,
            EnumerableRel plan,
            Bindable<?> code,
            Map<String, Object> stashed,
            RelNode logical,
            Set<Integer> limits) {
        this.columns = columns;
        this.plan = plan;
        this.code = code;
        this.stashed = stashed;
        this.reads = tablesRead(logical);
        this.limits = limits;
        this.nanos = ParameterValues.nanos(logical);
    }

    /** @param limits the parameters that stand in LIMIT or OFFSET */
    static EnumerableQuery of(RelRoot logical, List<OutputColumn> columns, Set<Integer> limits) {
        RelRoot carried = ValueSemantics.apply(logical);
        EnumerableRel plan = optimise(carried);
        Map<String, Object> stashed = new HashMap<>();
        stashed.put("_conformance", LakelogConformance.INSTANCE);
        Bindable<?> code = EnumerableInterpretable.toBindable(stashed, null, plan, EnumerableRel.Prefer.ARRAY);
        return new EnumerableQuery(columns, plan, code, stashed, logical.rel, limits);
    }

    private static Set<TableName> tablesRead(RelNode tree) {
        Set<TableName> names = new HashSet<>();
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
                if (node instanceof LakelogScan scan
                        && scan.scan().relation() instanceof TableState state
                        && state.snapshotId() == null) {
                    names.add(state.table());
                }
                super.visit(node, ordinal, parent);
            }
        }.go(tree);
        return names;
    }

    private static final Set<SqlTypeName> NO_LITERALS = EnumSet.of(
            SqlTypeName.ROW,
            SqlTypeName.STRUCTURED,
            SqlTypeName.ARRAY,
            SqlTypeName.MAP,
            SqlTypeName.MULTISET,
            SqlTypeName.ANY,
            SqlTypeName.OTHER);

    private static EnumerableRel optimise(RelRoot carried) {
        RelOptPlanner planner = carried.rel.getCluster().getPlanner();
        RelOptUtil.registerDefaultRules(planner, false, false);
        // Merged before: here each pair of a chain would be, in each of its forms.
        planner.removeRule(CoreRules.UNION_MERGE);
        planner.removeRule(CoreRules.INTERSECT_MERGE);
        planner.removeRule(CoreRules.MINUS_MERGE);
        // It takes the right side's keys of a LEFT JOIN for sorted, though NULLs lie between them.
        planner.removeRule(EnumerableRules.ENUMERABLE_MERGE_JOIN_RULE);
        SemiJoins.restrict(planner);
        MergedUnions.restrict(planner);
        planner.addRule(EnumerableRules.ENUMERABLE_LIMIT_SORT_RULE);
        planner.addRule(EnumerableScan.rule());
        planner.setExecutor(EnumerableQuery::reduce);
        RelTraitSet wanted = carried.rel
                .getCluster()
                .traitSetOf(EnumerableConvention.INSTANCE)
                .replace(carried.collation);
        planner.setRoot(planner.changeTraits(carried.rel, wanted));
        return CancelPoints.insert(DistinctRows.ofRightSides(ValueSemantics.finish(carried, planner.findBestExp())));
    }

    /** Constants computed while planning; those that no literal can hold stay expressions. */
    private static void reduce(RexBuilder builder, List<RexNode> constants, List<RexNode> reduced) {
        if (constants.stream()
                .noneMatch(node -> NO_LITERALS.contains(node.getType().getSqlTypeName()))) {
            RexUtil.EXECUTOR.reduce(builder, constants, reduced);
        } else {
            reduced.addAll(constants);
        }
    }

    @Override
    public List<OutputColumn> columns() {
        return columns;
    }

    @Override
    public BatchSource open(ExecContext context) {
        JavaTypeFactory typeFactory = (JavaTypeFactory) plan.getCluster().getTypeFactory();
        RunContext runContext =
                new RunContext(context, typeFactory, stashed, ParameterValues.forCode(context, limits, nanos));
        try {
            return new Rows(code.bind(runContext).enumerator(), new RowWriter(types()), context);
        } catch (RuntimeException | Error e) {
            throw Problems.atRunTime(e, context);
        }
    }

    @Override
    public Set<TableName> reads() {
        return reads;
    }

    @Override
    public List<Scan> scans() {
        List<Scan> scans = new ArrayList<>();
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
                if (node instanceof EnumerableScan scan) {
                    scans.add(scan.scan());
                }
                super.visit(node, ordinal, parent);
            }
        }.go(plan);
        return scans;
    }

    @Override
    public String explain() {
        return RelOptUtil.toString(plan, SqlExplainLevel.EXPPLAN_ATTRIBUTES)
                .replaceAll("\\bEnumerable(?=[A-Z])", "")
                .stripTrailing();
    }

    /** Rows gathered into batches; failures of generated code become ours. */
    private static final class Rows implements BatchSource {
        private final Enumerator<?> rows;
        private final RowWriter writer;
        private final ExecContext context;
        private boolean done;

        Rows(Enumerator<?> rows, RowWriter writer, ExecContext context) {
            this.rows = rows;
            this.writer = writer;
            this.context = context;
        }

        @Override
        public @Nullable Batch next() {
            try {
                while (!done && writer.size() < Batch.TARGET_ROWS) {
                    if ((writer.size() & 63) == 0) {
                        context.check();
                    }
                    if (rows.moveNext()) {
                        writer.append(rows.current());
                    } else {
                        done = true;
                    }
                }
                return writer.size() == 0 ? null : writer.build();
            } catch (LakelogException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                throw Problems.atRunTime(e, context);
            }
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
