package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.parse.DefinitionText;
import io.lakelog.sql.parse.NameText;
import io.lakelog.sql.parse.SqlText;
import io.lakelog.sql.parse.SqlTimeTravel;
import io.lakelog.storage.ChangesRequest;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlTableRef;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Replaces what is Lakelog's own in a query's tree by what Calcite understands: a table at a version becomes a table of
 * this statement's catalog, CHANGES a table function that knows its columns, LAST_SNAPSHOT a hidden parameter. One for
 * each statement; not thread-safe.
 */
final class StatementRewriter extends SqlShuttle {
    private static final List<String> METADATA = List.of("rowkind", "snapshot_id", "change_no", "commit_time");
    private static final List<DataType> METADATA_TYPES = List.of(
            DataType.varchar(2).notNull(),
            DataType.BIGINT.notNull(),
            DataType.BIGINT.notNull(),
            DataType.timestamp(3).notNull());

    /** {@code ? + 1} would make an INT of the parameter. */
    private static final SqlShuttle PARAMETERS_AS_BIGINT = new SqlShuttle() {
        @Override
        public SqlNode visit(SqlDynamicParam parameter) {
            return bigint(parameter);
        }
    };

    private final StatementCatalog catalog;
    private final int userParameters;
    private final List<Function<ExecContext, @Nullable Object>> hiddenParameters = new ArrayList<>();

    StatementRewriter(StatementCatalog catalog, int userParameters) {
        this.catalog = catalog;
        this.userParameters = userParameters;
    }

    /** What computes the parameters that follow the user's own, in order. */
    List<Function<ExecContext, @Nullable Object>> hiddenParameters() {
        return hiddenParameters;
    }

