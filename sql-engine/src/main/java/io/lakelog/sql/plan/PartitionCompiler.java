package io.lakelog.sql.plan;

import io.lakelog.sql.exec.Session;
import io.lakelog.sql.exec.TableState;
import io.lakelog.sql.parse.SqlText;
import io.lakelog.sql.parse.Statement;
import io.lakelog.sql.partition.PartitionExpression;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.RowType;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of PARTITIONED BY, planned as queries. A value must always come to the same partition, for every session:
 * what depends on the moment, on chance or on a time zone is refused. Thread-safe.
 */
public final class PartitionCompiler implements PartitionExpression.Compiler {
    private static final String ROWS = "written rows";

    private final Catalog catalog;
    private final Clock clock;

    /** @param catalog in which the databases are found that expressions must not read */
    public PartitionCompiler(Catalog catalog, Clock clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    @Override
    public PartitionExpression compile(String text, RowType columns) {
        Session session = new Session(catalog, clock, ZoneOffset.UTC, Catalog.DEFAULT_DATABASE, true);
        StatementCatalog tables = new StatementCatalog(session);
        TableName rows = new TableName(Catalog.DEFAULT_DATABASE, ROWS);
        tables.register(ROWS, new LakelogTable(rows, new TableState(rows, columns, null)));
        String sql = "SELECT CAST((" + text + ") AS STRING) FROM \"" + ROWS + "\"";
        try {
            SqlNode node = ((Statement.Query) SqlText.parse(sql)).node();
            SqlNode cast = ((SqlSelect) node).getSelectList().get(0);
            SqlNode expression = ((SqlCall) cast).operand(0);
            checkNoQuery(expression);
            QueryPlanner.Planned planned =
                    new QueryPlanner(tables, () -> {}).plan(new StatementRewriter(tables, 0).rewrite(node));
            int source = source(planned.tree(), text, columns);
            return new PartitionQuery(session, rows, planned.query(), source, PartitionShape.of(expression));
        } catch (RuntimeException | Error e) {
            LakelogException problem = Problems.atPlanning(e, sql, tables);
            throw new LakelogException(
                    problem.code(), "PARTITIONED BY (" + text + "): " + problem.getMessage(), problem);
        }
    }

    /** Before names are looked up: whoever defines the table may not be allowed to see what others are called. */
    private static void checkNoQuery(SqlNode expression) {
        expression.accept(new SqlBasicVisitor<Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
                if (call.isA(SqlKind.QUERY)) {
                    throw refused("it reads other rows; an expression over one column is needed");
                }
                return super.visit(call);
            }
        });
    }

    /** The one column that the expression names. */
    private static int source(RelNode tree, String text, RowType columns) {
        if (!(tree instanceof LogicalProject project) || !(project.getInput() instanceof LakelogScan scan)) {
            throw refused("it is not an expression over one column of a row, which is needed");
        }
        RexNode expression = project.getProjects().get(0);
        check(expression);
        Set<Integer> used = new TreeSet<>();
        expression.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitInputRef(RexInputRef reference) {
                used.add(scan.scan().columns().get(reference.getIndex()));
                return null;
            }
        });
        List<String> names = used.stream().map(i -> columns.field(i).name()).toList();
        if (used.size() != 1) {
            throw refused(
                    used.isEmpty()
                            ? "it names no column; an expression over one column is needed"
                            : "it names several columns, " + String.join(", ", names)
                                    + "; an expression over one column is needed");
        }
        return used.iterator().next();
    }

    private static void check(RexNode expression) {
        if (RexOver.containsOver(expression) || RexUtil.SubQueryFinder.find(expression) != null) {
            throw refused("it reads other rows; an expression over one column is needed");
        }
        expression.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitCall(RexCall call) {
                if (!call.getOperator().isDeterministic() || call.getOperator().isDynamicFunction()) {
                    throw refused(call.getOperator().getName()
                            + " does not give the same value each time, and a row must stay" + " in its partition");
                }
                checkType(call);
                return super.visitCall(call);
            }

            @Override
            public Void visitInputRef(RexInputRef reference) {
                checkType(reference);
                return null;
            }
        });
    }

    private static void checkType(RexNode node) {
        if (node.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE) {
            throw refused("the value of a TIMESTAMP_LTZ depends on the session's time zone; a TIMESTAMP's does not");
        }
    }

    private static LakelogException refused(String why) {
        return LakelogException.unsupported(why);
    }
}
