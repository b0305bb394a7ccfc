package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;

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
}
