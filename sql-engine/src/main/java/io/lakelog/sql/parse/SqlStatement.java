package io.lakelog.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The envelope in which the generated parser hands a {@link Statement} over; never seen by Calcite's validator. */
public final class SqlStatement extends SqlCall {
    private static final SqlOperator OPERATOR = new SqlSpecialOperator("STATEMENT", SqlKind.OTHER_DDL);

    private final Statement statement;

    /** For the grammar. */
    public SqlStatement(SqlParserPos position, Statement statement) {
        super(position);
        this.statement = statement;
    }

    Statement statement() {
        return statement;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of();
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrecedence, int rightPrecedence) {
        writer.keyword(statement.toString());
    }
}
