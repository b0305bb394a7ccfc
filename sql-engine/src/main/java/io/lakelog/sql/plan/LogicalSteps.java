package io.lakelog.sql.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptSchema;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;

/**
 * What happens to a relational tree before costs matter: sub-queries become joins, filters sink, tables become scans that
 * take columns and conditions over. Pure.
 */
final class LogicalSteps {
    /**
     * Builds trees as they are told: Calcite's simplifier orders constants by rules of its own, and {@code semantics} must
     * come first.
     */
    private static final RelBuilderFactory PLAIN =
            RelBuilder.proto(Contexts.of(RelBuilder.Config.DEFAULT.withSimplify(false)));

    private static final HepProgram SUB_QUERIES = program(List.of(
            CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
            CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
            CoreRules.JOIN_SUB_QUERY_TO_CORRELATE));
    /** A chain of a hundred set operations is one with a hundred inputs. */
    private static final HepProgram SET_OPERATIONS =
            program(List.of(CoreRules.UNION_MERGE, CoreRules.INTERSECT_MERGE, CoreRules.MINUS_MERGE));

    private static final HepProgram FILTERS_DOWN = program(List.of(
            CoreRules.FILTER_INTO_JOIN,
            CoreRules.JOIN_CONDITION_PUSH,
            CoreRules.FILTER_PROJECT_TRANSPOSE,
            CoreRules.FILTER_AGGREGATE_TRANSPOSE,
            CoreRules.FILTER_SET_OP_TRANSPOSE,
            CoreRules.FILTER_MERGE,
            CoreRules.PROJECT_MERGE,
            CoreRules.PROJECT_REMOVE));
    private static final HepProgram INTO_SCANS = program(scanRules());

    private LogicalSteps() {}

    /** @param check throws if planning should stop */
    static RelNode apply(RelNode converted, RelOptSchema schema, Runnable check) {
        RelNode asked = QuantifiedSubQueries.asExists(
                InnerSubQueries.below(EmptyGroups.kept(TruthOfSubQueries.asCases(PlainConditions.of(converted)))));
        RelNode rel = PlainConditions.of(run(SUB_QUERIES, asked, check));
        RelBuilder builder = PLAIN.create(rel.getCluster(), schema);
        rel = CorrelatedColumns.kept(ConstantKeys.kept(rel), tree -> RelDecorrelator.decorrelateQuery(tree, builder));
        rel = run(SET_OPERATIONS, rel, check);
        rel = run(FILTERS_DOWN, rel, check);
        rel = rel.accept(new ScanConversion());
        rel = new ScanTrimmer(builder).trim(rel);
        return run(INTO_SCANS, rel, check);
    }

    private static List<RelOptRule> scanRules() {
        List<RelOptRule> rules = new ArrayList<>(ScanRules.all());
        rules.add(CoreRules.PROJECT_MERGE);
        rules.add(CoreRules.PROJECT_REMOVE);
        rules.add(CoreRules.FILTER_MERGE);
        return rules;
    }

    private static HepProgram program(List<? extends RelOptRule> rules) {
        List<RelOptRule> plain = new ArrayList<>();
        for (RelOptRule rule : rules) {
            plain.add(
                    rule instanceof RelRule<?> configured
                            ? configured.config.withRelBuilderFactory(PLAIN).toRule()
                            : rule);
        }
        return new HepProgramBuilder().addRuleCollection(plain).build();
    }

    private static RelNode run(HepProgram program, RelNode rel, Runnable check) {
        HepPlanner planner = new HepPlanner(program) {
            @Override
            public void checkCancel() {
                check.run();
            }
        };
        planner.setRoot(rel);
        return planner.findBestExp();
    }
}
