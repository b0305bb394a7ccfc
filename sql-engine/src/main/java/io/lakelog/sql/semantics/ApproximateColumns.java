package io.lakelog.sql.semantics;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;

/** VALUES whose columns are either exact or floating: {@code (1.5), (2e0)} becomes {@code (1.5e0), (2e0)}. Pure. */
final class ApproximateColumns {
    private ApproximateColumns() {}

    static SqlNode of(SqlCall values) {
        Set<Integer> approximate = new HashSet<>();
        for (SqlNode row : values.getOperandList()) {
            List<SqlNode> cells = cells(row);
            for (int i = 0; i < cells.size(); i++) {
                if (cells.get(i) instanceof SqlNumericLiteral number && number.getScale() == null) {
                    approximate.add(i);
                }
            }
        }
        if (approximate.isEmpty()) {
            return values;
        }
        List<SqlNode> rows = new ArrayList<>();
        for (SqlNode row : values.getOperandList()) {
            List<SqlNode> cells = new ArrayList<>(cells(row));
            approximate.stream().filter(i -> i < cells.size()).forEach(i -> cells.set(i, approximate(cells.get(i))));
            rows.add(
                    row.getKind() == SqlKind.ROW
                            ? ((SqlCall) row).getOperator().createCall(row.getParserPosition(), cells)
                            : cells.get(0));
        }
        return values.getOperator().createCall(values.getParserPosition(), rows);
    }

    private static List<SqlNode> cells(SqlNode row) {
        return row.getKind() == SqlKind.ROW ? ((SqlCall) row).getOperandList() : List.of(row);
    }

    private static SqlNode approximate(SqlNode cell) {
        if (!(cell instanceof SqlNumericLiteral number) || number.getScale() == null) {
            return cell;
        }
        BigDecimal value = number.bigDecimalValue();
        return SqlLiteral.createApproxNumeric(value + "E0", cell.getParserPosition());
    }
}
