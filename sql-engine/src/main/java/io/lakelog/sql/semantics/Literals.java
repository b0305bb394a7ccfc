package io.lakelog.sql.semantics;

import io.lakelog.storage.error.LakelogException;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalLiteral.IntervalValue;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Literals of a parsed statement that Calcite would take for others: {@code INTERVAL '0.5' SECOND} has its fraction digits
 * declared (else the sum with a TIMESTAMP(0) is a TIMESTAMP(0)), more digits than milliseconds are refused, and {@code
 * U&'...'} is a text like any other (else it may not meet others, for its character set). Numbers that share a column of VALUES with a floating one are floating as well.
 */
final class Literals extends SqlShuttle {
    private static final int MILLI_DIGITS = 3;

    @Override
    public @Nullable SqlNode visit(SqlLiteral literal) {
        if (literal instanceof SqlIntervalLiteral) {
            return interval(literal);
        }
        if (literal instanceof SqlCharStringLiteral) {
            NlsString text = literal.getValueAs(NlsString.class);
            return text.getCharsetName() != null
                            && text.getCharsetName().replace("-", "").startsWith("UTF16")
                    ? SqlLiteral.createCharString(text.getValue(), literal.getParserPosition())
                    : literal;
        }
        return literal;
    }

    /** Calcite compares the values of a column before it has given them one type: {@code VALUES (1.5), (2e0)}. */
    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        return visited instanceof SqlCall values && values.getKind() == SqlKind.VALUES
                ? ApproximateColumns.of(values)
                : visited;
    }

    private static SqlNode interval(SqlLiteral literal) {
        IntervalValue value = literal.getValueAs(IntervalValue.class);
        SqlIntervalQualifier qualifier = value.getIntervalQualifier();
        int digits = fractionDigits(value.getIntervalLiteral());
        boolean single = qualifier.getStartUnit() == TimeUnit.SECOND;
        if (!single && qualifier.getEndUnit() != TimeUnit.SECOND || digits == 0) {
            return literal;
        }
        if (digits > MILLI_DIGITS) {
            throw LakelogException.unsupported("INTERVAL '" + value.getIntervalLiteral()
                    + "' has more than 3 fraction digits; use TIMESTAMPADD(MICROSECOND, n, t) instead");
        }
        if (!qualifier.useDefaultFractionalSecondPrecision()) {
            return literal;
        }
        SqlIntervalQualifier precise = new SqlIntervalQualifier(
                qualifier.getStartUnit(),
                qualifier.getStartPrecisionPreservingDefault(),
                single ? null : TimeUnit.SECOND,
                digits,
                qualifier.getParserPosition());
        return SqlLiteral.createInterval(
                value.getSign(), value.getIntervalLiteral(), precise, literal.getParserPosition());
    }

    /** How many digits after the point matter. */
    private static int fractionDigits(String text) {
        int point = text.indexOf('.');
        int last = text.length();
        while (point >= 0 && last > point + 1 && (text.charAt(last - 1) == '0' || text.charAt(last - 1) == ' ')) {
            last--;
        }
        return point < 0 ? 0 : last - point - 1;
    }
}
