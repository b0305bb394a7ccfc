package io.lakelog.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code table FOR SYSTEM_TIME AS OF point} or {@code table FOR VERSION AS OF point}; replaced before validation. */
public final class SqlTimeTravel extends SqlCall {
    private static final SqlOperator OPERATOR = new SqlSpecialOperator("FOR ... AS OF", SqlKind.OTHER);

    private final SqlNode table;
    private final SqlNode point;
    private final boolean version;

    /** For the grammar. */
    public SqlTimeTravel(SqlParserPos position, SqlNode table, SqlNode point, boolean version) {
        super(position);
        this.table = table;
        this.point = point;
        this.version = version;
    }

    public SqlNode table() {
        return table;
    }

    /** The snapshot, tag or time asked for. */
    public SqlNode point() {
        return point;
    }

    /** Whether {@link #point} is a version, not a time. */
    public boolean isVersion() {
        return version;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of(table, point);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrecedence, int rightPrecedence) {
        table.unparse(writer, 0, 0);
        writer.keyword(version ? "FOR VERSION AS OF" : "FOR SYSTEM_TIME AS OF");
        point.unparse(writer, 0, 0);
    }
}
