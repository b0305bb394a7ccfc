package io.lakelog.sql.parse;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.SpanningKey;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Gathers a CREATE TABLE while the parser walks through it, and turns the parser's pieces into plain values. For the
 * grammar's actions; not thread-safe.
 */
public final class DefinitionText {
    private static final String CATALOG = "lakelog";

    /** In which expressions are kept: that of the parser. */
    private static final SqlDialect DIALECT = new SqlDialect(SqlDialect.EMPTY_CONTEXT.withIdentifierQuoteString("\""));

    private final SqlIdentifier name;
    private final boolean ifNotExists;
    private final List<Field> columns = new ArrayList<>();
    /** Those with DEFAULT NULL. */
    private final Set<String> nullByDefault = new HashSet<>();

    private final List<String> primaryKeys = new ArrayList<>();
    private final List<String> partitionKeys = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private @Nullable String comment;
    /** Of PARTITIONED BY. */
    private @Nullable String expression;

    private boolean keyed;
    private @Nullable NameText likeSource;
    private final Set<Statement.LikePart> without = EnumSet.noneOf(Statement.LikePart.class);

    public DefinitionText(SqlIdentifier name, boolean ifNotExists) {
        this.name = name;
        this.ifNotExists = ifNotExists;
    }

    public void column(SqlIdentifier column, SqlDataTypeSpec type) {
        columns.add(new Field(columns.size(), column.getSimple(), ColumnTypes.of(column.getSimple(), type)));
    }

    public void columnNotNull() {
        Field last = last();
        replaceLast(last.withType(last.type().notNull()));
    }

    public void columnComment(String text) {
        Field last = last();
        replaceLast(new Field(last.id(), last.name(), last.type(), text, last.defaultValue()));
    }

    public void columnDefault(SqlNode value) {
        Field last = last();
        String text = defaultText(last.name(), value);
        if (text == null) {
            nullByDefault.add(last.name());
        }
        replaceLast(new Field(last.id(), last.name(), last.type(), last.comment(), text));
    }

    /** The text of a default as a schema keeps it; null for NULL. */
    static @Nullable String defaultText(String column, SqlNode value) {
        String text = literalText(value);
        if (text == null
                && !(value instanceof SqlLiteral literal
                        && literal.getTypeName().getName().equals("NULL"))) {
            throw LakelogException.unsupported(
                    "a DEFAULT that is not a literal is not supported yet (column '" + column + "')");
        }
        return text;
    }

    public void primaryKey(SqlNodeList names) {
        startKey(names.getParserPosition());
        for (SqlNode key : names) {
            primaryKeys.add(((SqlIdentifier) key).getSimple());
        }
    }

    public void primaryKey(SqlIdentifier column) {
        startKey(column.getParserPosition());
        primaryKeys.add(column.getSimple());
    }

