package io.lakelog.sql.semantics;

import static io.lakelog.storage.error.ErrorCode.DIVISION_BY_ZERO;
import static io.lakelog.storage.error.ErrorCode.INVALID_TEXT;
import static io.lakelog.storage.error.ErrorCode.NUMERIC_OVERFLOW;
import static io.lakelog.storage.error.ErrorCode.VALUE_TOO_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Extreme numbers in SQL: nothing wraps, nothing is lost in silence. */
class NumberQueryTest {
    private final MemoryEngine engine = new MemoryEngine()
            .table(
                    "n",
                    new MemoryTable(c -> c.add("id", SqlTypeName.INTEGER)
                                    .add("ti", SqlTypeName.TINYINT)
                                    .nullable(true)
                                    .add("si", SqlTypeName.SMALLINT)
                                    .nullable(true)
                                    .add("i", SqlTypeName.INTEGER)
                                    .nullable(true)
                                    .add("l", SqlTypeName.BIGINT)
                                    .nullable(true)
                                    .add("dc", SqlTypeName.DECIMAL, 10, 2)
                                    .nullable(true)
                                    .add("big", SqlTypeName.DECIMAL, 38, 18)
                                    .nullable(true))
                            .row(
                                    1,
                                    Byte.MAX_VALUE,
                                    Short.MAX_VALUE,
                                    Integer.MAX_VALUE,
                                    Long.MAX_VALUE,
                                    new BigDecimal("99999999.99"),
                                    new BigDecimal("12345678901234567890.123456789012345678"))
                            .row(
                                    2,
                                    Byte.MIN_VALUE,
                                    Short.MIN_VALUE,
                                    Integer.MIN_VALUE,
                                    Long.MIN_VALUE,
                                    new BigDecimal("-99999999.99"),
                                    new BigDecimal("-99999999999999999999.999999999999999999"))
                            .row(
                                    3,
                                    (byte) 1,
                                    (short) 1,
                                    1,
                                    1L,
                                    new BigDecimal("1.50"),
                                    new BigDecimal("1.000000000000000000"))
                            .row(4, null, null, null, null, null, null)
                            .row(
                                    5,
                                    (byte) 0,
                                    (short) 0,
                                    0,
                                    0L,
                                    new BigDecimal("0.00"),
                                    new BigDecimal("0.000000000000000000"))
                            .row(
                                    6,
                                    (byte) 2,
                                    (short) 2,
                                    2,
                                    2L,
                                    new BigDecimal("2.25"),
                                    new BigDecimal("2.500000000000000000")));
    private final Queries sql = new Queries(engine);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ti + ti",
                "si + si",
                "i + 1",
                "l + 1",
                "ti * si * i",
                "i * 2",
                "l * 2",
                "l - -1",
                "-(ti - 1 - ti - ti)",
                "big * big",
                "big * 100000000000000000000",
                "CAST(i AS SMALLINT)",
                "CAST(l AS INT)",
                "CAST(si AS TINYINT)",
                "CAST(dc AS TINYINT)",
                "CAST(big AS BIGINT)",
                "CAST(l AS DECIMAL(18, 0))",
                "CAST(dc AS DECIMAL(9, 2))",
                "CAST(1e30 AS BIGINT) + l"
            })
    void tooGreat(String expression) {
        String whole = expression.startsWith("-(") ? "CAST(ti + 1 AS TINYINT)" : expression;
        sql.fails("SELECT " + whole + " FROM n WHERE id = 1", NUMERIC_OVERFLOW, "out of range");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-ti",
                "-si",
                "-i",
                "-l",
                "ABS(ti)",
                "ABS(si)",
                "ABS(i)",
                "ABS(l)",
                "ti / CAST(-1 AS TINYINT)",
                "si / CAST(-1 AS SMALLINT)",
                "i / -1",
                "l / -1",
                "i - 1",
                "l - 1",
                "ti - CAST(1 AS TINYINT)",
                "big + big",
                "big - 1"
            })
    void tooSmall(String expression) {
        sql.fails("SELECT " + expression + " FROM n WHERE id = 2", NUMERIC_OVERFLOW, "out of range");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "i / 0",
                "i / i",
                "l / l",
                "ti / ti",
                "MOD(i, 0)",
                "MOD(l, l)",
                "MOD(ti, ti)",
                "dc / 0",
                "dc / dc",
                "MOD(dc, 0)",
                "1 / 0",
                "1.5 / 0",
                "big / big",
                "MOD(big, dc)",
                "5 % 0"
            })
    void divisionByZero(String expression) {
        sql.fails("SELECT " + expression + " FROM n WHERE id = 5", DIVISION_BY_ZERO, "division by zero");
    }

    @Test
    void nullsStayNull() {
        sql.rows(
                "SELECT i + 1, l * 2, -ti, ABS(si), dc / 0, MOD(i, 0), CAST(l AS INT), big * big FROM n WHERE id = 4",
                "null|null|null|null|null|null|null|null");
    }

    @Test
    void integersDivideAsIntegers() {
        sql.typed("5 / 2", "INTEGER", "2");
        sql.typed("-5 / 2", "INTEGER", "-2");
        sql.typed("MOD(-7, 3)", "INTEGER", "-1");
        sql.typed("7 % 4", "INTEGER", "3");
        sql.typed("5 / 2.0", "DECIMAL(17, 6)", "2.500000");
    }

    @Test
    void minimumModMinusOneIsZero() {
        sql.rows("SELECT MOD(i, -1), MOD(l, -1), MOD(ti, CAST(-1 AS TINYINT)) FROM n WHERE id = 2", "0|0|0");
    }

    @Test
    void decimalTypesFollowTheirDigits() {
        sql.typed("1.50 + 2.255", "DECIMAL(5, 3)", "3.755");
        sql.typed("1.50 * 2.255", "DECIMAL(7, 5)", "3.38250");
        sql.typed("5.00 / 3", "DECIMAL(14, 13)", "1.6666666666667");
        sql.typed("MOD(7.5, 2)", "DECIMAL(2, 1)", "1.5");
        sql.typed("CAST(1 AS DECIMAL(38, 10)) + CAST(2 AS DECIMAL(38, 10))", "DECIMAL(38, 10)", "3.0000000000");
        sql.typed("CAST(1 AS DECIMAL(38, 18)) * CAST(2 AS DECIMAL(38, 18))", "DECIMAL(38, 6)", "2.000000");
        sql.typed("CAST(1 AS DECIMAL(38, 0)) / CAST(3 AS DECIMAL(38, 0))", "DECIMAL(38, 6)", "0.333333");
        sql.typed("CAST(1.5 AS DECIMAL)", "DECIMAL(10, 0)", "2");
        sql.typed("12345678901234567890123456789012345678", "DECIMAL(38, 0)", "12345678901234567890123456789012345678");
    }

    @Test
    void thirtyEightDigitsAreExact() {
        sql.rows(
                "SELECT big, big + big, big - 1 FROM n WHERE big = 12345678901234567890.123456789012345678",
                "12345678901234567890.123456789012345678|24691357802469135780.246913578024691356"
                        + "|12345678901234567889.123456789012345678");
        sql.rows("SELECT big / 3, big * 1.5 FROM n WHERE id = 3", "0.333333333333333333|1.50000000000000000");
    }

    @Test
    void castsRoundHalfUp() {
        sql.value("CAST(2.5 AS INT)", "3");
        sql.value("CAST(-2.5 AS INT)", "-3");
        sql.value("CAST(2.5e0 AS BIGINT)", "3");
        sql.value("CAST(2.345 AS DECIMAL(5, 2))", "2.35");
        sql.value("CAST(1e0 / 3 AS DECIMAL(5, 2))", "0.33");
        sql.value("CAST('2.345' AS DECIMAL(5, 2))", "2.35");
    }

    @Test
    void roundsWithoutWrapping() {
        sql.rows(
                "SELECT ROUND(i, -9), ROUND(25, -1), ROUND(CAST(2.345 AS DECIMAL(5, 3)), 2), FLOOR(-2.5) FROM n WHERE id = 3",
                "0|30|2.350|-3");
        sql.fails("SELECT ROUND(i, -1) FROM n WHERE id = 1", NUMERIC_OVERFLOW, "2147483650");
        sql.fails("SELECT ROUND(l, -1) FROM n WHERE id = 1", NUMERIC_OVERFLOW);
        sql.fails("SELECT LN(0)", NUMERIC_OVERFLOW, "logarithm");
    }

    @Test
    void textsBecomeNumbersOrFail() {
        sql.rows("SELECT CAST(' 12 ' AS INT), CAST('-1.5e3' AS DOUBLE), CAST('1.0' AS TINYINT)", "12|-1500.0|1");
        sql.fails("SELECT CAST('abc' AS INT)", INVALID_TEXT, "'abc' is not a number");
        sql.fails("SELECT CAST('1.5' AS INT)", INVALID_TEXT);
        sql.fails("SELECT '1.5' + 1", INVALID_TEXT);
        sql.fails("SELECT CAST('' AS DECIMAL(5, 2))", INVALID_TEXT);
        sql.fails("SELECT CAST('128' AS TINYINT)", NUMERIC_OVERFLOW);
        sql.fails("SELECT CAST('1e400' AS DOUBLE)", NUMERIC_OVERFLOW);
    }

    @Test
    void numbersBecomeTexts() {
        sql.rows(
                "SELECT CAST(dc AS VARCHAR), CAST(l AS VARCHAR), CAST(CAST(1.5 AS REAL) AS VARCHAR),"
                        + " CAST(1e2 AS VARCHAR) FROM n WHERE id = 6",
                "2.25|2|1.5|100.0");
        sql.fails("SELECT CAST(l AS VARCHAR(3)) FROM n WHERE id = 1", VALUE_TOO_LONG, "VARCHAR(3)");
    }

    @Test
    void mixedTypesCompareExactly() {
        sql.rows("SELECT id FROM n WHERE l = 9223372036854775807.0", "1");
        sql.rows("SELECT id FROM n WHERE i > 2147483646.5", "1");
        sql.rows("SELECT id FROM n WHERE ti = l AND si = i AND l < 2147483648 AND i >= 1 ORDER BY id", "3", "6");
        sql.rows("SELECT id FROM n WHERE i IN (1, 2.0, 3000000000) ORDER BY id", "3", "6");
        sql.rows("SELECT id FROM n WHERE big < 10000000000000000000000000000000000000 AND id = 1", "1");
        sql.rows("SELECT id FROM n WHERE big > CAST(2 AS DECIMAL(38, 0)) ORDER BY id", "1", "6");
        sql.rows("SELECT id FROM n WHERE big = CAST(2.5 AS DECIMAL(38, 37))", "6");
    }

    @Test
    void joinsOfMixedNumbersMatch() {
        sql.rows("SELECT a.id, b.id FROM n a JOIN n b ON a.ti = b.l ORDER BY 1", "3|3", "5|5", "6|6");
        sql.rows("SELECT a.id, b.id FROM n a JOIN n b ON a.dc = b.big ORDER BY 1", "5|5");
        sql.rows("SELECT a.id, b.id FROM n a JOIN n b ON a.i = b.big ORDER BY 1", "3|3", "5|5");
        sql.rows(
                "SELECT a.id, b.id FROM n a LEFT JOIN n b ON a.dc = b.dc * 1.0 WHERE a.id > 2 ORDER BY 1",
                "3|3",
                "4|null",
                "5|5",
                "6|6");
    }

    @Test
    void decimalsOfSeveralScalesMeet() {
        sql.bag("SELECT dc FROM n WHERE id = 3 UNION SELECT 1.5 FROM n WHERE id = 3", "1.50");
        sql.bag(
                "SELECT CASE WHEN id = 3 THEN 1.5 WHEN id = 5 THEN 2 ELSE 2.25 END FROM n WHERE id IN (3, 5, 6)",
                "1.50",
                "2.00",
                "2.25");
        sql.rows("SELECT COUNT(DISTINCT CASE WHEN id = 1 THEN 1.5 WHEN id = 3 THEN 1.50 ELSE 2 END) FROM n", "2");
        sql.rows(
                "SELECT CASE WHEN id = 6 THEN big ELSE CAST(2 AS DECIMAL(38, 0)) END FROM n WHERE id > 4 ORDER BY id",
                "2.000000000000000000",
                "2.500000000000000000");
        sql.bag("SELECT * FROM (VALUES (1.5), (2), (2.25)) v(a)", "1.50", "2.00", "2.25");
        sql.bag("SELECT COALESCE(dc, 0), COUNT(*) FROM n WHERE id > 3 GROUP BY COALESCE(dc, 0)", "0.00|2", "2.25|1");
    }

    @Test
    void sumsAreCheckedInTheEnd() {
        sql.rows("SELECT SUM(ti), SUM(si), SUM(i), SUM(l) FROM n", "2|2|2|2");
        sql.fails("SELECT SUM(l) FROM n WHERE id IN (1, 3)", NUMERIC_OVERFLOW, "SUM");
        sql.fails("SELECT SUM(l) FROM n WHERE id IN (2) OR l < 0 GROUP BY ti HAVING SUM(l) - 1 > 0", NUMERIC_OVERFLOW);
        sql.fails("SELECT SUM(big) FROM n, (VALUES 1, 2) v WHERE id = 2", NUMERIC_OVERFLOW, "DECIMAL(38, 18)");
        sql.rows("SELECT SUM(dc), SUM(big), SUM(DISTINCT i) FROM n WHERE id IN (3, 6)", "3.75|3.500000000000000000|3");
        assertThat(engine.types("SELECT SUM(ti), SUM(i), SUM(l), SUM(dc), SUM(CAST(1 AS REAL)) FROM n"))
                .containsExactly("BIGINT", "BIGINT", "BIGINT", "DECIMAL(38, 2)", "DOUBLE");
    }

    @Test
    void averagesHaveFractions() {
        assertThat(engine.types("SELECT AVG(ti), AVG(l), AVG(dc), AVG(big), AVG(1e0) FROM n"))
                .containsExactly("DOUBLE", "DOUBLE", "DECIMAL(38, 6)", "DECIMAL(38, 18)", "DOUBLE");
        sql.rows(
                "SELECT AVG(ti), AVG(i), AVG(dc), AVG(big) FROM n WHERE id IN (3, 6)",
                "1.5|1.5|1.875000|1.750000000000000000");
        // The sum of these does not fit a BIGINT; their mean does.
        sql.rows("SELECT AVG(l) FROM n, (VALUES 1, 2, 3) v WHERE id = 1", "9.223372036854776E18");
        sql.rows("SELECT AVG(i), AVG(dc), SUM(i), COUNT(i) FROM n WHERE id = 4", "null|null|null|0");
        sql.rows("SELECT AVG(DISTINCT i) FROM n, (VALUES 1, 2) v WHERE id IN (3, 6)", "1.5");
    }

    @Test
    void deviations() {
        sql.rows(
                "SELECT VAR_POP(i), VAR_SAMP(i), STDDEV_POP(i), VAR_SAMP(ti) FROM n WHERE id IN (3, 6, 4)",
                "0.25|0.5|0.5|0.5");
        sql.rows("SELECT VAR_SAMP(i), VAR_POP(i) FROM n WHERE id = 3", "null|0.0");
        sql.rows("SELECT VAR_POP(l) FROM n WHERE l > 9000000000000000000", "0.0");
        sql.rows("SELECT VAR_POP(dc), COVAR_POP(i, l) FROM n WHERE id IN (3, 6)", "0.140625|0.25");
    }

    @Test
    void windowsAreCheckedToo() {
        sql.fails("SELECT SUM(l) OVER (ORDER BY id) FROM n WHERE id IN (1, 3)", NUMERIC_OVERFLOW);
        sql.rows(
                "SELECT id, SUM(l) OVER (ORDER BY id ROWS 1 PRECEDING) FROM n ORDER BY id",
                "1|9223372036854775807",
                "2|-1",
                "3|-9223372036854775807",
                "4|1",
                "5|0",
                "6|2");
        sql.rows(
                "SELECT id, AVG(i) OVER (ORDER BY id), SUM(dc) OVER (ORDER BY id), AVG(dc) OVER (ORDER BY id),"
                        + " VAR_POP(dc) OVER (ORDER BY id) FROM n WHERE id > 2 ORDER BY id",
                "3|1.0|1.50|1.500000|0.000000",
                "4|1.0|1.50|1.500000|0.000000",
                "5|0.5|1.50|0.750000|0.562500",
                "6|1.0|3.75|1.250000|0.875000");
    }
}
