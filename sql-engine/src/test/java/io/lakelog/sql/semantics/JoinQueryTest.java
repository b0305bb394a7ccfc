package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** NULLs, mixed types and guards in joins. */
class JoinQueryTest {
    private final MemoryEngine engine = new MemoryEngine();
    private final Queries sql = new Queries(engine);

    @ParameterizedTest
    @ValueSource(strings = {"1, 2", "1e0, 2e0", "'x', 'y'", "1.50, 2.25", "DATE '2024-01-01', DATE '2024-01-02'"})
    void nullIsNotDistinctFromNull(String values) {
        String first = values.substring(0, values.indexOf(','));
        String from = " FROM (VALUES " + values + ", NULL) a(x) %s JOIN (VALUES " + first
                + ", NULL) b(y) ON a.x IS NOT DISTINCT FROM b.y";
        sql.rows("SELECT COUNT(*), COUNT(x), COUNT(y)" + from.formatted(""), "2|1|1");
        sql.rows("SELECT COUNT(*), COUNT(x), COUNT(y)" + from.formatted("LEFT"), "3|2|1");
        sql.rows(
                "SELECT COUNT(*) FROM (VALUES " + values + ", NULL) a(x) JOIN (VALUES " + first
                        + ", NULL) b(y) ON x = y",
                "1");
    }

    @Test
    void timestampsOfSeveralPrecisions() {
        sql.rows(
                "SELECT COUNT(*) FROM (VALUES TIMESTAMP '2024-01-01 00:00:00.000', CAST(NULL AS TIMESTAMP(3))) a(x)"
                        + " JOIN (VALUES TIMESTAMP '2024-01-01 00:00:00.000000', CAST(NULL AS TIMESTAMP(6))) b(y) ON x IS NOT DISTINCT FROM y",
                "2");
    }

    @Test
    void inOverNullsIsUnknown() {
        sql.value("1 IN (SELECT x FROM (VALUES CAST(NULL AS INT), NULL) t(x))", "null");
        sql.rows("SELECT 1 FROM (VALUES 1) v(i) WHERE i NOT IN (SELECT x FROM (VALUES CAST(NULL AS INT), NULL) t(x))");
        sql.rows(
                "SELECT COUNT(*) FROM (VALUES (NULLIF(5, 5)), (NULLIF(5, 5))) a, (VALUES (NULLIF(5, 5)), (NULLIF(5, 5))) b",
                "4");
    }

    @Test
    void aGuardedJoinIsStillOneOfEqualColumns() {
        String guarded = "SELECT a.x, b.y FROM (VALUES (1, 0), (2, 2)) a(k, x) JOIN (VALUES (1, 5), (2, 6)) b(k, y)"
                + " ON a.k = b.k AND (a.x = 0 OR b.y / a.x > 2)";
        sql.bag(guarded, "0|5", "2|6");
        assertThat(engine.explain(guarded)).containsPattern("Join\\(condition=\\[AND\\(=\\(\\$\\d, \\$\\d\\), CASE");
    }
}
