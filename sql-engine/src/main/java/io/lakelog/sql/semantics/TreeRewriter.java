package io.lakelog.sql.semantics;

import com.google.common.collect.ImmutableList;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;

/** Rewrites a tree from its leaves up. Every new node has the columns of the old one, in order, of carried types. */
final class TreeRewriter {
    private static final int MILLI_DIGITS = 3;

    private final Expressions rex;
    private final Map<CorrelationId, RelDataType> correlated = new HashMap<>();
    private final NullableCasts nullableCasts;

    TreeRewriter(Expressions rex) {
        this.rex = rex;
        this.nullableCasts = new NullableCasts(rex.builder);
    }

    RelNode rewrite(RelNode node) {
        RelNode made = dispatch(node);
        checkColumns(node, made);
        return made;
    }

    private RelNode dispatch(RelNode node) {
        if (node instanceof Project project) {
            return project(project);
        }
        if (node instanceof Filter filter) {
            return filter(filter);
        }
        if (node instanceof Join join) {
            return join(join);
        }
        if (node instanceof Aggregate aggregate) {
            return new AggregateRewriter(rex, aggregate, rewrite(aggregate.getInput())).rewrite();
        }
        if (node instanceof Sort sort) {
            return sort(sort);
        }
        if (node instanceof SetOp setOp) {
            return setOp(setOp);
        }
        if (node instanceof Values values) {
            return values(values);
        }
        if (node instanceof Correlate correlate) {
            return correlate(correlate);
        }
        if (node instanceof MicrosScan scan) {
            return scan.withMicros();
        }
        if (node instanceof TableModify) {
            throw new LakelogException(ErrorCode.INTERNAL, "the input of a TableModify is to be rewritten, not itself");
        }
        return node.getInputs().isEmpty() ? leaf(node) : unknown(node);
    }

    /** What a rewritten node must be, so that references of the nodes above it stay right. */
    private void checkColumns(RelNode old, RelNode made) {
        List<RelDataTypeField> was = old.getRowType().getFieldList();
        List<RelDataTypeField> is = made.getRowType().getFieldList();
        for (int i = 0; i < Math.max(was.size(), is.size()); i++) {
            if (was.size() != is.size()
                    || rex.carried(was.get(i).getType()).getSqlTypeName()
                            != is.get(i).getType().getSqlTypeName()) {
                throw new LakelogException(
                        ErrorCode.INTERNAL,
                        "rewriting " + old.getRelTypeName() + " of "
                                + old.getRowType().getFullTypeString() + " gave "
                                + made.getRowType().getFullTypeString());
            }
        }
    }

    private ExpressionRewriter over(RelDataType row) {
        return new ExpressionRewriter(rex, row.getFieldList(), correlated);
    }

    private RelNode project(Project project) {
        RelNode input = rewrite(project.getInput());
        ExpressionRewriter expressions = over(input.getRowType());
        List<RexNode> columns = new ArrayList<>();
        for (RexNode column : project.getProjects()) {
            RexNode honest = column.accept(nullableCasts);
            RexNode kept = honest.getType().isNullable() && !column.getType().isNullable()
                    ? rex.builder.makeNotNull(honest)
                    : honest;
            columns.add(kept.accept(expressions));
        }
        return LogicalProject.create(
                input,
                project.getHints(),
                project.containsOver() ? Projects.simple(input, columns) : columns,
                project.getRowType().getFieldNames(),
                project.getVariablesSet());
    }

    private RelNode filter(Filter filter) {
        RelNode input = rewrite(filter.getInput());
        RexNode condition = filter.getCondition().accept(nullableCasts).accept(over(input.getRowType()));
        return LogicalFilter.create(
                input, condition, com.google.common.collect.ImmutableSet.copyOf(filter.getVariablesSet()));
    }

