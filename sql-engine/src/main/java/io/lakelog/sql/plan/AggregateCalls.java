package io.lakelog.sql.plan;

import io.lakelog.sql.parse.SqlText;
import io.lakelog.storage.error.LakelogException;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;

/** What of window functions, and of aggregates, must be said in other words before a statement is validated, or is refused. */
final class AggregateCalls {
    private static final Set<String> NULL_IS_NOTHING = Set.of(
            "COUNT",
            "SUM",
            "AVG",
            "MIN",
            "MAX",
            "STDDEV",
            "STDDEV_POP",
            "STDDEV_SAMP",
            "VARIANCE",
            "VAR_POP",
            "VAR_SAMP",
            "EVERY",
            "SOME",
            "BOOL_AND",
            "BOOL_OR",
            "BIT_AND",
            "BIT_OR",
            "BIT_XOR");

    private AggregateCalls() {}

    /**
     * Generated code computes a frame anew only when its first or last row is another, and takes the rows that EXCLUDE leaves out
     * for rows of the frame when it asks whether there are any.
     */
    static void check(SqlWindow window) {
        String exclusion = String.valueOf(window.getExclude().getValue());
        if (!exclusion.equals("EXCLUDE NO OTHER")) {
            throw unsupported(
                    exclusion,
                    window.getParserPosition(),
                    "leave it out, and take the row itself off: SUM(x) OVER (...) - x");
        }
    }

    /** @param over a call of a function with its window */
    static SqlCall rewritten(SqlCall over) {
        SqlNode function = over.operand(0);
        SqlNode condition = null;
        if (function.getKind() == SqlKind.FILTER) {
            condition = ((SqlCall) function).operand(1);
            function = ((SqlCall) function).operand(0);
        }
        if (function.getKind() == SqlKind.RESPECT_NULLS) {
            function = ((SqlCall) function).operand(0);
        }
        if (function.getKind() == SqlKind.IGNORE_NULLS) {
            throw unsupported("IGNORE NULLS", function.getParserPosition(), "leave the NULLs out in a sub-query");
        }
        if (!(function instanceof SqlCall call)) {
            return over;
        }
        SqlCall made = withNullableDefault(call);
        made = condition == null ? made : filtered(made, condition);
        return made == over.operand(0) ? over : SqlTrees.withOperand(over, 0, made);
    }

    /** Of {@code LAG(a, 1, 0)} Calcite takes for granted that it is never NULL, since 0 is not; but {@code a} may be. */
    private static SqlCall withNullableDefault(SqlCall function) {
        String name = name(function);
        if (function.operandCount() != 3 || !name.equals("LAG") && !name.equals("LEAD")) {
            return function;
        }
        return SqlTrees.withOperand(function, 2, valueIf(always(function), function.operand(2)));
    }

    /** Of one row a sample's variance is NULL, whatever the value; Calcite takes for granted that it is not. */
    static SqlCall withNullableOperand(SqlCall function) {
        return function.operandCount() == 0
                ? function
                : SqlTrees.withOperand(function, 0, valueIf(always(function), function.operand(0)));
    }

    private static SqlNode always(SqlCall function) {
        return SqlLiteral.createBoolean(true, function.getParserPosition());
    }

    /** Calcite knows no FILTER with OVER; these functions pass over NULL. */
    private static SqlCall filtered(SqlCall function, SqlNode condition) {
        SqlParserPos place = function.getParserPosition();
        boolean all = function.operandCount() == 1 && isStar(function.operand(0));
        if (function.operandCount() != 1 || !NULL_IS_NOTHING.contains(name(function))) {
            throw unsupported(
                    "FILTER with " + name(function) + " and OVER", place, "filter the rows in a sub-query first");
        }
        SqlNode value = all ? SqlLiteral.createExactNumeric("1", place) : function.operand(0);
        return SqlTrees.withOperand(function, 0, valueIf(condition, value));
    }

    /** A value that may be NULL, in the eyes of Calcite too. */
    private static SqlNode valueIf(SqlNode condition, SqlNode value) {
        SqlParserPos place = value.getParserPosition();
        return new SqlCase(place, null, SqlNodeList.of(condition), SqlNodeList.of(value), SqlLiteral.createNull(place));
    }

    private static boolean isStar(SqlNode operand) {
        return operand instanceof SqlIdentifier identifier && identifier.isStar();
    }

    private static String name(SqlCall function) {
        return function.getOperator().getName().toUpperCase(Locale.ROOT);
    }

    private static LakelogException unsupported(String what, SqlParserPos place, String instead) {
        return LakelogException.unsupported(what + " at " + SqlText.place(place) + " is not supported; " + instead);
    }
}
