package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Limit;
import io.lakelog.sql.exec.LongTerm;
import io.lakelog.sql.exec.OutputCell;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.sql.exec.Query;
import io.lakelog.sql.exec.RepeatedValue;
import io.lakelog.sql.exec.RowCount;
import io.lakelog.sql.exec.Scan;
import io.lakelog.sql.exec.TableState;
import io.lakelog.storage.TableName;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * A scan, counted or limited at most: batches go from storage to the result as they are, without generated code.
 *
 * @param cells what the columns are where they are not just those of the scan, or null
 * @param counted whether only the number of rows is wanted
 */
record DirectQuery(
        List<OutputColumn> columns,
        Scan scan,
        @Nullable List<OutputCell> cells,
        boolean counted,
        @Nullable LongTerm offset,
        @Nullable LongTerm fetch)
        implements Query {
    /** The direct way for a tree, or null if it needs more. */
    static @Nullable DirectQuery of(RelNode logical, List<OutputColumn> columns) {
        RelNode rel = logical;
        LongTerm offset = null;
        LongTerm fetch = null;
        if (rel instanceof LogicalSort sort
                && sort.getCollation().getFieldCollations().isEmpty()) {
            if (!isTerm(sort.offset) || !isTerm(sort.fetch)) {
                return null;
            }
            offset = sort.offset == null ? null : Limits.term(sort.offset, "OFFSET");
            fetch = sort.fetch == null ? null : Limits.term(sort.fetch, "LIMIT");
            rel = sort.getInput();
        }
        if (rel instanceof LakelogScan scan) {
            return new DirectQuery(columns, scan.scan(), null, false, offset, fetch);
        }
        if (rel instanceof LogicalProject project && project.getInput() instanceof LakelogScan scan) {
            List<OutputCell> cells = cells(project, columns);
            return cells == null ? null : new DirectQuery(columns, scan.scan(), cells, false, offset, fetch);
        }
        if (rel instanceof LogicalAggregate aggregate
                && isRowCount(aggregate)
                && aggregate.getInput() instanceof LakelogScan scan) {
            return new DirectQuery(columns, scan.scan().project(List.of()), null, true, offset, fetch);
        }
        return null;
    }

    private static @Nullable List<OutputCell> cells(LogicalProject project, List<OutputColumn> columns) {
        List<OutputCell> cells = new ArrayList<>();
        for (RexNode node : project.getProjects()) {
            OutputCell cell = cell(node, columns.get(cells.size()).type());
            if (cell == null) {
                return null;
            }
            cells.add(cell);
        }
        return cells;
    }

    private static @Nullable OutputCell cell(RexNode node, DataType type) {
        if (node instanceof RexInputRef reference) {
            return new OutputCell.Input(reference.getIndex());
        }
        RexNode bare = node;
        if (bare.getKind() == SqlKind.CAST) {
            RexNode operand = ((RexCall) bare).getOperands().get(0);
            if (operand instanceof RexDynamicParam || RexLiteral.isNullLiteral(operand)) {
                bare = operand;
            }
        }
        if (bare instanceof RexDynamicParam parameter
                && CalciteTypes.fromCalcite(parameter.getType(), "parameter").sameType(type)) {
            return new OutputCell.Parameter(type, parameter.getIndex());
        }
        if (!(bare instanceof RexLiteral literal)) {
            return null;
        }
        Object value = literal.isNull() ? null : RexValues.exactly(literal, type);
        return value == null && !literal.isNull() ? null : new OutputCell.Constant(new RepeatedValue(type, value));
    }

    private static boolean isTerm(@Nullable RexNode node) {
        return node == null || node instanceof RexLiteral || node instanceof RexDynamicParam;
    }

    private static boolean isRowCount(LogicalAggregate aggregate) {
        return aggregate.getGroupCount() == 0
                && aggregate.getAggCallList().size() == 1
                && aggregate.getAggCallList().get(0).getAggregation().getKind() == SqlKind.COUNT
                && aggregate.getAggCallList().get(0).getArgList().isEmpty()
                && !aggregate.getAggCallList().get(0).hasFilter()
                && !aggregate.getAggCallList().get(0).isDistinct();
    }

    @Override
    public BatchSource open(ExecContext context) {
        long skipped = offset == null ? 0 : Limits.value(offset, context, "OFFSET");
        long yielded = fetch == null ? Long.MAX_VALUE : Limits.value(fetch, context, "LIMIT");
        BatchSource source = scan.open(context);
        if (counted) {
            source = new RowCount(source);
        } else if (cells != null) {
            source = OutputCell.project(source, cells, context);
        }
        return offset == null && fetch == null ? source : new Limit(source, skipped, yielded);
    }

    @Override
    public Set<TableName> reads() {
        return scan.relation() instanceof TableState state && state.snapshotId() == null
                ? Set.of(state.table())
                : Set.of();
    }

    @Override
    public List<Scan> scans() {
        return List.of(scan);
    }

    @Override
    public String explain() {
        return (offset == null ? "" : "offset " + offset.text() + "\n")
                + (fetch == null ? "" : "limit " + fetch.text() + "\n")
                + (counted ? "count rows\n" : cells == null ? "" : "project " + columns.size() + " columns\n")
                + "scan " + scan.describe();
    }
}
