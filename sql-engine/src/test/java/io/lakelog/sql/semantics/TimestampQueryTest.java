package io.lakelog.sql.semantics;

import static io.lakelog.sql.semantics.MemoryEngine.micros;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** SQL over TIMESTAMP(6): no digit is lost on any path. */
class TimestampQueryTest {
    private final MemoryEngine engine = new MemoryEngine()
            .table(
                    "t",
                    new MemoryTable(c -> c.add("id", SqlTypeName.INTEGER)
                                    .add("ts", SqlTypeName.TIMESTAMP, 6)
                                    .nullable(true)
                                    .add("ts3", SqlTypeName.TIMESTAMP, 3)
                                    .nullable(true)
                                    .add("d", SqlTypeName.DATE)
                                    .nullable(true))
                            .row(1, micros("2024-02-29T12:34:56.123456"), micros("2024-02-29T12:34:56.123"), 19782)
                            .row(2, micros("2024-02-29T12:34:56.123457"), micros("2024-02-29T00:00:00"), 19782)
                            .row(3, micros("1969-12-31T23:59:59.999999"), micros("1969-12-31T23:59:59.999"), -1)
                            .row(4, null, null, null)
                            .row(5, micros("0001-01-01T00:00:00"), micros("0001-01-01T00:00:00"), -719162)
                            .row(6, micros("9999-12-31T23:59:59.999999"), micros("9999-12-31T23:59:59.999"), 2932896));

    @Test
    void filtersToTheLastDigit() {
        assertThat(engine.query("SELECT id FROM t WHERE ts = TIMESTAMP '2024-02-29 12:34:56.123456'"))
                .containsExactly("1");
        assertThat(engine.query("SELECT id FROM t WHERE ts > TIMESTAMP '2024-02-29 12:34:56.123456' ORDER BY id"))
                .containsExactly("2", "6");
    }

    @Test
    void ordersNullsAsAsked() {
        assertThat(engine.query("SELECT id FROM t ORDER BY ts NULLS FIRST"))
                .containsExactly("4", "5", "3", "1", "2", "6");
        assertThat(engine.query("SELECT id, ts FROM t ORDER BY ts DESC NULLS LAST LIMIT 2 OFFSET 1"))
                .containsExactly("2|2024-02-29T12:34:56.123457", "1|2024-02-29T12:34:56.123456");
    }

    @Test
    void joinsAlignPrecisions() {
        assertThat(engine.query("SELECT a.id, b.id FROM t a JOIN t b ON a.ts = b.ts3"))
                .containsExactly("5|5");
        assertThat(engine.query("SELECT a.id, b.id FROM t a JOIN t b ON a.ts3 = b.d ORDER BY 1, 2"))
                .containsExactly("2|1", "2|2", "5|5");
    }

    @Test
    void groupsAndAggregates() {
        assertThat(engine.query("SELECT MIN(ts), MAX(ts), COUNT(ts), COUNT(DISTINCT ts) FROM t"))
                .containsExactly("0001-01-01T00:00|9999-12-31T23:59:59.999999|5|5");
        assertThat(engine.query("SELECT d, MAX(ts) FROM t GROUP BY d HAVING COUNT(*) > 1"))
                .containsExactly("2024-02-29|2024-02-29T12:34:56.123457");
    }

    @Test
    void castsKeepOrCutDigits() {
        assertThat(engine.query(
                        "SELECT CAST(ts AS VARCHAR), CAST(ts AS DATE), CAST(ts AS TIMESTAMP(3)) FROM t WHERE id = 3"))
                .containsExactly("1969-12-31 23:59:59.999999|1969-12-31|1969-12-31T23:59:59.999");
        assertThat(engine.query(
                        "SELECT CAST('2024-02-29 12:34:56.123456' AS TIMESTAMP(6)), CAST('2024-02-29' AS TIMESTAMP)"))
                .containsExactly("2024-02-29T12:34:56.123456|2024-02-29T00:00");
    }

    @Test
    void arithmeticIsExact() {
        assertThat(engine.query("SELECT ts + INTERVAL '1' SECOND, ts - INTERVAL '1-6' YEAR TO MONTH,"
                        + " TIMESTAMPADD(MICROSECOND, 1, ts),"
                        + " TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '2024-02-29 12:34:56', ts) FROM t WHERE id = 1"))
                .containsExactly(
                        "2024-02-29T12:34:57.123456|2022-08-29T12:34:56.123456|2024-02-29T12:34:56.123457|123456");
    }
}