    private RelNode join(Join join) {
        if (!(join instanceof LogicalJoin)) {
            return unknown(join);
        }
        RelNode left = rewrite(join.getLeft());
        RelNode right = rewrite(join.getRight());
        List<RelDataTypeField> columns = new ArrayList<>(left.getRowType().getFieldList());
        columns.addAll(right.getRowType().getFieldList());
        RexNode condition =
                join.getCondition().accept(nullableCasts).accept(new ExpressionRewriter(rex, columns, correlated));
        LogicalJoin made =
                LogicalJoin.create(left, right, join.getHints(), condition, join.getVariablesSet(), join.getJoinType());
        if (!join.getJoinType().projectsRight()) {
            return made;
        }
        // Keys and casts move below, so that an equality stays one of columns and can be hashed.
        RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(made.getCluster(), null);
        return RelOptUtil.pushDownJoinConditions(made, builder);
    }

    private RelNode correlate(Correlate correlate) {
        RelNode left = rewrite(correlate.getLeft());
        correlated.put(correlate.getCorrelationId(), left.getRowType());
        RelNode right = rewrite(correlate.getRight());
        return LogicalCorrelate.create(
                left,
                right,
                correlate.getHints(),
                correlate.getCorrelationId(),
                correlate.getRequiredColumns(),
                correlate.getJoinType());
    }

    private RelNode sort(Sort sort) {
        Sort keyed = keyed(sort);
        int visible = sort.getRowType().getFieldCount();
        return keyed.getRowType().getFieldCount() == visible
                ? keyed
                : Projects.of(
                        keyed,
                        references(keyed).subList(0, visible),
                        sort.getRowType().getFieldNames());
    }

