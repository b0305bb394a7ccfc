package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prepared statements: types known beforehand, parameters everywhere, batches with one commit. */
class PreparedTest {
    @TempDir
    Path warehouse;

    private Engine engine;
    private EngineConnection connection;
    private EngineSession session;

    @BeforeEach
    void connect() {
        engine = EngineFixture.engine(warehouse);
        connection = EngineFixture.connect(engine);
        session = new EngineSession(connection);
        session.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT, s VARCHAR(5), d DECIMAL(10, 2), ts TIMESTAMP(6))"
                + " WITH ('changelog-producer'='lookup')");
    }

    private long[] batch(String sql, List<List<@Nullable Object>> sets) {
        return connection.prepare(sql).executeBatch(sets, Cancellation.none());
    }

    @Test
    void parameterTypesAreThoseOfTheColumns() {
        assertThat(connection
                        .prepare("INSERT INTO t (d, id, s) VALUES (?, ?, ?)")
                        .parameterTypes())
                .extracting(DataType::sql)
                .containsExactly("DECIMAL(10, 2)", "INT", "VARCHAR(5)");
        assertThat(connection
                        .prepare("SELECT id FROM t WHERE d > ? AND s = ? AND ts < ? LIMIT ?")
                        .parameterTypes())
                .extracting(DataType::sql)
                .containsExactly("DECIMAL(10, 2)", "STRING", "TIMESTAMP(6)", "BIGINT");
        assertThat(connection.prepare("UPDATE t SET v = ?, s = ? WHERE id = ?").parameterTypes())
                .extracting(DataType::sql)
                .containsExactly("INT", "VARCHAR(5)", "INT");
        assertThat(connection
                        .prepare("SELECT rowkind FROM CHANGES(t, ?, ? + 1)")
                        .parameterTypes())
                .extracting(DataType::sql)
                .containsExactly("BIGINT", "BIGINT");
        assertThat(connection
                        .prepare("INSERT INTO t (id, v) SELECT ?, id + ? FROM t")
                        .parameterTypes())
                .extracting(DataType::sql)
                .containsExactly("INT", "INT");
    }

    @Test
    void parametersOfAMergeAreThoseOfTheColumns() {
        session.update("INSERT INTO t (id, v) VALUES (1, 10), (2, 20)");
        String merge = "MERGE INTO t USING (VALUES (1), (2), (3)) AS x (id) ON t.id = x.id"
                + " WHEN MATCHED AND v > ? THEN UPDATE SET s = ?, v = v + CAST(? AS INT)"
                + " WHEN NOT MATCHED THEN INSERT (id, d) VALUES (x.id, ?)";
        assertThat(connection.prepare(merge).parameterTypes())
                .extracting(DataType::sql)
                .containsExactly("INT", "VARCHAR(5)", "INT", "DECIMAL(10, 2)");
        assertThat(session.update(merge, 15, "much", 1, new BigDecimal("2.5"))).isEqualTo(2);
        assertThat(session.query("SELECT id, v, s, d FROM t ORDER BY id"))
                .containsExactly("1 | 10 | NULL | NULL", "2 | 21 | much | NULL", "3 | NULL | NULL | 2.50");
        assertFailure(ErrorCode.VALUE_TOO_LONG, "s", () -> session.update(merge, 0, "too long", 1, null));
    }

    @Test
    void resultColumnsSayWhereTheyComeFrom() {
        TableName table = new TableName("default", "t");
        assertThat(connection.prepare("SELECT id AS x, s, v + 1 AS w FROM t").columns())
                .containsExactly(
                        new ResultColumn("x", "id", DataType.INT.notNull(), table),
                        new ResultColumn("s", "s", DataType.varchar(5), table),
                        new ResultColumn("w", "w", DataType.INT, null));
    }

    @Test
    void parametersInQueries() {
        session.update(
                "INSERT INTO t VALUES (1, 10, 'a', 1.5, TIMESTAMP '2024-01-01 00:00:00.000001'), (2, 20, 'b', 2.5, NULL)");
        assertThat(session.query("SELECT id FROM t WHERE id = ?", 2)).containsExactly("2");
        assertThat(session.query("SELECT id FROM t WHERE id = ?", 2L)).containsExactly("2");
        assertThat(session.query("SELECT id FROM t WHERE id = ?", "2")).containsExactly("2");
        assertThat(session.query("SELECT id FROM t WHERE id = ?", (Object) null))
                .isEmpty();
        assertThat(session.query("SELECT id FROM t WHERE s = ?", "longer than the column"))
                .isEmpty();
        assertThat(session.query("SELECT id FROM t WHERE s < ?", "longer than the column"))
                .containsExactly("1", "2");
        assertThat(session.query("SELECT id FROM t WHERE d = ?", new BigDecimal("2.5")))
                .containsExactly("2");
        assertThat(session.query("SELECT id FROM t WHERE d = ?", 2.5)).containsExactly("2");
        assertThat(session.query("SELECT id FROM t WHERE ts = ?", LocalDateTime.parse("2024-01-01T00:00:00.000001")))
                .containsExactly("1");
        assertThat(session.query(
                        "SELECT id FROM t WHERE ts > ? AND v + 0 = 10", LocalDateTime.parse("2024-01-01T00:00:00")))
                .containsExactly("1");
        assertThat(session.query("SELECT v + ? AS x FROM t WHERE id = ?", 5, 1)).containsExactly("15");
        assertThat(session.query("SELECT CAST(? AS STRING) AS x", "é")).containsExactly("é");
        assertThat(session.query("SELECT id FROM t ORDER BY id LIMIT ?", 1L)).containsExactly("1");
        assertThat(session.query("SELECT id FROM t ORDER BY id LIMIT ? OFFSET ?", 3_000_000_000L, 1))
                .containsExactly("2");
        assertThat(session.query("SELECT id FROM t LIMIT ?", 0)).isEmpty();
        assertThat(session.query("SELECT rowkind FROM CHANGES(t, ?)", 1)).containsExactly("+I", "+I");
        assertThat(session.query("SELECT rowkind FROM CHANGES(t, ? - 1, ?) WHERE id = 1", 2, 1))
                .containsExactly("+I");
        assertThat(session.query("SELECT ? + LAST_SNAPSHOT('t') AS x", 5L)).containsExactly("6");
    }

    @Test
    void valuesThatDoNotFitAParameterAreRefused() {
        assertFailure(
                ErrorCode.TYPE_MISMATCH, "whole number", () -> session.query("SELECT id FROM t WHERE id = ?", 1.5));
        assertFailure(
                ErrorCode.NUMERIC_OVERFLOW,
                "parameter 1",
                () -> session.query("SELECT id FROM t WHERE id = ?", 3_000_000_000L));
        assertFailure(
                ErrorCode.INVALID_TEXT, "parameter 1", () -> session.query("SELECT id FROM t WHERE id = ?", "one"));
        assertFailure(ErrorCode.INVALID_PARAMETER, "1 parameter", () -> session.query("SELECT id FROM t WHERE id = ?"));
        assertFailure(ErrorCode.INVALID_STATEMENT, "CAST(? AS type)", () -> connection.prepare("SELECT ?"));
        assertFailure(ErrorCode.INVALID_RANGE, "negative", () -> session.query("SELECT id FROM t LIMIT ?", -1));
        assertFailure(
                ErrorCode.INVALID_RANGE, "negative", () -> session.query("SELECT id FROM t ORDER BY v LIMIT ?", -1));
        assertFailure(
                ErrorCode.VALUE_TOO_LONG,
                "column 's'",
                () -> session.update("INSERT INTO t (id, s) VALUES (?, ?)", 1, "abcdefgh"));
        assertFailure(
                ErrorCode.VALUE_TOO_LONG,
                "VARCHAR(5)",
                () -> session.update("INSERT INTO t (id, s) SELECT ?, ?", 1, "abcdefgh"));
        assertFailure(
                ErrorCode.NUMERIC_OVERFLOW,
                "INT",
                () -> session.update("INSERT INTO t (id, v) VALUES (?, ?)", 1, 3_000_000_000L));
        assertThat(session.query("SELECT COUNT(*) FROM t")).containsExactly("0");
    }

    @Test
    void anyValueThatFitsIsTaken() {
        session.execute("CREATE TABLE a (id BIGINT PRIMARY KEY, b BOOLEAN, ti TINYINT, si SMALLINT, f FLOAT, db DOUBLE,"
                + " d DECIMAL(38, 18), s STRING, x BYTES, da DATE, t TIME(3), ts TIMESTAMP(6), z TIMESTAMP_LTZ(6))");
        String insert = "INSERT INTO a VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        BigDecimal wide = new BigDecimal("12345678901234567890.123456789012345678");
        session.update(
                insert,
                1,
                true,
                (byte) 1,
                2,
                1.5f,
                2.5,
                wide,
                "x",
                new byte[] {1},
                LocalDate.of(2024, 1, 31),
                LocalTime.parse("10:20:30.123"),
                LocalDateTime.parse("2024-01-31T10:20:30.123456"),
                Instant.parse("2024-01-31T10:20:30.123456Z"));
        session.update(
                insert,
                BigInteger.TWO,
                "true",
                "1",
                new BigDecimal("2"),
                "1.5",
                5,
                "12345678901234567890.123456789012345678",
                5,
                null,
                "2024-01-31",
                "10:20:30.123",
                "2024-01-31 10:20:30.123456",
                LocalDateTime.parse("2024-01-31T10:20:30.123456"));
        session.update(insert, 3, null, null, null, null, null, null, null, null, null, null, null, null);
        String same = wide + " | ";
        assertThat(session.query("SELECT * FROM a ORDER BY id"))
                .containsExactly(
                        "1 | true | 1 | 2 | 1.5 | 2.5 | " + same + "x | X'01' | 2024-01-31 | 10:20:30.123"
                                + " | 2024-01-31 10:20:30.123456 | 2024-01-31 10:20:30.123456Z",
                        "2 | true | 1 | 2 | 1.5 | 5.0 | " + same + "5 | NULL | 2024-01-31 | 10:20:30.123"
                                + " | 2024-01-31 10:20:30.123456 | 2024-01-31 10:20:30.123456Z",
                        "3 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL");
        assertThat(session.query("SELECT SUM(d) AS s FROM a"))
                .containsExactly("24691357802469135780.246913578024691356");
        assertThat(session.query(
                        "SELECT id FROM a WHERE d = ? AND z = ? ORDER BY id",
                        wide,
                        Instant.parse("2024-01-31T10:20:30.123456Z")))
                .containsExactly("1", "2");
    }

    @Test
    void aBatchOfInsertsIsOneSnapshotWithEveryState() {
        List<List<@Nullable Object>> sets = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            sets.add(List.of(1, i));
        }
        assertThat(batch("INSERT INTO t (id, v) VALUES (?, ?)", sets))
                .containsOnly(1)
                .hasSize(10);
        assertThat(session.query("SELECT rowkind, v, snapshot_id FROM CHANGES(t, 1)"))
                .hasSize(19)
                .startsWith("+I | 0 | 1", "-U | 0 | 1", "+U | 1 | 1")
                .endsWith("-U | 8 | 1", "+U | 9 | 1");
        assertThat(session.query("SELECT LAST_SNAPSHOT('t') AS x")).containsExactly("1");
    }

    @Test
    void aBatchThatFailsLeavesNothing() {
        assertFailure(
                ErrorCode.NUMERIC_OVERFLOW,
                "column 'v'",
                () -> batch("INSERT INTO t (id, v) VALUES (?, ?)", List.of(List.of(1, 1), List.of(2, 3_000_000_000L))));
        assertThat(session.query("SELECT COUNT(*) FROM t")).containsExactly("0");
        assertThat(session.query("SELECT COUNT(*) FROM t$snapshots")).containsExactly("0");
        assertThat(batch("INSERT INTO t (id, v) VALUES (?, ?)", List.of())).isEmpty();
        assertFailure(
                ErrorCode.INVALID_STATEMENT,
                "INSERT, UPSERT, UPDATE or DELETE",
                () -> batch("SELECT id FROM t WHERE id = ?", List.of(List.of(1))));
    }

    @Test
    void aBatchOfDeletesAndUpdatesByKeySeesItsEarlierRows() {
        session.update("INSERT INTO t (id, v) VALUES (1, 1), (2, 2), (3, 3)");
        assertThat(batch("DELETE FROM t WHERE id = ?", sets(1, 999, 1, null))).containsExactly(1, 0, 0, 0);
        assertThat(batch(
                        "UPDATE t SET v = v + ? WHERE id = ?", List.of(List.of(10, 2), List.of(100, 2), List.of(5, 1))))
                .containsExactly(1, 1, 0);
        assertThat(batch("UPDATE t SET v = ?, s = 'x' WHERE ? = id", List.of(List.of(7, 3), List.of(8, 3))))
                .containsExactly(1, 1);
        assertThat(session.query("SELECT id, v, s FROM t ORDER BY id")).containsExactly("2 | 112 | NULL", "3 | 8 | x");
        assertThat(session.query("SELECT snapshot_id, rowkind, id, v FROM CHANGES(t, 2)"))
                .containsExactly(
                        "2 | -D | 1 | 1",
                        "3 | -U | 2 | 2",
                        "3 | +U | 2 | 12",
                        "3 | -U | 2 | 12",
                        "3 | +U | 2 | 112",
                        "4 | -U | 3 | 3",
                        "4 | +U | 3 | 7",
                        "4 | -U | 3 | 7",
                        "4 | +U | 3 | 8");
    }

    @Test
    void aBatchOfOtherUpdatesAndDeletesSeesItsEarlierRows() {
        session.update("INSERT INTO t (id, v) VALUES (1, 1), (2, 2), (3, 3), (4, 4)");
        assertThat(batch("UPDATE t SET v = v * 10 WHERE v > ?", sets(2, 25))).containsExactly(2, 2);
        assertThat(batch("DELETE FROM t WHERE v < ?", sets(2, 2, 350))).containsExactly(1, 0, 2);
        assertThat(session.query("SELECT id, v FROM t")).containsExactly("4 | 400");
    }

    private static List<List<@Nullable Object>> sets(@Nullable Object... values) {
        List<List<@Nullable Object>> sets = new ArrayList<>();
        for (Object value : values) {
            sets.add(Arrays.asList(value));
        }
        return sets;
    }

    @Test
    void aPreparedStatementFollowsItsTable() {
        session.update("INSERT INTO t (id, v) VALUES (1, 1)");
        Prepared prepared = connection.prepare("SELECT * FROM t");
        session.execute("DROP TABLE t");
        session.execute("CREATE TABLE t (k STRING PRIMARY KEY)");
        session.update("INSERT INTO t VALUES ('x')");
        StatementResult.Rows rows = (StatementResult.Rows) prepared.execute(List.of(), Cancellation.none());
        assertThat(rows.columns()).extracting(ResultColumn::label).containsExactly("k");
        rows.batches().close();
        session.execute("DROP TABLE t");
        assertFailure(ErrorCode.TABLE_NOT_FOUND, "default.t", () -> prepared.execute(List.of(), Cancellation.none()));
    }

    @Test
    void timesAreShownInTheSessionsZone() {
        session.update("INSERT INTO t (id) VALUES (1)");
        EngineSession tokyo =
                new EngineSession(engine.connect(new SessionSettings("default", ZoneId.of("Asia/Tokyo"), false)));
        String utc = session.query("SELECT CAST(commit_time AS STRING) AS c FROM CHANGES(t, 1)")
                .get(0);
        String there = tokyo.query("SELECT CAST(commit_time AS STRING) AS c FROM CHANGES(t, 1)")
                .get(0);
        assertThat(LocalDateTime.parse(there.replace(' ', 'T')))
                .isEqualTo(LocalDateTime.parse(utc.replace(' ', 'T')).plusHours(9));
        assertThat(tokyo.query("SELECT SESSION_SNAPSHOT('t') AS s")).containsExactly("NULL");
        assertThat(session.query("SELECT SESSION_SNAPSHOT('t') AS s")).containsExactly("1");
    }

    @Test
    void aReadOnlySessionWritesNothing() {
        connection.setReadOnly(true);
        for (String sql : List.of(
                "INSERT INTO t (id) VALUES (1)",
                "INSERT INTO t (id) SELECT 1",
                "UPDATE t SET v = 1",
                "DELETE FROM t",
                "CREATE TABLE x (id INT PRIMARY KEY)",
                "DROP TABLE t",
                "CREATE DATABASE x",
                "DROP DATABASE x")) {
            assertFailure(ErrorCode.READ_ONLY, "read-only", () -> session.execute(sql));
        }
        assertThat(session.query("SELECT COUNT(*) FROM t")).containsExactly("0");
    }

    @Test
    void aClosedConnectionIsRefused() {
        Prepared prepared = connection.prepare("SELECT 1");
        connection.close();
        assertFailure(ErrorCode.CLOSED, "closed", () -> connection.prepare("SELECT 1"));
        assertFailure(ErrorCode.CLOSED, "closed", () -> prepared.execute(List.of(), Cancellation.none()));
    }

    private static void assertFailure(
            ErrorCode code, String text, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(text);
    }
}
