package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An expression has one value, whether its operands are columns or literals, which take other paths through planning. */
class ConstantsAndColumnsTest {
    private static final Map<String, String> LITERALS = Map.of(
            "ts", "CAST('2024-02-29 12:34:56.123456' AS TIMESTAMP(6))",
            "ts3", "TIMESTAMP '1969-12-31 23:59:59.999'",
            "d", "DATE '2024-02-29'",
            "tm", "TIME '12:34:56.789'",
            "i", "CAST(2147483647 AS INTEGER)",
            "l", "CAST(-9223372036854775807 AS BIGINT)",
            "dc", "CAST(12345678.91 AS DECIMAL(10, 2))",
            "dbl", "CAST(-1.5 AS DOUBLE)",
            "v", "CAST('a\uD83D\uDE00' AS VARCHAR(10))",
            "w", "'\uFFFD'");

    private final MemoryEngine engine = new MemoryEngine()
            .table(
                    "c",
                    new MemoryTable(b -> b.add("ts", SqlTypeName.TIMESTAMP, 6)
                                    .add("ts3", SqlTypeName.TIMESTAMP, 3)
                                    .add("d", SqlTypeName.DATE)
                                    .add("tm", SqlTypeName.TIME, 3)
                                    .add("i", SqlTypeName.INTEGER)
                                    .add("l", SqlTypeName.BIGINT)
                                    .add("dc", SqlTypeName.DECIMAL, 10, 2)
                                    .add("dbl", SqlTypeName.DOUBLE)
                                    .add("v", SqlTypeName.VARCHAR, 10)
                                    .add("w", SqlTypeName.CHAR, 1))
                            .row(
                                    MemoryEngine.micros("2024-02-29T12:34:56.123456"),
                                    MemoryEngine.micros("1969-12-31T23:59:59.999"),
                                    19782,
                                    45_296_789,
                                    Integer.MAX_VALUE,
                                    -Long.MAX_VALUE,
                                    new BigDecimal("12345678.91"),
                                    -1.5,
                                    "a\uD83D\uDE00",
                                    "\uFFFD"));

    private String answer(String query) {
        try {
            return engine.query(query).toString();
        } catch (RuntimeException | Error e) {
            LakelogException failure = SqlFailures.translate(e);
            return failure.code() + " " + failure.getMessage();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ts} > {ts3}",
                "{ts} = {d}",
                "{ts3} < {d}",
                "{ts} BETWEEN {ts3} AND {d}",
                "{ts} + INTERVAL '1' DAY",
                "{ts3} - INTERVAL '2' MONTH",
                "({ts} - {ts3}) DAY TO SECOND > INTERVAL '1' DAY",
                "CAST({ts} AS DATE)",
                "CAST({ts} AS TIMESTAMP(3))",
                "CAST({ts} AS TIME(3))",
                "CAST({ts3} AS VARCHAR)",
                "CAST({d} AS TIMESTAMP(6))",
                "CAST({ts} AS VARCHAR(5))",
                "EXTRACT(MICROSECOND FROM {ts})",
                "EXTRACT(DOW FROM {d})",
                "EXTRACT(HOUR FROM {tm})",
                "FLOOR({ts} TO HOUR)",
                "CEIL({ts3} TO DAY)",
                "TIMESTAMPADD(MICROSECOND, {i}, {ts})",
                "TIMESTAMPDIFF(MILLISECOND, {ts3}, {ts})",
                "TIMESTAMPDIFF(DAY, {d}, {ts3})",
                "{tm} + INTERVAL '13' HOUR",
                "{d} + INTERVAL '1' MONTH",
                "LAST_DAY({ts})",
                "DATE_FORMAT({ts}, 'yyyy-MM')",
                "{i} + 1",
                "{i} - 1",
                "-{i}",
                "{l} - 1",
                "{l} - 2",
                "ABS({l})",
                "{i} * {i}",
                "{i} / 0",
                "{i} / -1",
                "MOD({l}, {i})",
                "{dc} * {dc}",
                "{dc} / 7",
                "{dc} + {i}",
                "{dc} - {l}",
                "{dbl} * {dc}",
                "{dbl} / 0",
                "MOD({dc}, 1.5)",
                "CAST({dc} AS INTEGER)",
                "CAST({dc} AS SMALLINT)",
                "CAST({dbl} AS INTEGER)",
                "CAST({l} AS INTEGER)",
                "CAST({l} AS DECIMAL(18, 0))",
                "CAST({i} AS DECIMAL(12, 2))",
                "CAST({dc} AS VARCHAR)",
                "CAST({dbl} AS VARCHAR)",
                "CAST({i} AS VARCHAR(3))",
                "CAST({v} AS INTEGER)",
                "CAST({v} AS CHAR(4)) || '.'",
                "CAST({v} AS VARCHAR(1))",
                "{v} < {w}",
                "{v} > {w}",
                "{w} < '\uD83D\uDE00'",
                "CHAR_LENGTH({v})",
                "SUBSTRING({v} FROM 2)",
                "{v} || {w}",
                "POSITION({w} IN {v})",
                "CASE WHEN {v} < {w} THEN {dc} ELSE {i} END",
                "COALESCE({ts3}, {ts})",
                "NULLIF({ts}, {ts})",
                "{i} = {dc}",
                "{l} < {dbl}",
                "{dc} > {dbl}",
                "{i} IN ({l}, {dc}, 2147483647)",
                "{dbl} = {i}",
                "ROUND({dc}, 1)",
                "ROUND({i}, -1)",
                "SQRT({dc})",
                "POWER({dbl}, 2)",
                "SIGN({dc})",
                "{v} LIKE 'a_'"
            })
    void agree(String expression) {
        String columns = expression.replace("{", "").replace("}", "");
        String constants = expression;
        for (Map.Entry<String, String> literal : LITERALS.entrySet()) {
            constants = constants.replace("{" + literal.getKey() + "}", literal.getValue());
        }
        List<String> answers = new ArrayList<>();
        answers.add(answer("SELECT " + columns + " FROM c"));
        answers.add(answer("SELECT " + constants + " FROM c"));
        answers.add(answer("SELECT " + constants));
        answers.add(answer(
                "SELECT MAX(x) FROM (SELECT " + columns + " AS x FROM c UNION ALL SELECT " + constants + " FROM c) u"));
        assertThat(answers).as(columns).containsOnly(answers.get(0));
    }
}
