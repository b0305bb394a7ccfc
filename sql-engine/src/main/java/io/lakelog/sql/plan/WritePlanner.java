package io.lakelog.sql.plan;

import io.lakelog.sql.command.ChangeAppendedRowsCommand;
import io.lakelog.sql.command.ChangeRowsCommand;
import io.lakelog.sql.command.Command;
import io.lakelog.sql.command.DropPartitionsCommand;
import io.lakelog.sql.command.InsertQueryCommand;
import io.lakelog.sql.command.KeyAccess;
import io.lakelog.sql.exec.ColumnAssignment;
import io.lakelog.sql.exec.RepeatedValue;
import io.lakelog.sql.parse.DefinitionText;
import io.lakelog.sql.parse.NameText;
import io.lakelog.sql.parse.SqlText;
import io.lakelog.sql.parse.Statement;
import io.lakelog.storage.Overwrite;
import io.lakelog.storage.Table;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.schema.MergeOptions;
import io.lakelog.storage.schema.SpanningKey;
import io.lakelog.storage.schema.TableOptions;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * INSERT, UPDATE and DELETE to commands. UPDATE and DELETE become a query for the rows that match, so that Calcite never
 * converts a value that is stored: the commands do that, with checks.
 */
final class WritePlanner {
    private final StatementCatalog catalog;
    private final QueryPlanner queries;
    private final StatementRewriter rewriter;
    private final Map<Integer, DataType> computedTypes;
    private final Map<Integer, DataType> storedTypes;

    /**
     * @param computedTypes gets the types of parameters in expressions
     * @param storedTypes gets the types of parameters that are stored as they are
     */
    WritePlanner(
            StatementCatalog catalog,
            QueryPlanner queries,
            StatementRewriter rewriter,
            Map<Integer, DataType> computedTypes,
            Map<Integer, DataType> storedTypes) {
        this.catalog = catalog;
        this.queries = queries;
        this.rewriter = rewriter;
        this.computedTypes = computedTypes;
        this.storedTypes = storedTypes;
    }

    Command plan(SqlNode node) {
        if (node instanceof SqlInsert insert) {
            return planInsert(insert, target(insert.getTargetTable()), OverwriteTarget.NONE);
        } else if (node instanceof SqlUpdate update) {
            return planUpdate(update);
        }
        return planDelete((SqlDelete) node);
    }

    Command plan(Statement.Overwrite statement) {
        Table table = target(statement.insert().getTargetTable());
        ZoneId zone = catalog.session().zone();
        return planInsert(statement.insert(), table, OverwriteTarget.of(table.schema(), statement.partition(), zone));
    }

    Command plan(Statement.DropPartitions statement) {
        Table table;
        try {
            table = target(statement.table());
        } catch (LakelogException e) {
            if (statement.ifTableExists()
                    && (e.code() == ErrorCode.TABLE_NOT_FOUND || e.code() == ErrorCode.DATABASE_NOT_FOUND)) {
                return new DropPartitionsCommand(null, Overwrite.WHOLE_TABLE);
            }
            throw e;
        }
        ZoneId zone = catalog.session().zone();
        return new DropPartitionsCommand(
                table.name(),
                OverwriteTarget.dropped(table.schema(), statement.partitions(), !statement.ifExists(), zone));
    }

    Command plan(Statement.Merge statement) {
        Table table = target(statement.target());
        return new MergePlanner(table, catalog.session().zone(), this::planComputed, queries.typeFactory(), storedTypes)
                .plan(statement);
    }

    private Table target(SqlNode node) {
        if (!(node instanceof SqlIdentifier identifier)) {
            throw LakelogException.unsupported("hints and options on the table written to (at "
                    + SqlText.place(node.getParserPosition()) + ") are not supported yet");
        }
        NameText name = DefinitionText.table(identifier);
        if (name.table().indexOf('$', 1) > 0) {
            throw new LakelogException(ErrorCode.INVALID_STATEMENT, "system table '" + name + "' can only be read");
        }
        try {
            return catalog.open(name.database(), name.table());
        } catch (LakelogException e) {
            throw new LakelogException(
                    e.code(), e.getMessage() + " (" + SqlText.place(identifier.getParserPosition()) + ")", e);
        }
    }

    // ---- INSERT ----

