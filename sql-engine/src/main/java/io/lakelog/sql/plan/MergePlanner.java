package io.lakelog.sql.plan;

import io.lakelog.sql.command.ChangeRowsCommand;
import io.lakelog.sql.command.InsertQueryCommand.TargetColumn;
import io.lakelog.sql.command.MergeCommand;
import io.lakelog.sql.exec.ColumnAssignment;
import io.lakelog.sql.exec.Query;
import io.lakelog.sql.exec.RepeatedValue;
import io.lakelog.sql.parse.SqlText;
import io.lakelog.sql.parse.Statement;
import io.lakelog.storage.Table;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.MergeOptions;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * MERGE INTO to a query and a command. The query joins the source with the target and gives the target's columns, the
 * number of the clause that takes the row (from 1, 0 for none), then the values of all clauses: each is computed only in
 * rows that its clause takes.
 */
final class MergePlanner {
    private final Table table;
    private final TableSchema schema;
    private final RowType rowType;
    private final ZoneId zone;
    private final Function<SqlNode, QueryPlanner.Planned> planQuery;
    private final RelDataTypeFactory factory;
    private final Map<Integer, DataType> storedTypes;

    /** Of each clause, the table's columns that its values go to. */
    private final List<List<Integer>> columns = new ArrayList<>();

    MergePlanner(
            Table table,
            ZoneId zone,
            Function<SqlNode, QueryPlanner.Planned> planQuery,
            RelDataTypeFactory factory,
            Map<Integer, DataType> storedTypes) {
        this.table = table;
        this.schema = table.schema();
        this.rowType = schema.rowType();
        this.zone = zone;
        this.planQuery = planQuery;
        this.factory = factory;
        this.storedTypes = storedTypes;
    }

    /** All that may hold parameters. */
    static Stream<SqlNode> nodes(Statement.Merge merge) {
        return Stream.concat(
                Stream.of(merge.source(), merge.condition()),
                merge.clauses().stream()
                        .flatMap(clause ->
                                Stream.concat(Stream.ofNullable(clause.condition()), clause.values().stream())));
    }

    MergeCommand plan(Statement.Merge merge) {
        if (schema.primaryKeys().isEmpty()) {
            throw LakelogException.unsupported("MERGE INTO table " + table.name()
                    + ", which has no PRIMARY KEY, is not supported yet; UPDATE, DELETE and INSERT are");
        }
        for (Statement.MergeClause clause : merge.clauses()) {
            MergeOptions options = WritePlanner.merge(table);
            switch (clause.action()) {
                case UPDATE -> WritePlanner.refuseIf(table, options.refusesUpdate());
                case DELETE -> WritePlanner.refuseIf(table, options.refusesDelete());
                case INSERT -> {}
            }
            columns.add(columns(clause));
        }
        Query query = planQuery.apply(rows(merge)).query();
        List<MergeCommand.Clause> clauses = new ArrayList<>();
        int position = rowType.size() + 1;
        for (int i = 0; i < columns.size(); i++) {
            clauses.add(clause(merge.clauses().get(i).action(), columns.get(i), position, query));
            position += columns.get(i).size();
        }
        return new MergeCommand(table.name(), schema, query, clauses);
    }

