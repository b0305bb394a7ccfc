package io.lakelog.sql.plan;

import io.lakelog.sql.command.AlterTableCommand;
import io.lakelog.sql.command.Command;
import io.lakelog.sql.command.CreateTableAsCommand;
import io.lakelog.sql.command.DefinitionCommand;
import io.lakelog.sql.command.ExplainCommand;
import io.lakelog.sql.command.QueryCommand;
import io.lakelog.sql.command.ShowCommand;
import io.lakelog.sql.command.TransactionCommand;
import io.lakelog.sql.command.TruncateCommand;
import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Session;
import io.lakelog.sql.parse.SqlText;
import io.lakelog.sql.parse.Statement;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Text to {@link PlannedStatement}: the door of this package. Everything that leaves it is a {@link LakelogException}. */
public final class StatementPlanner {
    private final StatementCatalog catalog;
    private final QueryPlanner queries;
    private final Map<Integer, SqlParserPos> parameters = new TreeMap<>();
    private final Map<Integer, DataType> computedTypes = new HashMap<>();
    private final Map<Integer, DataType> storedTypes = new HashMap<>();
    private List<Function<ExecContext, @Nullable Object>> hiddenParameters = List.of();

    private StatementPlanner(Session session, Runnable check) {
        catalog = new StatementCatalog(session);
        queries = new QueryPlanner(catalog, check);
    }

    /**
     * Parses, checks and plans a statement for a session.
     *
     * @param check throws if planning should stop; called all along
     */
    public static PlannedStatement plan(String sql, Session session, Runnable check) {
        StatementPlanner planner = new StatementPlanner(session, check);
        try {
            return planner.plan(SqlText.parse(sql));
        } catch (RuntimeException | Error e) {
            throw Problems.atPlanning(e, sql, planner.catalog);
        }
    }

    /** What a failure of a running statement is to the user. */
    public static LakelogException failure(Throwable failure) {
        return Problems.atRunTime(failure);
    }

    private PlannedStatement plan(Statement statement) {
        Command command;
        if (statement instanceof Statement.Query query) {
            command = new QueryCommand(planQuery(query.node()).query());
        } else if (statement instanceof Statement.Write write) {
            command = planWrite(write.node());
        } else if (statement instanceof Statement.Overwrite overwrite) {
            findParameters(overwrite.insert());
            command = new WritePlanner(catalog, queries, rewriter(), computedTypes, storedTypes).plan(overwrite);
        } else if (statement instanceof Statement.Merge merge) {
            MergePlanner.nodes(merge).forEach(this::findParameters);
            command = new WritePlanner(catalog, queries, rewriter(), computedTypes, storedTypes).plan(merge);
        } else if (statement instanceof Statement.DropPartitions drop) {
            command = new WritePlanner(catalog, queries, rewriter(), computedTypes, storedTypes).plan(drop);
        } else if (statement instanceof Statement.Explain explain) {
            command = planExplain(explain.node());
        } else if (statement instanceof Statement.Call call) {
            call.arguments().forEach(argument -> findParameters(argument.value()));
            command = CallPlanner.plan(call, computedTypes);
        } else if (statement instanceof Statement.CreateTableAs create) {
            command = new CreateTableAsCommand(
                    create.table(),
                    create.ifNotExists(),
                    create.definition(),
                    planQuery(create.query()).query());
        } else if (statement instanceof Statement.TransactionWord word) {
            command = new TransactionCommand(word);
        } else if (statement instanceof Statement.TruncateTable truncate) {
            command = new TruncateCommand(truncate.table());
        } else if (statement instanceof Statement.ShowDatabases
                || statement instanceof Statement.ShowTables
                || statement instanceof Statement.ShowCreateTable
                || statement instanceof Statement.Describe) {
            command = new ShowCommand((Statement.Definition) statement);
        } else if (statement instanceof Statement.AlterTable || statement instanceof Statement.RenameTable) {
            command = new AlterTableCommand((Statement.Definition) statement);
        } else {
            command = new DefinitionCommand((Statement.Definition) statement);
        }
        return finish(command);
    }

    private QueryPlanner.Planned planQuery(SqlNode node) {
        findParameters(node);
        QueryPlanner.Planned planned = queries.plan(rewriter().rewrite(node));
        computedTypes.putAll(planned.parameterTypes());
        return planned;
    }

    private Command planWrite(SqlNode node) {
        findParameters(node);
        return new WritePlanner(catalog, queries, rewriter(), computedTypes, storedTypes).plan(node);
    }

    private Command planExplain(SqlNode node) {
        if (!node.isA(org.apache.calcite.sql.SqlKind.QUERY)) {
            throw LakelogException.unsupported("EXPLAIN of a statement that writes is not supported yet");
        }
        return new ExplainCommand(planQuery(node).query());
    }

    private StatementRewriter rewriter() {
        StatementRewriter rewriter = new StatementRewriter(catalog, parameters.size());
        hiddenParameters = rewriter.hiddenParameters();
        return rewriter;
    }

    private void findParameters(SqlNode node) {
        node.accept(new SqlBasicVisitor<Void>() {
            @Override
            public @Nullable Void visit(SqlDynamicParam parameter) {
                parameters.put(parameter.getIndex(), parameter.getParserPosition());
                return null;
            }
        });
    }

    private PlannedStatement finish(Command command) {
        List<DataType> types = new ArrayList<>();
        List<Boolean> stored = new ArrayList<>();
        for (Map.Entry<Integer, SqlParserPos> parameter : parameters.entrySet()) {
            DataType target = storedTypes.get(parameter.getKey());
            DataType type = target != null ? target : computedTypes.get(parameter.getKey());
            if (type == null) {
                throw new LakelogException(
                        ErrorCode.INVALID_STATEMENT,
                        "the type of the parameter at " + SqlText.place(parameter.getValue())
                                + " is not known; write CAST(? AS type)");
            }
            types.add(target != null ? type : unbounded(type));
            stored.add(target != null);
        }
        return new PlannedStatement(command, types, stored, hiddenParameters, catalog.schemas());
    }

    /** A text that is compared with a column may be longer than the column. */
    private static DataType unbounded(DataType type) {
        if (type.kind() == TypeKind.CHAR || type.kind() == TypeKind.VARCHAR) {
            return DataType.STRING.withNullable(type.nullable());
        }
        return type.kind() == TypeKind.BINARY || type.kind() == TypeKind.VARBINARY
                ? DataType.BYTES.withNullable(type.nullable())
                : type;
    }
}
