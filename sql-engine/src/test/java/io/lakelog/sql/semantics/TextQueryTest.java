package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.error.ErrorCode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** SQL over texts with characters beyond the basic plane: everything orders by code point. */
class TextQueryTest {
    /** U+FFFD comes before U+1F600, though its UTF-16 unit is greater than the surrogates of the latter. */
    private final MemoryEngine engine = new MemoryEngine()
            .table(
                    "s",
                    new MemoryTable(c -> c.add("id", SqlTypeName.INTEGER)
                                    .add("v", SqlTypeName.VARCHAR)
                                    .nullable(true))
                            .row(1, "a")
                            .row(2, "\uFFFD")
                            .row(3, "\uD83D\uDE00")
                            .row(4, null)
                            .row(5, "z\uE000")
                            .row(6, "z\uD83D\uDE00x")
                            .row(7, ""));

    @Test
    void sorts() {
        assertThat(engine.query("SELECT id FROM s ORDER BY v")).containsExactly("7", "1", "5", "6", "2", "3", "4");
        assertThat(engine.query("SELECT id, v FROM s ORDER BY v DESC NULLS LAST LIMIT 2 OFFSET 1"))
                .containsExactly("2|\uFFFD", "6|z\uD83D\uDE00x");
        assertThat(engine.query("SELECT id FROM s ORDER BY v NULLS FIRST, id")).startsWith("4", "7");
    }

    @Test
    void compares() {
        assertThat(engine.query("SELECT id FROM s WHERE v > '\uFFFD'")).containsExactly("3");
        assertThat(engine.query("SELECT id FROM s WHERE v BETWEEN '\uFFFD' AND '\uD83D\uDE00' ORDER BY id"))
                .containsExactly("2", "3");
        assertThat(engine.query(
                        "SELECT a.id, b.id FROM s a JOIN s b ON a.v < b.v WHERE a.id IN (2, 3) AND b.id IN (2, 3)"))
                .containsExactly("2|3");
    }

    @Test
    void aggregates() {
        assertThat(engine.query("SELECT MIN(v), MAX(v) FROM s")).containsExactly("|\uD83D\uDE00");
        assertThat(
                        engine.query(
                                "SELECT id, MAX(v) OVER (ORDER BY id), ROW_NUMBER() OVER (ORDER BY v) FROM s ORDER BY id LIMIT 4"))
                .containsExactly("1|a|2", "2|\uFFFD|5", "3|\uD83D\uDE00|6", "4|\uD83D\uDE00|7");
    }

    private final Queries sql = new Queries(engine);

    @Test
    void everyUnicodeLiteralIsAText() {
        sql.rows("SELECT id FROM s WHERE v = '\uD83D\uDE00'", "3");
        sql.rows("SELECT id FROM s WHERE v = U&'\\D83D\\DE00'", "3");
        sql.rows("SELECT id FROM s WHERE v >= U&'\\FFFD' AND v < '\uD83D\uDE00'", "2");
        sql.rows("SELECT id FROM s WHERE v = _UTF8'\uFFFD'", "2");
        sql.value("U&'\\00fc' || '\u65E5\u672C'", "\u00fc\u65E5\u672C");
    }

    @Test
    void functionsCountCharacters() {
        sql.rows(
                "SELECT CHAR_LENGTH(v), SUBSTRING(v FROM 2 FOR 1), SUBSTRING(v FROM 2), POSITION('x' IN v), UPPER(v),"
                        + " v LIKE 'z_x', OVERLAY(v PLACING 'q' FROM 2 FOR 1), CAST(v AS VARCHAR(2)) FROM s WHERE id = 6",
                "3|\uD83D\uDE00|\uD83D\uDE00x|3|Z\uD83D\uDE00X|true|zqx|z\uD83D\uDE00");
        sql.rows("SELECT CAST(v AS CHAR(4)) || '.' FROM s WHERE id = 6", "z\uD83D\uDE00x .");
        sql.rows("SELECT CHAR_LENGTH(v) FROM s WHERE id = 4", "null");
        sql.rows(
                "SELECT SUBSTR(v, 2, 1), LEFT(v, 2), RIGHT(v, 2), LPAD(v, 5, 'ab'), RPAD(v, 5, '\uD83D\uDE00'), STRPOS(v, 'x'),"
                        + " INSTR(v, 'x'), LENGTH(v), LPAD(v, 4) FROM s WHERE id = 6",
                "\uD83D\uDE00|z\uD83D\uDE00|\uD83D\uDE00x|abz\uD83D\uDE00x|z\uD83D\uDE00x\uD83D\uDE00\uD83D\uDE00|3|3|3| z\uD83D\uDE00x");
        sql.rows("SELECT ARG_MAX(id, v), ARG_MIN(id, v) FROM s", "3|7");
        sql.fails("SELECT SUBSTRING('abc' FROM 1 FOR -1)", ErrorCode.INVALID_STATEMENT);
    }