    private void startKey(SqlParserPos position) {
        if (keyed) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    "a table has one PRIMARY KEY; a second one is at " + SqlText.place(position)
                            + " (name all key columns in one: PRIMARY KEY (a, b) NOT ENFORCED)");
        }
        keyed = true;
    }

    public void partition(SqlNode partition) {
        if (!(partition instanceof SqlIdentifier column) || !column.isSimple()) {
            if (expression != null) {
                throw LakelogException.unsupported("PARTITIONED BY several expressions is not supported yet (at "
                        + SqlText.place(partition.getParserPosition()) + ")");
            }
            expression = partition
                    .toSqlString(config -> config.withDialect(DIALECT)
                            .withQuoteAllIdentifiers(false)
                            .withAlwaysUseParentheses(false))
                    .getSql();
            return;
        }
        partitionKeys.add(column.getSimple());
    }

    public void option(String key, String value) {
        if (key.equals(SpanningKey.OPTION) || key.equals(SpanningKey.EXPRESSION)) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "option '" + key + "' follows from PRIMARY KEY and PARTITIONED BY; leave it out");
        }
        if (options.put(key, value) != null) {
            throw new LakelogException(ErrorCode.INVALID_OPTION, "option '" + key + "' is given twice");
        }
    }

    public void comment(String text) {
        comment = text;
    }

    public void like(SqlIdentifier source) {
        likeSource = table(source);
    }

    /** @param how INCLUDING, EXCLUDING or OVERWRITING: what the statement says counts for more in any case */
    public void likeOption(String how, String part) {
        List<Statement.LikePart> parts = part.equalsIgnoreCase("ALL")
                ? List.of(Statement.LikePart.values())
                : List.of(Statement.LikePart.valueOf(part.toUpperCase(Locale.ROOT)));
        if (how.equalsIgnoreCase("EXCLUDING")) {
            without.addAll(parts);
        } else {
            without.removeAll(parts);
        }
    }

    public Statement statement(@Nullable SqlNode query) {
        for (Field column : columns) {
            if (nullByDefault.contains(column.name()) && !column.type().nullable()) {
                throw new LakelogException(
                        ErrorCode.INVALID_DEFINITION,
                        "column '" + column.name() + "' is NOT NULL and cannot have DEFAULT NULL");
            }
        }
        if (expression != null) {
            if (!partitionKeys.isEmpty()) {
                throw LakelogException.unsupported(
                        "PARTITIONED BY columns and an expression (" + expression + ") is not supported yet");
            }
            options.put(SpanningKey.EXPRESSION, expression);
        }
        TableDefinition definition =
                new TableDefinition(new RowType(columns), primaryKeys, partitionKeys, withoutHabits(options), comment);
        if (likeSource != null) {
            if (query != null) {
                throw new LakelogException(
                        ErrorCode.INVALID_DEFINITION,
                        "CREATE TABLE takes its columns from LIKE or from AS, not from both");
            }
            return new Statement.CreateTableLike(table(name), ifNotExists, definition, likeSource, without);
        }
        if (query == null) {
            if (columns.isEmpty()) {
                throw new LakelogException(
                        ErrorCode.INVALID_DEFINITION, "table '" + table(name) + "' needs at least one column");
            }
            return new Statement.CreateTable(table(name), ifNotExists, definition);
        }
        if (!columns.isEmpty()) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    "CREATE TABLE ... AS takes its columns from the query; give PRIMARY KEY, PARTITIONED BY and WITH"
                            + " only");
        }
        return new Statement.CreateTableAs(table(name), ifNotExists, definition, query);
    }

    /** The options without Flink's habits: the connector is always this one, the path always the warehouse's. */
    static Map<String, String> withoutHabits(Map<String, String> options) {
        Map<String, String> kept = new LinkedHashMap<>(options);
        String connector = kept.remove("connector");
        if (connector != null && !connector.equals("paimon") && !connector.equals("lakelog")) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "option 'connector'='" + connector + "' is not one of Lakelog's; leave it out");
        }
        if (kept.containsKey("path")) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "option 'path' is not needed: a table lies in its warehouse. To work with the tables of another"
                            + " directory, connect to jdbc:lakelog:<that warehouse's directory>");
        }
        return kept;
    }

    private Field last() {
        return columns.get(columns.size() - 1);
    }

    private void replaceLast(Field field) {
        columns.set(columns.size() - 1, field);
    }

    /** The text of a literal as a default is kept in the schema, or null for NULL and for anything else. */
    private static @Nullable String literalText(SqlNode value) {
        if (value.getKind() == SqlKind.MINUS_PREFIX
                && ((org.apache.calcite.sql.SqlCall) value).operand(0) instanceof SqlNumericLiteral number) {
            return "-" + number.toValue();
        }
        if (value instanceof SqlLiteral literal) {
            return literal.toValue();
        }
        return null;
    }

    public static String string(SqlNode literal) {
        if (literal instanceof SqlLiteral one) {
            return one.getValueAs(String.class);
        }
        return SqlLiteral.unchain(literal).getValueAs(String.class);
    }

    public static String database(SqlIdentifier name) {
        if (name.names.size() == 2 && name.names.get(0).equalsIgnoreCase(CATALOG)) {
            return name.names.get(1);
        }
        if (name.names.size() != 1) {
            throw new LakelogException(
                    ErrorCode.SYNTAX,
                    "'" + name + "' at " + SqlText.place(name.getParserPosition())
                            + " is not the name of a database: one name is expected");
        }
        return name.getSimple();
    }

    public static NameText table(SqlIdentifier name) {
        List<String> names = name.names;
        if (names.size() == 3 && names.get(0).equalsIgnoreCase(CATALOG)) {
            names = names.subList(1, 3);
        }
        if (names.size() > 2) {
            throw new LakelogException(
                    ErrorCode.SYNTAX,
                    "'" + name + "' at " + SqlText.place(name.getParserPosition())
                            + " is not the name of a table: [database.]table is expected");
        }
        int line = name.getParserPosition().getLineNum();
        int column = name.getParserPosition().getColumnNum();
        return names.size() == 1
                ? new NameText(null, names.get(0), line, column)
                : new NameText(names.get(0), names.get(1), line, column);
    }

    /** The refusal of a statement that is valid SQL but not done yet. */
    public static LakelogException refused(String what) {
        return LakelogException.unsupported(what + " is not supported yet");
    }
}
