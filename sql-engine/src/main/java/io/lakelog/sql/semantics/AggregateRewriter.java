package io.lakelog.sql.semantics;

import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Rewrites one Aggregate over its rewritten input: columns that grouping, MIN, MAX and ordered aggregates need as keys are
 * added below, and keys become values again above.
 */
final class AggregateRewriter {
    private final Expressions rex;
    private final Casts casts;
    private final Comparisons comparisons;
    private final Aggregate old;
    private final RelNode input;
    private final List<RexNode> columns = new ArrayList<>();

    AggregateRewriter(Expressions rex, Aggregate old, RelNode input) {
        this.rex = rex;
        this.old = old;
        this.input = input;
        casts = new Casts(rex);
        comparisons = new Comparisons(rex, casts);
        for (RelDataTypeField field : input.getRowType().getFieldList()) {
            columns.add(new RexInputRef(field.getIndex(), field.getType()));
        }
    }

    RelNode rewrite() {
        boolean changed = false;
        for (int group : old.getGroupSet()) {
            if (Comparisons.needsNormal(columns.get(group).getType())) {
                columns.set(group, comparisons.normal(columns.get(group)));
                changed = true;
            }
        }
        List<AggregateCall> calls = new ArrayList<>();
        for (AggregateCall call : old.getAggCallList()) {
            calls.add(rewrite(call));
        }
        RelNode below = changed || columns.size() > input.getRowType().getFieldCount()
                ? Projects.of(input, columns, List.of())
                : input;
        RelNode made = LogicalAggregate.create(below, old.getHints(), old.getGroupSet(), old.getGroupSets(), calls);
        return above(made);
    }

    private AggregateCall rewrite(AggregateCall call) {
        SqlAggFunction function = call.getAggregation();
        RelDataType type = rex.carried(call.getType());
        List<Integer> arguments = new ArrayList<>(call.getArgList());
        SqlAggFunction chosen = function;
        if (!arguments.isEmpty()) {
            RelDataType argument = old.getInput()
                    .getRowType()
                    .getFieldList()
                    .get(arguments.get(0))
                    .getType();
            check(function, argument);
            if (isMinMax(function) && Comparisons.needsKey(argument)) {
                RexNode key = comparisons.key(columns.get(arguments.get(0)));
                arguments.set(0, add(key));
                type = rex.nullableIf(key.getType(), type.isNullable());
            } else if (call.isDistinct() && Comparisons.needsNormal(argument)) {
                arguments.set(0, add(comparisons.normal(columns.get(arguments.get(0)))));
            }
            if (function.getKind() == SqlKind.ARG_MIN || function.getKind() == SqlKind.ARG_MAX) {
                arguments.set(1, keyColumn(arguments.get(1)));
            }
            if (SemanticAggregate.takesDouble(function)) {
                arguments.replaceAll(this::asDouble);
                type = rex.nullableIf(rex.types.createSqlType(SqlTypeName.DOUBLE), type.isNullable());
            }
            SemanticAggregate checked = SemanticAggregate.replacing(function, argument, type);
            chosen = checked == null ? function : checked;
        }
        return AggregateCall.create(
                call.getParserPosition(),
                chosen,
                call.isDistinct(),
                call.isApproximate(),
                call.ignoreNulls(),
                call.rexList,
                arguments,
                call.filterArg,
                call.distinctKeys,
                collation(call.getCollation()),
                type,
                call.getName());
    }

    static boolean isMinMax(SqlAggFunction function) {
        return function.getKind() == SqlKind.MIN || function.getKind() == SqlKind.MAX;
    }

    /** Refuses an aggregate that looks at a carried value and does not know what it is. */
    static void check(SqlAggFunction function, RelDataType argument) {
        if (isMinMax(function) && NestedCasts.isNested(argument)) {
            throw LakelogException.unsupported(
                    "aggregate " + function.getName() + " is not supported on type " + argument);
        }
        if (!CarriedTypes.touches(argument)) {
            return;
        }
        boolean fine =
                switch (function.getKind()) {
                    case COUNT, MIN, MAX, ARG_MIN, ARG_MAX, SINGLE_VALUE, ANY_VALUE, MODE -> true;
                    case COLLECT, ARRAY_AGG, LAG, LEAD -> true;
                    case FIRST_VALUE, LAST_VALUE, NTH_VALUE, GROUPING, GROUPING_ID -> true;
                    default -> false;
                };
        if (!fine) {
            throw LakelogException.unsupported(
                    "aggregate " + function.getName() + " is not supported on type " + argument);
        }
    }

    private int add(RexNode column) {
        int known = columns.indexOf(column);
        if (known >= 0) {
            return known;
        }
        columns.add(column);
        return columns.size() - 1;
    }

    private int keyColumn(int column) {
        RexNode value = columns.get(column);
        return Comparisons.needsKey(value.getType()) ? add(comparisons.key(value)) : column;
    }

    private int asDouble(int column) {
        RexNode value = columns.get(column);
        return value.getType().getSqlTypeName() == SqlTypeName.DOUBLE
                ? column
                : add(casts.cast(value, value.getType(), rex.type(SqlTypeName.DOUBLE, value)));
    }

    private RelCollation collation(RelCollation collation) {
        List<RelFieldCollation> keys = new ArrayList<>();
        for (RelFieldCollation key : collation.getFieldCollations()) {
            RexNode value = columns.get(key.getFieldIndex());
            keys.add(Comparisons.needsKey(value.getType()) ? key.withFieldIndex(add(comparisons.key(value))) : key);
        }
        return RelCollations.of(keys);
    }

    /** The columns of the old node: keys of MIN and MAX turned back into values. */
    private RelNode above(RelNode aggregate) {
        List<RexNode> results = new ArrayList<>();
        boolean changed = false;
        int groups = old.getGroupCount();
        for (RelDataTypeField field : aggregate.getRowType().getFieldList()) {
            RexNode value = new RexInputRef(field.getIndex(), field.getType());
            if (field.getIndex() >= groups) {
                AggregateCall call = old.getAggCallList().get(field.getIndex() - groups);
                RexNode column = value;
                if (isMinMax(call.getAggregation()) && Comparisons.needsKey(call.getType())) {
                    value = comparisons.fromKey(value, call.getType());
                } else if (SemanticAggregate.takesDouble(call.getAggregation())) {
                    value = casts.cast(value, value.getType(), call.getType());
                }
                changed |= value != column;
            }
            results.add(value);
        }
        return changed ? Projects.of(aggregate, results, old.getRowType().getFieldNames()) : aggregate;
    }
}
