package io.lakelog.tck.sql;

import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a database says to a statement: rows, or why there are none.
 *
 * @param rows in any order, sorted, unless their order is part of the answer
 */
record Answer(List<String> rows, @Nullable SQLException failure) {
    /** Digits that sums of floating point numbers have in common, in whatever order they are added. */
    private static final MathContext DIGITS = new MathContext(10);

    static Answer of(ResultSet result, boolean ordered) throws SQLException {
        List<String> rows = new ArrayList<>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                row.add(text(result.getObject(i)));
            }
            rows.add(String.join(" | ", row));
        }
        if (!ordered) {
            rows.sort(null);
        }
        return new Answer(rows, null);
    }

    static Answer of(SQLException failure) {
        return new Answer(List.of(), failure);
    }

    /** Numbers without regard to their types: INT or BIGINT, and how many zeros behind the point, is each database's own. */
    private static String text(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        if (!(value instanceof Number number)) {
            return value instanceof String ? "'" + value + "'" : value.toString();
        }
        BigDecimal exact = number instanceof Double || number instanceof Float
                ? BigDecimal.valueOf(number.doubleValue()).round(DIGITS)
                : new BigDecimal(number.toString()).round(DIGITS);
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }

    @Override
    public String toString() {
        return failure == null
                ? rows.size() + " rows " + rows.stream().limit(20).toList()
                : failure.getSQLState() + " " + failure.getMessage();
    }
}
