package io.lakelog.sql.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Trees of SQL. Pure. */
final class SqlTrees {
    private SqlTrees() {}

    /** A tree that shares no node that validation changes: one may not stand in two places of a statement. */
    static SqlNode copy(SqlNode node) {
        return Objects.requireNonNull(node.accept(new SqlShuttle() {
            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler copies = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copies);
                return copies.result();
            }

            @Override
            public SqlNode visit(SqlIdentifier identifier) {
                return identifier.clone(identifier.getParserPosition());
            }
        }));
    }

    /** The same call with another operand in one place. */
    static SqlCall withOperand(SqlCall call, int index, SqlNode operand) {
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        operands.set(index, operand);
        return call.getOperator().createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
    }
}