    /** The rewritten sort, by keys where Java would order the values themselves wrongly. They are columns behind its own. */
    Sort keyed(Sort sort) {
        RelNode input = rewrite(sort.getInput());
        ExpressionRewriter expressions = over(input.getRowType());
        List<RexNode> columns = references(input);
        int visible = columns.size();
        List<RelFieldCollation> order = new ArrayList<>();
        for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
            RexNode value = columns.get(key.getFieldIndex());
            RelDataType type = sort.getInput()
                    .getRowType()
                    .getFieldList()
                    .get(key.getFieldIndex())
                    .getType();
            if (NestedCasts.isNested(type)) {
                throw LakelogException.unsupported("ORDER BY a value of type " + type + " is not supported");
            }
            if (Comparisons.needsKey(value.getType())) {
                order.add(key.withFieldIndex(columns.size()));
                columns.add(expressions.comparisons.key(value));
            } else {
                order.add(key);
            }
        }
        RelNode keyed = columns.size() == visible ? input : Projects.of(input, columns, List.of());
        return Limits.sort(keyed, RelCollations.of(order), sort.offset, sort.fetch, rex);
    }

    private static List<RexNode> references(RelNode input) {
        List<RexNode> columns = new ArrayList<>();
        for (RelDataTypeField field : input.getRowType().getFieldList()) {
            columns.add(new RexInputRef(field.getIndex(), field.getType()));
        }
        return columns;
    }

    private RelNode setOp(SetOp setOp) {
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode old : setOp.getInputs()) {
            inputs.add(aligned(old, rewrite(old), setOp));
        }
        return setOp.copy(setOp.getTraitSet(), inputs);
    }

    /** An input of a set operation, its columns exactly of the result's types and, where rows are compared, normal. */
    private RelNode aligned(RelNode old, RelNode input, SetOp setOp) {
        ExpressionRewriter expressions = over(input.getRowType());
        List<RexNode> columns = references(input);
        boolean changed = false;
        for (int i = 0; i < columns.size(); i++) {
            RelDataType source = old.getRowType().getFieldList().get(i).getType();
            RelDataType target = setOp.getRowType().getFieldList().get(i).getType();
            RexNode value = expressions.branch(columns.get(i), source, target);
            if (!setOp.all && Comparisons.needsNormal(value.getType())) {
                value = expressions.comparisons.normal(value);
            }
            changed |= value != columns.get(i);
            columns.set(i, value);
        }
        return changed ? Projects.of(input, columns, List.of()) : input;
    }

    private RelNode values(Values values) {
        RelDataType row = rex.carriedRow(values.getRowType());
        ExpressionRewriter expressions = over(row);
        ImmutableList.Builder<ImmutableList<RexLiteral>> tuples = ImmutableList.builder();
        for (ImmutableList<RexLiteral> tuple : values.getTuples()) {
            ImmutableList.Builder<RexLiteral> made = ImmutableList.builder();
            for (int i = 0; i < tuple.size(); i++) {
                RexNode literal = tuple.get(i).accept(expressions);
                RelDataType type = values.getRowType().getFieldList().get(i).getType();
                boolean finer = CarriedTypes.isNanos(type)
                        && !CarriedTypes.isNanos(tuple.get(i).getType());
                made.add((RexLiteral)
                        (type.getSqlTypeName() == SqlTypeName.DECIMAL
                                ? scaled(literal, type)
                                : finer ? nanos(literal, type) : literal));
            }
            tuples.add(made.build());
        }
        return LogicalValues.create(values.getCluster(), row, tuples.build());
    }

    private RexNode nanos(RexNode literal, RelDataType type) {
        Long micros = ((RexLiteral) literal).getValueAs(Long.class);
        return micros == null
                ? literal
                : rex.builder.makeExactLiteral(
                        NanosFunctions.fromMicros(micros), rex.nullableIf(rex.carried(type), false));
    }

    private RexNode scaled(RexNode literal, RelDataType type) {
        java.math.BigDecimal value = ((RexLiteral) literal).getValueAs(java.math.BigDecimal.class);
        return value == null
                ? literal
                : rex.builder.makeExactLiteral(
                        CastFunctions.toDecimal(value, type.getPrecision(), type.getScale()),
                        rex.nullableIf(type, false));
    }

    /** A leaf that knows nothing of microseconds: its timestamps are milliseconds. */
    private RelNode leaf(RelNode node) {
        if (!CarriedTypes.touches(node.getRowType())) {
            return node;
        }
        List<RexNode> columns = references(node);
        for (int i = 0; i < columns.size(); i++) {
            RelDataType type = columns.get(i).getType();
            if (!CarriedTypes.touches(type)) {
                continue;
            }
            if (!Datetimes.isDatetime(type) || type.getPrecision() > MILLI_DIGITS) {
                throw LakelogException.unsupported(
                        node.getRelTypeName() + " with a column of type " + type + " is not supported");
            }
            columns.set(i, rex.call(rex.carried(type), Functions.MILLIS_TO_TIMESTAMP, columns.get(i)));
        }
        return Projects.of(node, columns, List.of());
    }

    /** What UNNEST takes apart: NULL has no elements, as an empty array; a NULL among rows is one of NULLs. */
    private RelNode withoutNulls(RelNode input, RelDataType was) {
        List<RexNode> columns = references(input);
        for (int i = 0; i < columns.size(); i++) {
            RelDataType type = columns.get(i).getType();
            RelDataType element = was.getFieldList().get(i).getType().getComponentType();
            if (element != null && element.isStruct()) {
                type = rex.types.createArrayType(rex.carriedRow(element), -1);
            }
            int width = element != null && element.isStruct() ? element.getFieldCount() : 0;
            columns.set(
                    i,
                    rex.call(
                            rex.nullableIf(type, false),
                            element == null ? NestedFunction.ENTRIES : NestedFunction.ELEMENTS,
                            columns.get(i),
                            rex.integer(width)));
        }
        return Projects.of(input, columns, input.getRowType().getFieldNames());
    }

    /** A node that is not known here: fine if no carried value passes through it. */
    private RelNode unknown(RelNode node) {
        List<RelNode> inputs = new ArrayList<>();
        boolean touched = CarriedTypes.touches(node.getRowType());
        List<RelDataTypeField> columns = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            touched |= CarriedTypes.touches(input.getRowType());
            RelNode made = rewrite(input);
            inputs.add(made);
            columns.addAll(made.getRowType().getFieldList());
        }
        if (node instanceof Uncollect) {
            return node.copy(
                    node.getTraitSet(),
                    List.of(withoutNulls(inputs.get(0), node.getInput(0).getRowType())));
        }
        RelNode windows = node instanceof TableFunctionScan scan && inputs.size() == 1
                ? new WindowTables(rex).rewrite(scan, inputs.get(0))
                : null;
        if (windows != null) {
            return windows;
        }
        if (touched) {
            throw LakelogException.unsupported(node.getRelTypeName() + " over timestamps is not supported yet");
        }
        RexShuttle expressions = new ExpressionRewriter(rex, columns, correlated);
        return node.copy(node.getTraitSet(), inputs).accept(expressions);
    }
}