    SqlNode rewrite(SqlNode node) {
        SqlNode rewritten = node.accept(this);
        return rewritten == null ? node : rewritten;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call instanceof SqlSelect select && isStream(select)) {
            throw DefinitionText.refused("SELECT STREAM");
        }
        if (call instanceof SqlJoin join
                && (join.getJoinType() == JoinType.ASOF || join.getJoinType() == JoinType.LEFT_ASOF)) {
            throw DefinitionText.refused("ASOF JOIN");
        }
        if (call.getKind() == SqlKind.COLLECTION_TABLE
                && call.operand(0) instanceof SqlCall inner
                && inner.getOperator().getName().toUpperCase(Locale.ROOT).endsWith("_SNAPSHOT")) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    inner.getOperator().getName() + " at " + SqlText.place(call.getParserPosition())
                            + " is a value and no table: SELECT "
                            + inner.getOperator().getName() + "('t')");
        }
        if (call instanceof SqlWindow window) {
            AggregateCalls.check(window);
        }
        if (call.getKind() == SqlKind.OVER) {
            return super.visit(AggregateCalls.rewritten(call));
        }
        if (call instanceof SqlWithItem item && item.recursive.booleanValue()) {
            throw DefinitionText.refused("WITH RECURSIVE");
        }
        if (call instanceof SqlTimeTravel || call instanceof SqlTableRef) {
            SqlIdentifier named = tableIdentifier(call);
            return SqlStdOperatorTable.AS.createCall(
                    call.getParserPosition(),
                    versionOf(call),
                    new SqlIdentifier(last(named), named.getParserPosition()));
        }
        if (call.getKind() == SqlKind.AS
                && (call.operand(0) instanceof SqlTimeTravel || call.operand(0) instanceof SqlTableRef)) {
            return SqlTrees.withOperand(call, 0, versionOf(call.operand(0)));
        }
        if (call.getOperator() instanceof SqlFunction function) {
            switch (function.getName().toUpperCase(Locale.ROOT)) {
                case "CHANGES" -> {
                    return changes(call);
                }
                case "LAST_SNAPSHOT" -> {
                    TableName table = snapshotArgument(call);
                    return hidden(call.getParserPosition(), context -> {
                        OptionalLong newest = context.snapshot(table);
                        return newest.isPresent() ? newest.getAsLong() : null;
                    });
                }
                case "SESSION_SNAPSHOT" -> {
                    TableName table = snapshotArgument(call);
                    return hidden(
                            call.getParserPosition(),
                            context -> context.session().lastSnapshot(table));
                }
                case "NTILE" -> checkPositive(call, 0);
                case "NTH_VALUE" -> checkPositive(call, 1);
                case "VAR_SAMP", "VARIANCE", "STDDEV_SAMP", "STDDEV", "COVAR_SAMP" -> {
                    return super.visit(AggregateCalls.withNullableOperand(call));
                }
                default -> {}
            }
        }
        return super.visit(call);
    }

    /** Calcite takes any number where only one from 1 on means something. */
    private static void checkPositive(SqlCall call, int operand) {
        if (call.operandCount() > operand
                && call.operand(operand) instanceof SqlNumericLiteral number
                && number.bigDecimalValue().signum() <= 0) {
            throw new LakelogException(
                    ErrorCode.INVALID_ARGUMENT,
                    call.getOperator().getName() + " needs a number from 1 on, not " + number + " (at "
                            + SqlText.place(number.getParserPosition()) + ")");
        }
    }

    /** FLOAT has four bytes here as in the tables; Calcite's has eight. */
    @Override
    public SqlNode visit(SqlDataTypeSpec type) {
        if (type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
                && basic.getTypeName().getSimple().equals(SqlTypeName.FLOAT.name())) {
            return new SqlDataTypeSpec(
                    new SqlBasicTypeNameSpec(SqlTypeName.REAL, basic.getParserPos()), type.getParserPosition());
        }
        return type;
    }

    private static boolean isStream(SqlSelect select) {
        return select.getModifierNode(org.apache.calcite.sql.SqlSelectKeyword.STREAM) != null;
    }

    private SqlIdentifier versionOf(SqlNode node) {
        SqlIdentifier named = tableIdentifier(node);
        NameText name = DefinitionText.table(named);
        TimeTravel.Point point = null;
        if (node instanceof SqlTimeTravel travel) {
            Table table = catalog.open(name.database(), name.table());
            point = TimeTravel.pointOf(table, travel, catalog.session().zone());
            if (travel.table() instanceof SqlTableRef) {
                throw DefinitionText.refused("FOR ... AS OF together with an OPTIONS hint");
            }
        } else if (node instanceof SqlTableRef reference) {
            Table table = catalog.open(name.database(), name.table());
            point = TimeTravel.pointOf(
                    table, (SqlNodeList) reference.getOperandList().get(1));
        }
        if (point == null) {
            return named;
        }
        Table table = catalog.open(name.database(), name.table());
        String registered = point.tag() != null
                ? catalog.registerTag(table, point.tag())
                : catalog.registerVersion(table, java.util.Objects.requireNonNull(point.snapshotId()));
        return new SqlIdentifier(List.of(table.name().database(), registered), named.getParserPosition());
    }

    private static SqlIdentifier tableIdentifier(SqlNode node) {
        SqlNode inner = node;
        if (inner instanceof SqlTimeTravel travel) {
            inner = travel.table();
        }
        if (inner instanceof SqlTableRef reference) {
            inner = reference.getOperandList().get(0);
        }
        if (inner instanceof SqlIdentifier identifier) {
            return identifier;
        }
        throw new LakelogException(
                ErrorCode.INVALID_STATEMENT,
                "FOR ... AS OF at " + SqlText.place(node.getParserPosition()) + " stands behind a table's name only");
    }

    private static String last(SqlIdentifier identifier) {
        return identifier.names.get(identifier.names.size() - 1);
    }

    private SqlNode changes(SqlCall call) {
        String place = SqlText.place(call.getParserPosition());
        int count = call.operandCount();
        if (count < 2) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    "CHANGES at " + place + " needs a table and a first snapshot: CHANGES(table, from [, to])");
        }
        if (count > 4) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    "CHANGES at " + place + " takes at most 4 arguments: CHANGES(table, from, to, 'full' or 'net')");
        }
        boolean net = count > 3 && isNet(call.operand(3), place);
        Table table = changesTable(call.operand(0), place);
        List<SqlNode> bounds = new ArrayList<>();
        bounds.add(bound(table.name(), call.operand(1), true));
        if (count > 2) {
            bounds.add(bound(table.name(), call.operand(2), false));
        }
        Long columnsAsOf = count > 2 ? literalSnapshot(call.operand(2), table) : null;
        TableSchema schema = columnsAsOf == null ? table.schema() : table.schemaAt(columnsAsOf);
        return new SqlBasicCall(
                new ChangesFunction(table.name(), changesType(schema), columnsAsOf, net),
                bounds,
                call.getParserPosition());
    }

    /** The snapshot that a bound names as a number, if there is one: what is wrong with others is said when it runs. */
    private static @Nullable Long literalSnapshot(SqlNode bound, Table table) {
        if (!(bound instanceof SqlNumericLiteral number) || !number.isInteger()) {
            return null;
        }
        BigDecimal id = number.bigDecimalValue();
        return id != null && table.snapshots().stream().anyMatch(snapshot -> snapshot.snapshotId() == id.longValue())
                ? id.longValue()
                : null;
    }

    private static boolean isNet(SqlNode operand, String place) {
        String mode = operand instanceof SqlCharStringLiteral literal ? text(literal) : "";
        if (!mode.equalsIgnoreCase("full") && !mode.equalsIgnoreCase("net")) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    "mode " + operand + " of CHANGES (at " + place + ") is unknown; 'full' and 'net' are known"
                            + NearMatch.hint(mode, List.of("full", "net")));
        }
        return mode.equalsIgnoreCase("net");
    }

    private Table changesTable(SqlNode operand, String place) {
        SqlNode named = operand;
        if (named.getKind() == SqlKind.EXPLICIT_TABLE) {
            named = ((SqlCall) named).operand(0);
        }
        if (named instanceof SqlIdentifier identifier) {
            NameText name = DefinitionText.table(identifier);
            return catalog.open(name.database(), name.table());
        }
        if (named instanceof SqlCharStringLiteral literal) {
            return tableInText(literal);
        }
        throw new LakelogException(
                ErrorCode.INVALID_STATEMENT, "the first argument of CHANGES at " + place + " is the name of a table");
    }

    private Table tableInText(SqlCharStringLiteral literal) {
        String[] parts = text(literal).split("\\.", -1);
        int start = parts.length == 3 && parts[0].equalsIgnoreCase(CatalogSchema.CATALOG_NAME) ? 1 : 0;
        return switch (parts.length - start) {
            case 1 -> catalog.open(null, parts[start]);
            case 2 -> catalog.open(parts[start], parts[start + 1]);
            default ->
                throw new LakelogException(
                        ErrorCode.INVALID_STATEMENT,
                        literal + " at " + SqlText.place(literal.getParserPosition())
                                + " is not the name of a table: '[database.]table' is expected");
        };
    }

    /** 'earliest' means 0; other texts are tags: up to its snapshot, or from the one after it. */
    private SqlNode bound(TableName table, SqlNode operand, boolean isFrom) {
        if (operand instanceof SqlCharStringLiteral literal) {
            if (isFrom && text(literal).equalsIgnoreCase("earliest")) {
                return SqlLiteral.createExactNumeric("0", operand.getParserPosition());
            }
            String tag = text(literal);
            return hidden(
                    operand.getParserPosition(), context -> context.table(table).tagSnapshot(tag) + (isFrom ? 1 : 0));
        }
        return rewrite(operand).accept(PARAMETERS_AS_BIGINT);
    }

    /** The metadata columns, with a leading {@code _} where the table has a column of such a name, then the table's. */
    static RowType changesType(TableSchema schema) {
        RowType table = schema.rowType();
        List<String> names = new ArrayList<>();
        List<DataType> types = new ArrayList<>(METADATA_TYPES);
        for (String name : METADATA) {
            String free = name;
            while (hasName(table, free)) {
                free = "_" + free;
            }
            names.add(free);
        }
        if (names.size() != ChangesRequest.METADATA_COLUMNS) {
            throw new IllegalStateException("metadata columns of CHANGES");
        }
        for (Field field : table.fields()) {
            names.add(field.name());
            // A column that was added or allowed NULL once has NULL in older changes.
            boolean always = schema.id() == 0 || schema.primaryKeys().contains(field.name());
            types.add(always ? field.type() : field.type().withNullable(true));
        }
        return RowType.of(names, types);
    }

    private static boolean hasName(RowType table, String name) {
        return table.names().stream().anyMatch(name::equalsIgnoreCase);
    }

    private TableName snapshotArgument(SqlCall call) {
        if (call.operandCount() == 1 && call.operand(0) instanceof SqlCharStringLiteral literal) {
            return tableInText(literal).name();
        }
        throw new LakelogException(
                ErrorCode.INVALID_STATEMENT,
                call.getOperator().getName() + " at " + SqlText.place(call.getParserPosition())
                        + " takes the name of a table as a text: "
                        + call.getOperator().getName() + "('t')");
    }

    private static String text(SqlCharStringLiteral literal) {
        return java.util.Objects.requireNonNull(literal.getValueAs(String.class));
    }

    private SqlNode hidden(SqlParserPos position, Function<ExecContext, @Nullable Object> value) {
        hiddenParameters.add(value);
        return bigint(new SqlDynamicParam(userParameters + hiddenParameters.size() - 1, position));
    }

    private static SqlNode bigint(SqlDynamicParam parameter) {
        SqlParserPos position = parameter.getParserPosition();
        return SqlStdOperatorTable.CAST.createCall(
                position,
                parameter,
                new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, position), position));
    }
}
