package io.lakelog.tck.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch query of Flink over what Lakelog wrote gives the rows that Lakelog gives. */
class FlinkReadsIT {
    private static final String COLUMNS = "id INT, name STRING, flag BOOLEAN, tiny TINYINT, small SMALLINT, big BIGINT,"
            + " real4 FLOAT, real8 DOUBLE, price DECIMAL(10, 2), wide DECIMAL(38, 9), code CHAR(3), data BYTES,"
            + " born DATE, at TIME(3), seen TIMESTAMP(3), exact TIMESTAMP(6), zoned TIMESTAMP_LTZ(6)";

    private static final List<String> ROWS = List.of(
            "1, 'one', TRUE, 1, 2, 3, 1.5, 2.5, 9.99, 12345678901234567890.123456789, 'abc', X'00ff',"
                    + " DATE '2024-02-29', TIME '12:34:56.789', TIMESTAMP '1969-12-31 23:59:59.999',"
                    + " TIMESTAMP '2024-01-01 00:00:00.123456', TIMESTAMP '2024-06-01 12:00:00.5'",
            "2, 'žluť 🐎', FALSE, -128, -32768, -9223372036854775808, -1E30, 1E300, -99999999.99,"
                    + " -99999999999999999999999999999.999999999, 'é', X'', DATE '0001-01-01', TIME '00:00:00',"
                    + " TIMESTAMP '0001-01-01 00:00:00', TIMESTAMP '9999-12-31 23:59:59.999999',"
                    + " TIMESTAMP '1900-01-01 00:00:00'");

    @TempDir
    Path warehouse;

    @ParameterizedTest
    @ValueSource(strings = {"none", "input", "lookup", "full-compaction"})
    void rowsOfAllTypes(String producer) throws Exception {
        try (Lakelog lakelog = new Lakelog(warehouse)) {
            lakelog.run("CREATE TABLE t (" + COLUMNS + ", part STRING NOT NULL, PRIMARY KEY (part, id) NOT ENFORCED)"
                    + " PARTITIONED BY (part) WITH ('bucket' = '2', 'changelog-producer' = '" + producer + "')");
            for (String part : new String[] {"a=b/c", "d e"}) {
                for (String row : ROWS) {
                    lakelog.run("INSERT INTO t VALUES (" + row + ", '" + part + "')");
                }
                lakelog.run("INSERT INTO t (part, id) VALUES ('" + part + "', 3), ('" + part + "', 4)");
            }
            lakelog.run("DELETE FROM t WHERE id = 4 AND part = 'd e'");
            lakelog.run("UPDATE t SET name = 'newer' WHERE id = 3");
            FlinkSession flink = FlinkSession.batch(warehouse);
            assertThat(flink.rows("SELECT * FROM t"))
                    .hasSize(7)
                    .isEqualTo(lakelog.table("t").rows());
            assertThat(flink.rows("SELECT name FROM t WHERE id = 1 AND part = 'd e'"))
                    .containsExactly("[\"one\"]");
        }
    }
}
