package io.lakelog.sql.plan;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;

/** What is known of the order of an expression's texts. */
enum PartitionShape {
    /** Nothing. */
    ANY,
    /** A greater value never has a lesser text. */
    MONOTONIC,
    /** So too, once the texts, which are numbers of years, have four digits. */
    YEAR;

    /** Patterns from the largest unit on. Years have four digits. */
    private static final Set<String> PATTERNS = Set.of(
            "yyyy",
            "yyyyMM",
            "yyyyMMdd",
            "yyyyMMddHH",
            "yyyy-MM",
            "yyyy-MM-dd",
            "yyyy-MM-dd HH",
            "yyyy/MM",
            "yyyy/MM/dd",
            "yyyy-MM-dd-HH",
            "yyyy-MM-dd HH:mm",
            "yyyyMMddHHmm");

    static PartitionShape of(SqlNode expression) {
        if (!(expression instanceof SqlCall call) || call.operandCount() == 0) {
            return ANY;
        }
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        boolean ofColumn = call.operand(0) instanceof SqlIdentifier;
        if (name.equals("DATE_FORMAT") && ofColumn && call.operandCount() == 2) {
            return call.operand(1) instanceof SqlLiteral literal
                            && literal.getTypeName().getName().equals("CHAR")
                            && PATTERNS.contains(literal.getValueAs(String.class))
                    ? MONOTONIC
                    : ANY;
        }
        if (call.getKind() == SqlKind.CAST && ofColumn) {
            return call.operand(1) instanceof SqlDataTypeSpec type
                            && type.getTypeName().getSimple().equalsIgnoreCase("DATE")
                    ? MONOTONIC
                    : ANY;
        }
        if (name.equals("YEAR") && ofColumn) {
            return YEAR;
        }
        if (name.equals("EXTRACT") && call.operand(1) instanceof SqlIdentifier) {
            return call.operand(0) instanceof SqlIntervalQualifier unit
                            && unit.toString().equalsIgnoreCase("YEAR")
                    ? YEAR
                    : ANY;
        }
        boolean prefix = (name.equals("SUBSTRING") || name.equals("SUBSTR"))
                && ofColumn
                && call.operandCount() == 3
                && call.operand(1) instanceof SqlNumericLiteral from
                && from.toValue().equals("1")
                && call.operand(2) instanceof SqlNumericLiteral;
        return prefix ? MONOTONIC : ANY;
    }
}
