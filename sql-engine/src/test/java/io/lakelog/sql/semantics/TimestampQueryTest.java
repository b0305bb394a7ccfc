package io.lakelog.sql.semantics;

import static io.lakelog.sql.semantics.MemoryEngine.micros;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.error.ErrorCode;
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

    private final Queries sql = new Queries(engine);

    @Test
    void filtersToTheLastDigit() {
        sql.rows("SELECT id FROM t WHERE ts = TIMESTAMP '2024-02-29 12:34:56.123456'", "1");
        sql.rows("SELECT id FROM t WHERE ts > TIMESTAMP '2024-02-29 12:34:56.123456' ORDER BY id", "2", "6");
        sql.rows(
                "SELECT id FROM t WHERE ts IN (TIMESTAMP '2024-02-29 12:34:56.123457',"
                        + " TIMESTAMP '1969-12-31 23:59:59.999999') ORDER BY id",
                "2",
                "3");
        sql.rows(
                "SELECT id FROM t WHERE ts BETWEEN TIMESTAMP '2024-02-29 12:34:56.123457'"
                        + " AND TIMESTAMP '2024-02-29 12:34:56.2'",
                "2");
        sql.rows("SELECT id FROM t WHERE ts = '2024-02-29 12:34:56.123456'", "1");
        sql.rows("SELECT id FROM t WHERE ts IS NOT DISTINCT FROM CAST(NULL AS TIMESTAMP(6))", "4");
        sql.rows("SELECT id FROM t WHERE ts IS NULL OR ts3 IS NULL", "4");
        sql.rows("SELECT id FROM t WHERE ts <> ts3 AND ts >= d ORDER BY id", "1", "2", "3", "6");
    }

    @Test
    void ordersNullsAsAsked() {
        sql.rows("SELECT id FROM t ORDER BY ts NULLS FIRST", "4", "5", "3", "1", "2", "6");
        sql.rows(
                "SELECT id, ts FROM t ORDER BY ts DESC NULLS LAST LIMIT 2 OFFSET 1",
                "2|2024-02-29T12:34:56.123457",
                "1|2024-02-29T12:34:56.123456");
    }

    @Test
    void joinsAlignPrecisions() {
        sql.rows("SELECT a.id, b.id FROM t a JOIN t b ON a.ts = b.ts3", "5|5");
        sql.rows("SELECT a.id, b.id FROM t a JOIN t b ON a.ts3 = b.d ORDER BY 1, 2", "2|1", "2|2", "5|5");
        sql.rows(
                "SELECT a.id, b.id FROM t a LEFT JOIN t b ON a.ts > b.ts AND b.id = 1 ORDER BY 1",
                "1|null",
                "2|1",
                "3|null",
                "4|null",
                "5|null",
                "6|1");
        sql.rows("SELECT COUNT(*) FROM t a FULL JOIN t b ON a.ts = b.ts3 AND a.id < 3", "12");
    }

    @Test
    void groupsAndAggregates() {
        sql.rows(
                "SELECT MIN(ts), MAX(ts), COUNT(ts), COUNT(DISTINCT ts) FROM t",
                "0001-01-01T00:00|9999-12-31T23:59:59.999999|5|5");
        sql.rows("SELECT d, MAX(ts) FROM t GROUP BY d HAVING COUNT(*) > 1", "2024-02-29|2024-02-29T12:34:56.123457");
        sql.rows(
                "SELECT ts, COUNT(*) FROM (SELECT ts FROM t UNION ALL SELECT ts FROM t WHERE id = 1) GROUP BY ts ORDER BY ts DESC"
                        + " NULLS LAST LIMIT 3",
                "9999-12-31T23:59:59.999999|1",
                "2024-02-29T12:34:56.123457|1",
                "2024-02-29T12:34:56.123456|2");
        sql.rows(
                "SELECT id, COUNT(*) FILTER (WHERE ts > TIMESTAMP '2024-01-01 00:00:00') FROM t GROUP BY ROLLUP(id)"
                        + " ORDER BY id",
                "1|1",
                "2|1",
                "3|0",
                "4|0",
                "5|0",
                "6|1",
                "null|3");
        sql.rows("SELECT ARRAY_AGG(id ORDER BY ts DESC NULLS LAST) FROM t", "[6, 2, 1, 3, 5, 4]");
    }

    @Test
    void groupingSets() {
        sql.bag(
                "SELECT d, ts, COUNT(*), GROUPING(ts) FROM t WHERE id < 4 GROUP BY GROUPING SETS ((d), (ts), ())",
                "2024-02-29|null|2|1",
                "1969-12-31|null|1|1",
                "null|2024-02-29T12:34:56.123456|1|0",
                "null|2024-02-29T12:34:56.123457|1|0",
                "null|1969-12-31T23:59:59.999999|1|0",
                "null|null|3|1");
    }

    @Test
    void chooses() {
        sql.rows(
                "SELECT CASE WHEN id = 1 THEN ts WHEN id = 2 THEN ts3 ELSE NULL END,"
                        + " COALESCE(ts, TIMESTAMP '2000-01-01 00:00:00.000001'), NULLIF(ts, ts3) FROM t WHERE id IN (1, 4, 5) ORDER BY id",
                "2024-02-29T12:34:56.123456|2024-02-29T12:34:56.123456|2024-02-29T12:34:56.123456",
                "null|2000-01-01T00:00:00.000001|null",
                "null|0001-01-01T00:00|null");
        sql.rows("SELECT GREATEST(ts, ts3) FROM t WHERE id = 1", "2024-02-29T12:34:56.123456");
    }

    @Test
    void castsKeepOrCutDigits() {
        sql.rows(
                "SELECT CAST(ts AS VARCHAR), CAST(ts3 AS VARCHAR), CAST(ts AS DATE), CAST(ts AS TIME(3)),"
                        + " CAST(ts AS TIMESTAMP(3)), CAST(ts AS TIMESTAMP(0)) FROM t WHERE id = 3",
                "1969-12-31 23:59:59.999999|1969-12-31 23:59:59.999|1969-12-31|23:59:59.999|1969-12-31T23:59:59.999"
                        + "|1969-12-31T23:59:59");
        sql.typed("CAST('2024-02-29 12:34:56.123456' AS TIMESTAMP(6))", "TIMESTAMP(6)", "2024-02-29T12:34:56.123456");
        sql.typed("CAST('2024-02-29 12:34:56.123456' AS TIMESTAMP)", "TIMESTAMP(6)", "2024-02-29T12:34:56.123456");
        sql.value("CAST('2024-02-29 12:34:56.123456' AS TIMESTAMP(4))", "2024-02-29T12:34:56.123400");
        sql.value("CAST(DATE '2024-02-29' AS TIMESTAMP(6))", "2024-02-29T00:00");
        sql.value("CAST(CAST(NULL AS TIMESTAMP(6)) AS VARCHAR)", "null");
        sql.fails("SELECT CAST('2024-02-30' AS TIMESTAMP(6))", ErrorCode.DATETIME_OVERFLOW, "2024-02-30");
        sql.fails("SELECT CAST('soon' AS TIMESTAMP(6))", ErrorCode.INVALID_TEXT, "soon");
        sql.fails("SELECT CAST(ts AS VARCHAR(10)) FROM t", ErrorCode.VALUE_TOO_LONG);
        sql.fails("SELECT CAST(ts AS BIGINT) FROM t", ErrorCode.UNSUPPORTED, "TIMESTAMP(6)", "BIGINT");
    }

    @Test
    void arithmeticIsExact() {
        sql.rows(
                "SELECT ts + INTERVAL '1' SECOND, ts - INTERVAL '1 12:30:10.5' DAY TO SECOND,"
                        + " ts + INTERVAL '1' YEAR, ts - INTERVAL '1-6' YEAR TO MONTH FROM t WHERE id = 1",
                "2024-02-29T12:34:57.123456|2024-02-28T00:04:45.623456|2025-02-28T12:34:56.123456"
                        + "|2022-08-29T12:34:56.123456");
        sql.rows(
                "SELECT TIMESTAMPADD(MICROSECOND, 1, ts), TIMESTAMPADD(MONTH, -1, ts), TIMESTAMPADD(WEEK, 1, ts),"
                        + " TIMESTAMPADD(QUARTER, 1, d) FROM t WHERE id = 1",
                "2024-02-29T12:34:56.123457|2024-01-29T12:34:56.123456|2024-03-07T12:34:56.123456|2024-05-29");
        sql.rows(
                "SELECT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '2024-02-29 12:34:56', ts),"
                        + " TIMESTAMPDIFF(MILLISECOND, TIMESTAMP '2024-02-29 12:34:56', ts),"
                        + " TIMESTAMPDIFF(DAY, ts, TIMESTAMP '2025-02-28 00:00:00'),"
                        + " TIMESTAMPDIFF(MONTH, ts, TIMESTAMP '2025-02-28 00:00:00'),"
                        + " TIMESTAMPDIFF(HOUR, d, ts) FROM t WHERE id = 1",
                "123456|123|364|11|12");
        sql.fails("SELECT ts + INTERVAL '1' SECOND FROM t WHERE id = 6", ErrorCode.DATETIME_OVERFLOW);
        sql.fails("SELECT ts - INTERVAL '1' MONTH FROM t WHERE id = 5", ErrorCode.DATETIME_OVERFLOW);
        sql.fails("SELECT DATE '9999-12-31' + INTERVAL '1' DAY", ErrorCode.DATETIME_OVERFLOW);
        sql.fails(
                "SELECT TIMESTAMPDIFF(MICROSECOND, ts, ts3) FROM t, (VALUES 1) v WHERE ts3 < ts - INTERVAL '1' HOUR",
                ErrorCode.NUMERIC_OVERFLOW);
    }

    @Test
    void differences() {
        sql.rows(
                "SELECT id FROM t WHERE (ts - ts3) SECOND < INTERVAL '0.001' SECOND AND ts > ts3 ORDER BY id",
                "1",
                "3",
                "6");
        sql.rows("SELECT EXTRACT(MICROSECOND FROM (ts - ts3) DAY TO SECOND) FROM t WHERE id = 1", "456");
        sql.rows(
                "SELECT (ts - ts3) MONTH, CAST((TIMESTAMP '2025-03-01 00:00:00' - ts) MONTH AS INTEGER) FROM t WHERE id = 1",
                "0|12");
        sql.rows(
                "SELECT CAST((d - DATE '2024-01-01') DAY AS INTEGER), ts3 + (ts - ts3) SECOND = ts FROM t WHERE id = 1",
                "59|true");
    }

    @Test
    void intervals() {
        sql.value("CAST(INTERVAL '3' DAY AS INTEGER)", "3");
        sql.value("CAST(INTERVAL '1.5' SECOND AS DECIMAL(4, 2))", "1.50");
        sql.value("INTERVAL '1' DAY + INTERVAL '2' HOUR > INTERVAL '25' HOUR", "true");
        sql.value("INTERVAL '1' DAY / 2 = INTERVAL '12' HOUR", "true");
        sql.value("INTERVAL '1' DAY * 1.5 = INTERVAL '36' HOUR", "true");
        sql.value("-INTERVAL '90' MINUTE = 3 * INTERVAL '-30' MINUTE", "true");
        sql.value("EXTRACT(HOUR FROM INTERVAL '1 02:03' DAY TO MINUTE)", "2");
        sql.value("CAST(5 AS INTERVAL DAY) = INTERVAL '5' DAY", "true");
        sql.value("DATE '2024-01-31' + INTERVAL '1' MONTH * 1", "2024-02-29");
        sql.typed("TIMESTAMP '2024-01-01 00:00:00' + INTERVAL '0.5' SECOND", "TIMESTAMP(1)", "2024-01-01T00:00:00.500");
        sql.fails("SELECT INTERVAL '0.0005' SECOND", ErrorCode.UNSUPPORTED, "TIMESTAMPADD");
        sql.fails("SELECT INTERVAL '1' MONTH / 0", ErrorCode.DIVISION_BY_ZERO);
    }

    @Test
    void extractsAndRounds() {
        sql.rows(
                "SELECT EXTRACT(YEAR FROM ts), EXTRACT(MICROSECOND FROM ts), EXTRACT(DOW FROM ts), EXTRACT(EPOCH FROM ts),"
                        + " MONTH(ts), DAYOFMONTH(ts), HOUR(ts), MINUTE(ts), SECOND(ts), WEEK(ts), QUARTER(d), DAYOFYEAR(d)"
                        + " FROM t WHERE id IN (1, 3) ORDER BY id",
                "2024|56123456|5|1709210096|2|29|12|34|56|9|1|60",
                "1969|59999999|4|-1|12|31|23|59|59|1|4|365");
        sql.rows(
                "SELECT FLOOR(ts TO HOUR), CEIL(ts TO MONTH), FLOOR(d TO MONTH), CEIL(ts TO SECOND), LAST_DAY(ts) FROM t WHERE id = 1",
                "2024-02-29T12:00|2024-03-01T00:00|2024-02-01|2024-02-29T12:34:57|2024-02-29");
        sql.fails("SELECT CEIL(ts TO MONTH) FROM t WHERE id = 6", ErrorCode.DATETIME_OVERFLOW);
    }

    @Test
    void times() {
        sql.value("TIME '12:34:56.789' + INTERVAL '12' HOUR", "00:34:56.789");
        sql.value("CAST(TIME '12:34:56.789' AS VARCHAR)", "12:34:56.789");
        sql.value("EXTRACT(MILLISECOND FROM TIME '12:34:56.789')", "56789");
        sql.value("FLOOR(TIME '12:34:56.789' TO MINUTE)", "12:34");
        sql.value("CAST('12:34:56.789' AS TIME(1))", "12:34:56.700");
        sql.fails("SELECT CAST('25:00:00' AS TIME)", ErrorCode.DATETIME_OVERFLOW);
        sql.fails("SELECT TIME '12:34:56.7891'", ErrorCode.UNSUPPORTED, "3 fraction digits");
    }

    @Test
    void setOperations() {
        sql.bag(
                "SELECT ts FROM t WHERE id < 3 UNION SELECT ts3 FROM t WHERE id < 3",
                "2024-02-29T12:34:56.123456",
                "2024-02-29T12:34:56.123457",
                "2024-02-29T12:34:56.123",
                "2024-02-29T00:00");
        sql.bag(
                "SELECT ts FROM t WHERE id = 1 UNION ALL SELECT d FROM t WHERE id = 1",
                "2024-02-29T12:34:56.123456",
                "2024-02-29T00:00");
        sql.bag("SELECT ts FROM t INTERSECT SELECT ts3 FROM t", "null", "0001-01-01T00:00");
        sql.bag("SELECT ts FROM t EXCEPT SELECT ts FROM t WHERE id <> 2", "2024-02-29T12:34:56.123457");
        sql.rows(
                "SELECT * FROM (VALUES (TIMESTAMP '2024-01-01 00:00:00.000001', 1), (TIMESTAMP '2024-01-01 00:00:00', 2)) v(x, y)"
                        + " ORDER BY x",
                "2024-01-01T00:00|2",
                "2024-01-01T00:00:00.000001|1");
        sql.rows(
                "SELECT x FROM UNNEST(ARRAY[TIMESTAMP '2024-01-01 00:00:00.000001']) u(x)",
                "2024-01-01T00:00:00.000001");
    }

    @Test
    void subQueries() {
        sql.bag("SELECT id FROM t a WHERE ts = (SELECT MAX(ts) FROM t b WHERE b.d = a.d)", "2", "3", "5", "6");
        sql.rows(
                "SELECT id, (SELECT MAX(ts) FROM t b WHERE b.d = a.d) FROM t a WHERE id = 1",
                "1|2024-02-29T12:34:56.123457");
        sql.rows("SELECT id FROM t WHERE ts IN (SELECT ts3 FROM t)", "5");
        sql.bag("SELECT id FROM t WHERE ts NOT IN (SELECT ts3 FROM t WHERE ts3 IS NOT NULL)", "1", "2", "3", "6");
        sql.bag("SELECT id FROM t a WHERE EXISTS (SELECT 1 FROM t b WHERE b.ts > a.ts AND b.id < 3)", "1", "3", "5");
        sql.rows("SELECT id FROM t WHERE ts > ALL (SELECT ts FROM t WHERE id < 6 AND ts IS NOT NULL)", "6");
        sql.rows("SELECT id FROM t WHERE (ts, d) IN (SELECT ts, d FROM t WHERE id = 2)", "2");
        sql.rows(
                "SELECT id, m FROM t a, LATERAL (SELECT MAX(ts) m FROM t b WHERE b.d = a.d AND b.ts < a.ts) x WHERE m IS NOT NULL",
                "2|2024-02-29T12:34:56.123456");
        sql.rows(
                "WITH w AS (SELECT ts FROM t WHERE id = 1) SELECT a.ts FROM w a JOIN w b ON a.ts = b.ts",
                "2024-02-29T12:34:56.123456");
        sql.fails("SELECT (SELECT ts FROM t)", ErrorCode.CARDINALITY, "more than one row");
    }

    @Test
    void windows() {
        sql.rows(
                "SELECT id, LAG(ts) OVER (ORDER BY ts), LEAD(ts, 1, ts3) OVER (ORDER BY id),"
                        + " FIRST_VALUE(ts) OVER (PARTITION BY d ORDER BY ts) FROM t WHERE id IN (1, 2, 3) ORDER BY id",
                "1|1969-12-31T23:59:59.999999|2024-02-29T12:34:56.123457|2024-02-29T12:34:56.123456",
                "2|2024-02-29T12:34:56.123456|1969-12-31T23:59:59.999999|2024-02-29T12:34:56.123456",
                "3|null|1969-12-31T23:59:59.999|1969-12-31T23:59:59.999999");
        sql.rows(
                "SELECT id, MAX(ts) OVER (ORDER BY id), RANK() OVER (ORDER BY ts DESC NULLS LAST) FROM t ORDER BY id LIMIT 2",
                "1|2024-02-29T12:34:56.123456|3",
                "2|2024-02-29T12:34:56.123457|2");
    }

    @Test
    void frames() {
        String micro =
                "SELECT id, COUNT(*) OVER (ORDER BY ts %s RANGE BETWEEN INTERVAL '%s' %s PRECEDING AND CURRENT ROW) FROM t ORDER BY id";
        sql.rows(micro.formatted("", "0.001", "SECOND"), "1|1", "2|2", "3|1", "4|1", "5|1", "6|1");
        sql.rows(micro.formatted("DESC", "0.001", "SECOND"), "1|2", "2|1", "3|1", "4|1", "5|1", "6|1");
        sql.rows(micro.formatted("NULLS FIRST", "99", "DAY"), "1|1", "2|2", "3|1", "4|1", "5|1", "6|1");
        sql.rows(
                "SELECT id, COUNT(*) OVER (ORDER BY d RANGE BETWEEN INTERVAL '1' DAY PRECEDING AND INTERVAL '1' DAY FOLLOWING)"
                        + " FROM t ORDER BY id",
                "1|2",
                "2|2",
                "3|1",
                "4|1",
                "5|1",
                "6|1");
        sql.fails(
                "SELECT COUNT(*) OVER (ORDER BY ts RANGE INTERVAL '1' MONTH PRECEDING) FROM t", ErrorCode.UNSUPPORTED);
    }

    @Test
    void parametersAreMicroseconds() {
        assertThat(engine.query(
                        "SELECT id FROM t WHERE ts > ? AND id < ? ORDER BY id",
                        micros("2024-02-29T12:34:56.123456"),
                        6))
                .containsExactly("2");
    }

    @Test
    void nowHasTheDigitsOfItsType() {
        sql.typed("CURRENT_TIMESTAMP", "TIMESTAMP(3)", "2023-11-14T22:13:20.123");
        sql.typed("CURRENT_TIMESTAMP(0)", "TIMESTAMP(0)", "2023-11-14T22:13:20");
        sql.typed("LOCALTIMESTAMP(6)", "TIMESTAMP(6)", "2023-11-14T22:13:20.123");
        sql.typed("CURRENT_TIME", "TIME(0)", "22:13:20");
    }

    @Test
    void formats() {
        sql.rows(
                "SELECT DATE_FORMAT(ts, 'yyyy-MM-dd HH:mm:ss.SSSSSS'), DATE_FORMAT(d, 'yyyy'), TO_CHAR(ts, 'YYYY-MM-DD HH24:MI:SS.MS')"
                        + " FROM t WHERE id = 1",
                "2024-02-29 12:34:56.123456|2024|2024-02-29 12:34:56.123");
        sql.rows("SELECT DATE_FORMAT(ts, 'yyyy') FROM t WHERE id = 4", "null");
        sql.value("TO_TIMESTAMP('2024-01-02 03:04:05', 'YYYY-MM-DD HH24:MI:SS')", "2024-01-02T03:04:05");
        sql.fails("SELECT DATE_FORMAT(ts, 'bogus') FROM t", ErrorCode.INVALID_STATEMENT, "bogus");
        sql.fails("SELECT TO_CHAR(ts, 'US') FROM t", ErrorCode.UNSUPPORTED, "TO_CHAR", "TIMESTAMP(6)");
    }

    @Test
    void tumblingWindows() {
        sql.rows(
                "SELECT id, window_start, window_end FROM TABLE(TUMBLE((SELECT * FROM t WHERE id < 5), DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
                        + " ORDER BY id",
                "1|2024-02-29T12:34|2024-02-29T12:35",
                "2|2024-02-29T12:34|2024-02-29T12:35",
                "3|1969-12-31T23:59|1970-01-01T00:00",
                "4|null|null");
        sql.rows(
                "SELECT window_start, MAX(ts) FROM TABLE(TUMBLE((SELECT * FROM t WHERE id < 4), DESCRIPTOR(ts), INTERVAL '1' DAY,"
                        + " INTERVAL '13' HOUR)) GROUP BY window_start ORDER BY window_start",
                "1969-12-31T13:00|1969-12-31T23:59:59.999999",
                "2024-02-28T13:00|2024-02-29T12:34:56.123457");
    }

    @Test
    void hoppingWindows() {
        sql.rows(
                "SELECT id, window_start, window_end FROM TABLE(HOP((SELECT * FROM t WHERE id < 5), DESCRIPTOR(ts), INTERVAL '1' MINUTE,"
                        + " INTERVAL '150' SECOND(3))) WHERE id <> 2 ORDER BY id, window_start",
                "1|2024-02-29T12:33|2024-02-29T12:35:30",
                "1|2024-02-29T12:34|2024-02-29T12:36:30",
                "3|1969-12-31T23:58|1970-01-01T00:00:30",
                "3|1969-12-31T23:59|1970-01-01T00:01:30");
        sql.fails(
                "SELECT * FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '1' DAY))",
                ErrorCode.INVALID_STATEMENT,
                "HOP");
        sql.fails(
                "SELECT * FROM TABLE(SESSION(TABLE t, DESCRIPTOR(ts), DESCRIPTOR(id), INTERVAL '1' MINUTE))",
                ErrorCode.UNSUPPORTED);
    }

    @Test
    void extremesByTime() {
        sql.rows(
                "SELECT ARG_MAX(id, ts), ARG_MIN(ts, id), ARG_MAX(id, ts3) FROM t WHERE id < 4",
                "2|2024-02-29T12:34:56.123456|1");
        sql.rows(
                "SELECT MODE(ts), ANY_VALUE(ts), COUNT(DISTINCT ts) FROM t WHERE id = 1",
                "2024-02-29T12:34:56.123456|2024-02-29T12:34:56.123456|1");
        sql.rows(
                "SELECT id FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY d ORDER BY ts DESC) = 1 AND d = DATE '2024-02-29'",
                "2");
    }

    @Test
    void lateralJoinsThatStayCorrelated() {
        sql.rows(
                "SELECT a.id, x.ts FROM t a, LATERAL (SELECT ts FROM t b WHERE b.ts < a.ts ORDER BY b.ts DESC LIMIT 1) x ORDER BY a.id",
                "1|1969-12-31T23:59:59.999999",
                "2|2024-02-29T12:34:56.123456",
                "3|0001-01-01T00:00",
                "6|2024-02-29T12:34:56.123457");
    }

    @Test
    void whatWouldLoseDigitsIsRefused() {
        sql.fails(
                "SELECT TIMESTAMPADD(DAY, 1, TIMESTAMP '2024-01-01 00:00:00.1234567')",
                ErrorCode.UNSUPPORTED,
                "6 fraction digits");
        sql.fails("SELECT AGE(ts, ts3) FROM t", ErrorCode.UNSUPPORTED, "AGE", "TIMESTAMP(6)");
        sql.fails("SELECT JSON_OBJECT('a' VALUE ts) FROM t", ErrorCode.UNSUPPORTED, "TIMESTAMP(6)");
        sql.value("TIMESTAMP '2024-01-01 00:00:00.1234560'", "2024-01-01T00:00:00.123456");
    }
}
