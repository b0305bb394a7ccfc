package io.lakelog.sql.parse;

import io.lakelog.sql.parse.generated.LakelogParserImpl;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Text to statement: the only user of the generated parser. Unquoted names keep their case; {@code "x"} and {@code `x`}
 * quote; a {@code ;} may end the text. Thread-safe.
 */
public final class SqlText {
    private static final SqlParser.Config CONFIG = SqlParser.config()
            .withParserFactory(LakelogParserImpl.FACTORY)
            .withQuoting(Quoting.DOUBLE_QUOTE)
            .withUnquotedCasing(Casing.UNCHANGED)
            .withQuotedCasing(Casing.UNCHANGED)
            .withConformance(LakelogConformance.INSTANCE)
            .withIdentifierMaxLength(256);

    private SqlText() {}

    /**
     * The one statement that {@code sql} holds.
     *
     * @throws LakelogException SYNTAX with line and column, UNSUPPORTED for a statement that is recognised but not done
     */
    public static Statement parse(String sql) {
        Nesting.check(sql);
        SqlNode node;
        try {
            node = parser(sql).parseStmt();
        } catch (SqlParseException e) {
            throw SyntaxErrors.of(sql, e);
        }
        if (node instanceof SqlStatement statement) {
            return statement.statement();
        }
        return switch (node.getKind()) {
            case INSERT, UPDATE, DELETE -> new Statement.Write(node);
            case SET_OPTION -> throw DefinitionText.refused("SET and RESET of an option");
            case DESCRIBE_SCHEMA -> throw DefinitionText.refused("DESCRIBE DATABASE");
            default -> {
                if (node.isA(org.apache.calcite.sql.SqlKind.QUERY)) {
                    yield new Statement.Query(node);
                }
                throw new LakelogException(ErrorCode.SYNTAX, "this is not a statement Lakelog knows");
            }
        };
    }

    static SqlParser parser(String sql) {
        return SqlParser.create(sql, CONFIG);
    }

    /** A position for a message: {@code line 1, column 8}. */
    public static String place(SqlParserPos position) {
        return "line " + position.getLineNum() + ", column " + position.getColumnNum();
    }
}
