package io.lakelog.sql.plan;

import io.lakelog.sql.command.InsertValuesCommand;
import io.lakelog.sql.command.ValueCell;
import io.lakelog.sql.exec.ColumnAssignment;
import io.lakelog.sql.exec.Query;
import io.lakelog.sql.parse.SqlText;
import io.lakelog.storage.Table;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * The rows of INSERT ... VALUES. Literals and parameters are taken from the tree as they are: Calcite's plan for a list of
 * a thousand rows takes seconds. Other expressions are gathered into queries of one row.
 */
final class ValuesPlanner {
    /** Expressions in one query; more would make a class that is too large. */
    private static final int EXPRESSIONS_MAX = 50;

    private final Table table;
    private final RowType rowType;
    private final int[] targets;
    private final ZoneId zone;
    private final OverwriteTarget overwrite;
    private final BiFunction<List<SqlNode>, List<DataType>, QueryPlanner.Planned> planRow;
    private final Map<Integer, DataType> storedTypes;
    private final List<Query> computed = new ArrayList<>();
    private final List<SqlNode> pending = new ArrayList<>();
    private final List<Field> pendingFields = new ArrayList<>();

    /** @param planRow plans expressions that are stored into columns of some types */
    ValuesPlanner(
            Table table,
            int[] targets,
            ZoneId zone,
            OverwriteTarget overwrite,
            BiFunction<List<SqlNode>, List<DataType>, QueryPlanner.Planned> planRow,
            Map<Integer, DataType> storedTypes) {
        this.table = table;
        this.rowType = table.schema().rowType();
        this.targets = targets;
        this.zone = zone;
        this.overwrite = overwrite;
        this.planRow = planRow;
        this.storedTypes = storedTypes;
    }

    InsertValuesCommand plan(List<SqlNode> rowNodes) {
        List<List<ValueCell>> rows = new ArrayList<>(rowNodes.size());
        ValueCell[] defaults = new ValueCell[rowType.size()];
        for (int i = 0; i < defaults.length; i++) {
            defaults[i] = new ValueCell.Constant(overwrite.constant(rowType.field(i), zone));
        }
        for (SqlNode rowNode : rowNodes) {
            List<SqlNode> values =
                    rowNode.getKind() == SqlKind.ROW ? ((SqlCall) rowNode).getOperandList() : List.of(rowNode);
            if (values.size() != targets.length) {
                throw new LakelogException(
                        ErrorCode.INVALID_STATEMENT,
                        "row " + (rows.size() + 1) + " (" + SqlText.place(rowNode.getParserPosition()) + ") has "
                                + values.size() + (values.size() == 1 ? " value" : " values") + " for "
                                + targets.length + (targets.length == 1 ? " column" : " columns") + " of table "
                                + table.name());
            }
            ValueCell[] cells = defaults.clone();
            for (int i = 0; i < targets.length; i++) {
                cells[targets[i]] = cell(values.get(i), rowType.field(targets[i]), defaults[targets[i]]);
            }
            rows.add(List.of(cells));
        }
        planPending();
        return new InsertValuesCommand(table.name(), rowType, rows, computed, overwrite.overwrite());
    }

    private ValueCell cell(SqlNode node, Field field, ValueCell whenDefault) {
        if (node instanceof SqlDynamicParam parameter) {
            storedTypes.put(parameter.getIndex(), field.type());
            return new ValueCell.Parameter(parameter.getIndex());
        }
        if (node.getKind() == SqlKind.DEFAULT) {
            return whenDefault;
        }
        if (Literals.isLiteral(node)) {
            return new ValueCell.Constant(Literals.value(node, field, zone));
        }
        if (pending.size() == EXPRESSIONS_MAX) {
            planPending();
        }
        pending.add(node);
        pendingFields.add(field);
        return new ValueCell.Computed(computed.size(), pending.size() - 1);
    }

    private void planPending() {
        if (pending.isEmpty()) {
            return;
        }
        Query query = planRow.apply(
                        pending, pendingFields.stream().map(Field::type).toList())
                .query();
        for (int i = 0; i < pendingFields.size(); i++) {
            Field field = pendingFields.get(i);
            ColumnAssignment.of(field.name(), query.types().get(i), field.type());
        }
        computed.add(query);
        pending.clear();
        pendingFields.clear();
    }
}
