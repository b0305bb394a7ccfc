package io.lakelog.sql.semantics;

import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** NaN equals itself and is greater than all; -0.0 equals 0.0; division is IEEE's. */
class DoubleQueryTest {
    private final Queries sql = new Queries(new MemoryEngine()
            .table(
                    "f",
                    new MemoryTable(c -> c.add("id", SqlTypeName.INTEGER)
                                    .add("d", SqlTypeName.DOUBLE)
                                    .nullable(true)
                                    .add("r", SqlTypeName.REAL)
                                    .nullable(true))
                            .row(1, Double.NaN, 1.5f)
                            .row(2, -0.0, -0.0f)
                            .row(3, 0.0, 0.0f)
                            .row(4, null, null)
                            .row(5, Double.POSITIVE_INFINITY, Float.NaN)
                            .row(6, Double.NEGATIVE_INFINITY, 2.5f)
                            .row(7, Double.longBitsToDouble(0xfff8000000000001L), 0.1f)));

    @Test
    void orders() {
        sql.rows("SELECT id FROM f ORDER BY d, id", "6", "2", "3", "5", "1", "7", "4");
        sql.rows("SELECT id FROM f ORDER BY d DESC NULLS LAST, id", "1", "7", "5", "2", "3", "6", "4");
        sql.rows("SELECT id FROM f ORDER BY r, id", "2", "3", "7", "1", "6", "5", "4");
    }

    @Test
    void compares() {
        sql.rows("SELECT id FROM f WHERE d = 0 ORDER BY id", "2", "3");
        sql.rows("SELECT id FROM f WHERE d > 1e308 ORDER BY id", "1", "5", "7");
        sql.rows("SELECT id FROM f WHERE d = d ORDER BY id", "1", "2", "3", "5", "6", "7");
        sql.rows("SELECT id FROM f WHERE d < -1e308", "6");
        sql.rows("SELECT id FROM f WHERE r BETWEEN 0 AND 1.5 ORDER BY id", "1", "2", "3", "7");
        sql.rows("SELECT id FROM f WHERE d = CAST('NaN' AS DOUBLE) ORDER BY id", "1", "7");
    }

    @Test
    void groups() {
        sql.rows(
                "SELECT d, COUNT(*) FROM f GROUP BY d ORDER BY d",
                "-Infinity|1",
                "0.0|2",
                "Infinity|1",
                "NaN|2",
                "null|1");
        sql.rows(
                "SELECT r, COUNT(*) FROM f GROUP BY r ORDER BY r",
                "0.0|2",
                "0.1|1",
                "1.5|1",
                "2.5|1",
                "NaN|1",
                "null|1");
        sql.rows("SELECT COUNT(DISTINCT d), COUNT(DISTINCT r) FROM f", "4|5");
        sql.rows("SELECT DISTINCT d FROM f ORDER BY d DESC NULLS LAST", "NaN", "Infinity", "0.0", "-Infinity", "null");
    }

    @Test
    void joinsAndSets() {
        sql.rows(
                "SELECT a.id, b.id FROM f a JOIN f b ON a.d = b.d WHERE a.id < 4 ORDER BY 1, 2",
                "1|1",
                "1|7",
                "2|2",
                "2|3",
                "3|2",
                "3|3");
        sql.bag("SELECT d FROM f INTERSECT SELECT -d FROM f", "NaN", "0.0", "Infinity", "-Infinity", "null");
        sql.bag("SELECT d FROM f WHERE id < 4 UNION SELECT CAST(r AS DOUBLE) FROM f WHERE id IN (2, 5)", "NaN", "0.0");
    }

    @Test
    void aggregatesAndWindows() {
        sql.rows("SELECT MIN(d), MAX(d), MIN(r), MAX(r) FROM f", "-Infinity|NaN|0.0|NaN");
        sql.rows("SELECT MIN(d), MAX(d) FROM f WHERE id IN (5)", "Infinity|Infinity");
        sql.rows(
                "SELECT id, RANK() OVER (ORDER BY d), COUNT(*) OVER (PARTITION BY d), MAX(d) OVER (ORDER BY id) FROM f ORDER BY id",
                "1|5|2|NaN",
                "2|2|2|NaN",
                "3|2|2|NaN",
                "4|7|1|NaN",
                "5|4|1|NaN",
                "6|1|1|NaN",
                "7|5|2|NaN");
    }

    @Test
    void dividesAsIeeeDoes() {
        sql.rows("SELECT d / 0, -d FROM f WHERE id IN (3, 5) ORDER BY id", "NaN|-0.0", "Infinity|-Infinity");
        sql.value("1e0 / 0", "Infinity");
    }

    @Test
    void meetsExactNumbers() {
        sql.rows("SELECT id, r + 1, d + 1.5 FROM f WHERE id = 3", "3|1.0|1.5");
        sql.rows("SELECT id FROM f WHERE r = 2.5 OR r = CAST(0.1 AS REAL) ORDER BY id", "6", "7");
    }
}