    @Test
    void nothingIsPadded() {
        sql.typed("CASE WHEN TRUE THEN 'a' ELSE 'bcd' END || '.'", "VARCHAR(4)", "a.");
        sql.rows("SELECT CHAR_LENGTH(c) FROM (VALUES ('a'), ('bcd')) x(c) ORDER BY 1", "1", "3");
        sql.rows(
                "SELECT c FROM (VALUES (CAST('a' AS CHAR(3))), (CAST('b' AS CHAR(3)))) x(c) WHERE c = SUBSTRING('ab' FROM 1 FOR 1)"
                        + " OR c = CAST(CAST('b ' AS CHAR(2)) AS CHAR(2))",
                "b  ");
    }

    @Test
    void subQueriesAndSets() {
        sql.rows("SELECT id FROM s WHERE v > ALL (SELECT v FROM s WHERE v IS NOT NULL AND id <> 3)", "3");
        sql.rows("SELECT id FROM s WHERE v < SOME (SELECT v FROM s WHERE id = 2) ORDER BY id", "1", "5", "6", "7");
        sql.rows("SELECT v FROM s UNION SELECT v FROM s ORDER BY v DESC NULLS LAST LIMIT 2", "\uD83D\uDE00", "\uFFFD");
        sql.rows("SELECT id FROM (SELECT id, v FROM s ORDER BY v LIMIT 2) ORDER BY id DESC", "7", "1");
        sql.rows(
                "SELECT GREATEST(v, '\uFFFF'), LEAST('\uD83D\uDE00', '\uFFFF') FROM s WHERE id = 3",
                "\uD83D\uDE00|\uFFFF");
    }

    @Test
    void orderedAggregatesAndWindows() {
        sql.rows("SELECT STRING_AGG(v, ',' ORDER BY v) FROM s WHERE id IN (2, 3, 5)", "z\uE000,\uFFFD,\uD83D\uDE00");
        sql.rows(
                "SELECT LISTAGG(v, ',') WITHIN GROUP (ORDER BY v DESC) FROM s WHERE id IN (2, 3, 5)",
                "\uD83D\uDE00,\uFFFD,z\uE000");
        sql.rows(
                "SELECT v, COUNT(*) FROM s GROUP BY v HAVING MAX(v) > '\uFFFC' ORDER BY v DESC",
                "\uD83D\uDE00|1",
                "\uFFFD|1");
        sql.rows(
                "SELECT id, LAG(v) OVER (ORDER BY v), CUME_DIST() OVER (ORDER BY v NULLS FIRST), PERCENT_RANK() OVER (ORDER BY v)"
                        + " FROM s WHERE id IN (2, 3, 4, 5) ORDER BY id",
                "2|z\uE000|0.75|0.3333333333333333",
                "3|\uFFFD|1.0|0.6666666666666666",
                "4|\uD83D\uDE00|0.25|1.0",
                "5|null|0.5|0.0");
        sql.rows("SELECT MIN(v) OVER (PARTITION BY id / 4 ORDER BY id) FROM s WHERE id < 4 ORDER BY id", "a", "a", "a");
    }

    @Test
    void limits() {
        sql.rows("SELECT id FROM s ORDER BY id OFFSET 3000000000 ROWS");
        sql.rows("SELECT id FROM s ORDER BY v LIMIT 3000000000 OFFSET 5", "3", "4");
        sql.rows("SELECT id FROM s LIMIT 0");
        sql.fails("SELECT id FROM s OFFSET 9223372036854775807 ROWS", ErrorCode.LIMIT, "OFFSET");
    }

    @Test
    void booleansOfTexts() {
        sql.rows("SELECT CAST(' TRUE ' AS BOOLEAN), CAST('f' AS BOOLEAN), CAST(TRUE AS VARCHAR)", "true|false|TRUE");
        sql.fails("SELECT CAST('maybe' AS BOOLEAN)", ErrorCode.INVALID_TEXT, "maybe");
    }
}