    private Command planInsert(SqlInsert insert, Table table, OverwriteTarget overwrite) {
        RowType rowType = table.schema().rowType();
        int[] targets = insertTargets(insert, rowType, overwrite);
        SqlNode source = insert.getSource();
        if (source.getKind() == SqlKind.VALUES) {
            return new ValuesPlanner(table, targets, catalog.session().zone(), overwrite, this::planRow, storedTypes)
                    .plan(((org.apache.calcite.sql.SqlCall) source).getOperandList());
        }
        List<DataType> types = new ArrayList<>();
        for (int target : targets) {
            types.add(rowType.type(target));
        }
        SqlNode typed = new TargetTypes(types, queries.typeFactory(), storedTypes).inQuery(source);
        QueryPlanner.Planned planned = planComputed(typed);
        int given = planned.query().columns().size();
        if (given != targets.length) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    "INSERT has " + targets.length + " columns, but the query gives " + given + " (at "
                            + SqlText.place(source.getParserPosition()) + ")");
        }
        return new InsertQueryCommand(
                table.name(),
                planned.query(),
                targetColumns(rowType, targets, planned, overwrite),
                overwrite.overwrite());
    }

    private List<InsertQueryCommand.TargetColumn> targetColumns(
            RowType rowType, int[] targets, QueryPlanner.Planned planned, OverwriteTarget overwrite) {
        List<InsertQueryCommand.TargetColumn> columns = new ArrayList<>();
        for (int i = 0; i < rowType.size(); i++) {
            Field field = rowType.field(i);
            RepeatedValue constant = new RepeatedValue(
                    field.type(), overwrite.constant(field, catalog.session().zone()));
            int position = indexOf(targets, i);
            columns.add(new InsertQueryCommand.TargetColumn(
                    position,
                    position < 0
                            ? null
                            : ColumnAssignment.of(
                                    field.name(), planned.query().types().get(position), field.type()),
                    constant));
        }
        return columns;
    }

    private static int indexOf(int[] values, int wanted) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static int[] insertTargets(SqlInsert insert, RowType rowType, OverwriteTarget overwrite) {
        SqlNodeList names = insert.getTargetColumnList();
        if (names == null) {
            return IntStream.range(0, rowType.size())
                    .filter(i ->
                            !overwrite.values().containsKey(rowType.field(i).name()))
                    .toArray();
        }
        int[] targets = new int[names.size()];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = column((SqlIdentifier) names.get(i), rowType);
            if (overwrite.values().containsKey(rowType.field(targets[i]).name())) {
                throw new LakelogException(
                        ErrorCode.INVALID_STATEMENT,
                        "column '" + names.get(i) + "' has its value from PARTITION already ("
                                + SqlText.place(names.get(i).getParserPosition()) + ")");
            }
            for (int before = 0; before < i; before++) {
                if (targets[before] == targets[i]) {
                    throw new LakelogException(
                            ErrorCode.INVALID_STATEMENT,
                            "column '" + names.get(i) + "' is named twice ("
                                    + SqlText.place(names.get(i).getParserPosition()) + ")");
                }
            }
        }
        return targets;
    }

    /** The position of a column: an exact match first, then one without regard to case. */
    static int column(SqlIdentifier name, RowType rowType) {
        String wanted = name.names.get(name.names.size() - 1);
        int exact = rowType.indexOf(wanted);
        if (exact >= 0) {
            return exact;
        }
        for (int i = 0; i < rowType.size(); i++) {
            if (rowType.field(i).name().equalsIgnoreCase(wanted)) {
                return i;
            }
        }
        throw new LakelogException(
                ErrorCode.COLUMN_NOT_FOUND,
                "there is no column '" + wanted + "' (" + SqlText.place(name.getParserPosition()) + ")"
                        + NearMatch.hint(wanted, rowType.names()));
    }

    private QueryPlanner.Planned planComputed(SqlNode query) {
        QueryPlanner.Planned planned = queries.plan(rewriter.rewrite(query));
        computedTypes.putAll(planned.parameterTypes());
        return planned;
    }

    /** A query of one row, whose columns are stored as the types. */
    private QueryPlanner.Planned planRow(List<SqlNode> expressions, List<DataType> types) {
        SqlParserPos position = expressions.get(0).getParserPosition();
        SqlNodeList selected = new SqlNodeList(
                new TargetTypes(types, queries.typeFactory(), storedTypes).inRow(expressions), position);
        return planComputed(
                new SqlSelect(position, null, selected, null, null, null, null, null, null, null, null, null, null));
    }

    // ---- UPDATE and DELETE ----

    private Command planDelete(SqlDelete delete) {
        Table table = target(delete.getTargetTable());
        refuseIf(table, merge(table).refusesDelete());
        boolean keyed = !table.schema().primaryKeys().isEmpty();
        QueryPlanner.Planned planned = planComputed(matching(
                rows(table, delete.getTargetTable()),
                alias(table, delete.getTargetTable(), delete.getAlias()),
                List.of(),
                delete.getCondition(),
                delete.getParserPosition()));
        if (!keyed) {
            return new ChangeAppendedRowsCommand(table.name(), table.schema(), planned.query(), List.of());
        }
        KeyAccess byKey = keys().of(table.schema(), delete.getCondition(), List.of(), List.of());
        return new ChangeRowsCommand(table.name(), table.schema(), planned.query(), List.of(), byKey);
    }

    private Command planUpdate(SqlUpdate update) {
        Table table = target(update.getTargetTable());
        MergeOptions merge = merge(table);
        refuseIf(table, merge.refusesUpdate());
        TableSchema schema = table.schema();
        RowType rowType = schema.rowType();
        List<Integer> columns = new ArrayList<>();
        List<DataType> types = new ArrayList<>();
        for (SqlNode name : update.getTargetColumnList()) {
            int column = column((SqlIdentifier) name, rowType);
            checkSettable((SqlIdentifier) name, rowType.field(column).name(), schema);
            if (columns.contains(column)) {
                throw new LakelogException(
                        ErrorCode.INVALID_STATEMENT,
                        "column '" + name + "' is set twice (" + SqlText.place(name.getParserPosition()) + ")");
            }
            columns.add(column);
            types.add(rowType.type(column));
        }
        List<SqlNode> values = update.getSourceExpressionList();
        boolean keyed = !schema.primaryKeys().isEmpty();
        QueryPlanner.Planned planned = planComputed(matching(
                rows(table, update.getTargetTable()),
                alias(table, update.getTargetTable(), update.getAlias()),
                new TargetTypes(types, queries.typeFactory(), storedTypes).inRow(values),
                update.getCondition(),
                update.getParserPosition()));
        List<ChangeRowsCommand.Change> changes = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Field field = rowType.field(columns.get(i));
            int position = rowType.size() + (keyed ? 0 : 1) + i;
            changes.add(new ChangeRowsCommand.Change(
                    columns.get(i),
                    position,
                    ColumnAssignment.of(field.name(), planned.query().types().get(position), field.type()),
                    merge.keepsOldForNull(field.name())));
        }
        if (!keyed) {
            return new ChangeAppendedRowsCommand(table.name(), schema, planned.query(), changes);
        }
        KeyAccess byKey = keys().of(schema, update.getCondition(), update.getSourceExpressionList(), columns);
        return new ChangeRowsCommand(table.name(), schema, planned.query(), changes, byKey);
    }

    private KeyConditions keys() {
        return new KeyConditions(computedTypes, catalog.session().zone());
    }

    static void checkSettable(SqlIdentifier name, String column, TableSchema schema) {
        boolean key = schema.primaryKeys().contains(column);
        boolean keyed = !schema.primaryKeys().isEmpty();
        boolean moves = SpanningKey.isIn(schema.options());
        if (key || keyed && !moves && schema.partitionKeys().contains(column)) {
            throw LakelogException.unsupported("column '" + column + "' ("
                    + SqlText.place(name.getParserPosition()) + ") is part of the "
                    + (key ? "primary key" : "partition")
                    + " and cannot be updated: DELETE the row and INSERT it anew");
        }
    }

    static MergeOptions merge(Table table) {
        return TableOptions.parse(table.schema().options()).merge();
    }

    static void refuseIf(Table table, @Nullable String why) {
        if (why != null) {
            throw MergeOptions.refused(table.name().toString(), why);
        }
    }

    /** What to select from: of a table without a key, its rows with their numbers. */
    private SqlNode rows(Table table, SqlNode target) {
        return table.schema().primaryKeys().isEmpty()
                ? new SqlIdentifier(
                        List.of(table.name().database(), catalog.registerRows(table)), target.getParserPosition())
                : target;
    }

    private static @Nullable SqlIdentifier alias(Table table, SqlNode target, @Nullable SqlIdentifier alias) {
        return alias != null || !table.schema().primaryKeys().isEmpty()
                ? alias
                : new SqlIdentifier(DefinitionText.table((SqlIdentifier) target).table(), target.getParserPosition());
    }

    /** {@code SELECT *, values FROM table AS alias WHERE condition}. */
    private static SqlSelect matching(
            SqlNode table,
            @Nullable SqlIdentifier alias,
            List<SqlNode> values,
            @Nullable SqlNode condition,
            SqlParserPos position) {
        SqlNodeList selected = new SqlNodeList(position);
        selected.add(SqlIdentifier.star(position));
        selected.addAll(values);
        SqlNode from = alias == null ? table : SqlStdOperatorTable.AS.createCall(position, table, alias);
        return new SqlSelect(position, null, selected, from, condition, null, null, null, null, null, null, null, null);
    }
}