    private List<Integer> columns(Statement.MergeClause clause) {
        List<Integer> found = new ArrayList<>();
        SqlNodeList names = clause.columns();
        for (int i = 0; i < (names == null ? clause.values().size() : names.size()); i++) {
            found.add(names == null ? i : column((SqlIdentifier) names.get(i), found, clause.action()));
        }
        int expected = names == null && clause.action() == Statement.MergeAction.INSERT ? rowType.size() : found.size();
        if (clause.values().size() != expected) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    "INSERT at " + SqlText.place(clause.position()) + " has "
                            + clause.values().size() + " values for " + expected + " columns of table "
                            + table.name());
        }
        return found;
    }

    private int column(SqlIdentifier name, List<Integer> before, Statement.MergeAction action) {
        int column = WritePlanner.column(name, rowType);
        if (action == Statement.MergeAction.UPDATE) {
            WritePlanner.checkSettable(name, rowType.field(column).name(), schema);
        }
        if (before.contains(column)) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    "column '" + name + "' is set twice (" + SqlText.place(name.getParserPosition()) + ")");
        }
        return column;
    }

    private SqlNode rows(Statement.Merge merge) {
        SqlParserPos at = merge.target().getParserPosition();
        SqlIdentifier named = merge.alias();
        SqlIdentifier alias = named != null
                ? named
                : new SqlIdentifier(
                        merge.target().names.get(merge.target().names.size() - 1), at);
        SqlNodeList selected = new SqlNodeList(at);
        for (String column : rowType.names()) {
            selected.add(new SqlIdentifier(List.of(alias.getSimple(), column), at));
        }
        SqlNode key = new SqlIdentifier(
                List.of(alias.getSimple(), schema.primaryKeys().get(0)), at);
        SqlNode taken = clauseNumber(merge.clauses(), SqlStdOperatorTable.IS_NOT_NULL.createCall(at, key));
        selected.add(taken);
        for (int i = 0; i < columns.size(); i++) {
            List<DataType> types = columns.get(i).stream().map(rowType::type).toList();
            List<SqlNode> values = new ArrayList<>();
            for (int v = 0; v < types.size(); v++) {
                values.add(given(
                        merge.clauses().get(i).values().get(v), columns.get(i).get(v)));
            }
            for (SqlNode value : new TargetTypes(types, factory, storedTypes).inRow(values)) {
                SqlNode mine = SqlStdOperatorTable.EQUALS.createCall(at, SqlTrees.copy(taken), number(i + 1, at));
                selected.add(
                        choice(value.getParserPosition(), List.of(mine), List.of(value), SqlLiteral.createNull(at)));
            }
        }
        boolean inner = merge.clauses().stream().noneMatch(clause -> clause.action() == Statement.MergeAction.INSERT);
        SqlJoin join = new SqlJoin(
                at,
                merge.source(),
                SqlLiteral.createBoolean(false, at),
                (inner ? JoinType.INNER : JoinType.LEFT).symbol(at),
                SqlStdOperatorTable.AS.createCall(at, merge.target(), alias),
                JoinConditionType.ON.symbol(at),
                merge.condition());
        return new SqlSelect(at, null, selected, join, null, null, null, null, null, null, null, null, null);
    }

    /** A value, or the default of its column as a text that becomes one. */
    private SqlNode given(SqlNode value, int column) {
        if (value.getKind() != SqlKind.DEFAULT) {
            return value;
        }
        Field field = rowType.field(column);
        String text = field.defaultValue();
        SqlParserPos at = value.getParserPosition();
        return text == null
                ? SqlLiteral.createNull(at)
                : SqlStdOperatorTable.CAST.createCall(
                        at,
                        SqlLiteral.createCharString(text, at),
                        org.apache.calcite.sql.type.SqlTypeUtil.convertTypeToSpec(
                                CalciteTypes.toCalcite(factory, field.type())));
    }

    /** The number of the first clause that takes a row. */
    private static SqlNode clauseNumber(List<Statement.MergeClause> clauses, SqlNode matched) {
        List<SqlNode> conditions = new ArrayList<>();
        List<SqlNode> numbers = new ArrayList<>();
        for (int i = 0; i < clauses.size(); i++) {
            Statement.MergeClause clause = clauses.get(i);
            SqlParserPos at = clause.position();
            SqlNode condition = SqlTrees.copy(matched);
            if (clause.action() == Statement.MergeAction.INSERT) {
                condition = SqlStdOperatorTable.NOT.createCall(at, condition);
            }
            SqlNode more = clause.condition();
            conditions.add(more == null ? condition : SqlStdOperatorTable.AND.createCall(at, condition, more));
            numbers.add(number(i + 1, at));
        }
        SqlParserPos at = matched.getParserPosition();
        return choice(at, conditions, numbers, number(0, at));
    }

    private static SqlNode choice(SqlParserPos at, List<SqlNode> when, List<SqlNode> then, SqlNode otherwise) {
        return new SqlCase(at, null, new SqlNodeList(when, at), new SqlNodeList(then, at), otherwise);
    }

    private static SqlNode number(int number, SqlParserPos at) {
        return SqlLiteral.createExactNumeric(Integer.toString(number), at);
    }

    private MergeCommand.Clause clause(Statement.MergeAction action, List<Integer> targets, int position, Query query) {
        return switch (action) {
            case DELETE -> new MergeCommand.Delete();
            case UPDATE -> new MergeCommand.Update(changes(targets, position, query));
            case INSERT -> new MergeCommand.Insert(inserted(targets, position, query));
        };
    }

    private List<ChangeRowsCommand.Change> changes(List<Integer> targets, int position, Query query) {
        MergeOptions options = WritePlanner.merge(table);
        List<ChangeRowsCommand.Change> changes = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            Field field = rowType.field(targets.get(i));
            changes.add(new ChangeRowsCommand.Change(
                    targets.get(i),
                    position + i,
                    Objects.requireNonNull(assignment(field, position + i, query)),
                    options.keepsOldForNull(field.name())));
        }
        return changes;
    }

    private List<TargetColumn> inserted(List<Integer> targets, int position, Query query) {
        List<TargetColumn> inserted = new ArrayList<>();
        for (int i = 0; i < rowType.size(); i++) {
            Field field = rowType.field(i);
            int value = targets.indexOf(i);
            inserted.add(new TargetColumn(
                    value < 0 ? -1 : position + value,
                    value < 0 ? null : assignment(field, position + value, query),
                    new RepeatedValue(field.type(), value < 0 ? Defaults.of(field, zone) : null)));
        }
        return inserted;
    }

    private static @Nullable ColumnAssignment assignment(Field field, int position, Query query) {
        return ColumnAssignment.of(field.name(), query.types().get(position), field.type());
    }
}
