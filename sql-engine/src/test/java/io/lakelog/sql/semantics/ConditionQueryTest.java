package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** Conditions are evaluated from left to right: one guards the next. */
class ConditionQueryTest {
    private final Queries sql = new Queries(new MemoryEngine()
            .table(
                    "n",
                    new MemoryTable(c -> c.add("id", SqlTypeName.INTEGER)
                                    .add("i", SqlTypeName.INTEGER)
                                    .nullable(true)
                                    .add("s", SqlTypeName.VARCHAR))
                            .row(1, 5, "5")
                            .row(2, 0, "x")
                            .row(3, null, "7")
                            .row(4, 1, "")));

    @Test
    void guards() {
        sql.rows("SELECT id FROM n WHERE i <> 0 AND 10 / i > 1 ORDER BY id", "1", "4");
        sql.rows("SELECT id FROM n WHERE i = 0 OR 10 / i > 2 ORDER BY id", "2", "4");
        sql.rows("SELECT id FROM n WHERE s <> 'x' AND s <> '' AND CAST(s AS INT) > 1 ORDER BY id", "1", "3");
        sql.rows("SELECT id FROM (SELECT * FROM n WHERE i <> 0) t WHERE 10 / i > 1 ORDER BY id", "1", "4");
        sql.fails("SELECT id FROM n WHERE 10 / i > 1", ErrorCode.DIVISION_BY_ZERO);
    }

    @Test
    void guardsInColumnsAndJoins() {
        sql.rows(
                "SELECT id, i <> 0 AND 10 / i > 2, i = 0 OR 10 / i > 2 FROM n ORDER BY id",
                "1|false|false",
                "2|false|true",
                "3|null|null",
                "4|true|true");
        sql.rows(
                "SELECT id, CASE WHEN i = 0 THEN 0 ELSE 10 / i END FROM n ORDER BY id", "1|2", "2|0", "3|null", "4|10");
        sql.rows("SELECT id, CASE WHEN id > 9 THEN 1 / 0 ELSE 0 END FROM n WHERE id = 1", "1|0");
        sql.rows(
                "SELECT a.id, b.id FROM n a JOIN n b ON a.id < b.id AND b.i <> 0 AND a.id / b.i > 1 ORDER BY 1, 2",
                "2|4",
                "3|4");
        sql.rows("SELECT a.id FROM n a JOIN n b ON a.id = b.id AND (b.i = 0 OR 10 / b.i > 2) ORDER BY 1", "2", "4");
    }
}
