package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.BatchSource;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Statements that would run for hours end when they are told to. */
@Timeout(60)
class CancellationTest {
    /** A thousand rows; four of them joined are a million million. */
    private static final String NUMBERS =
            IntStream.range(0, 1000).mapToObj(i -> "(" + i + ")").collect(Collectors.joining(", ", "(VALUES ", ")"));

    @TempDir
    Path warehouse;

    private EngineConnection connection;

    @BeforeEach
    void connect() {
        connection = EngineFixture.connect(EngineFixture.engine(warehouse));
    }

    private void drain(String sql, Cancellation cancellation) {
        StatementResult.Rows rows =
                (StatementResult.Rows) connection.prepare(sql, cancellation).execute(List.of(), cancellation);
        try (BatchSource source = rows.batches()) {
            while (source.next() != null) {
                // Only the end is awaited.
            }
        }
    }

    private void assertEnds(String sql) {
        assertThatThrownBy(() -> drain(sql, Cancellation.after(200)))
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
        Cancellation cancellation = Cancellation.none();
        Thread canceller = new Thread(cancellation::cancel);
        canceller.start();
        assertThatThrownBy(() -> drain(sql, cancellation))
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }

    @Test
    void aJoinOfLists() {
        String joined = NUMBERS + " AS a(x), " + NUMBERS + " AS b(x), " + NUMBERS + " AS c(x), " + NUMBERS + " AS d(x)";
        assertEnds("SELECT COUNT(*) FROM " + joined);
        assertEnds("SELECT a.x FROM " + joined + " WHERE a.x + b.x + c.x + d.x < 0");
    }

    /** What gathers rows before it gives the first. */
    @Test
    void sortsGroupsAndWindows() {
        String joined = NUMBERS + " AS a(x), " + NUMBERS + " AS b(x), " + NUMBERS + " AS c(x)";
        assertEnds("SELECT a.x FROM " + joined + " ORDER BY a.x + b.x DESC");
        assertEnds("SELECT DISTINCT a.x + b.x FROM " + joined);
        assertEnds("SELECT a.x + b.x, COUNT(*) FROM " + joined + " GROUP BY a.x + b.x");
        assertEnds("SELECT SUM(a.x) OVER (PARTITION BY b.x ORDER BY c.x) FROM " + joined);
        assertEnds("SELECT a.x FROM " + joined + " EXCEPT SELECT 1");
    }

    @Test
    void aJoinOfTables() {
        EngineSession session = new EngineSession(connection);
        session.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        session.update("INSERT INTO t SELECT x FROM " + NUMBERS + " AS a(x)");
        assertEnds("SELECT SUM(a.id) FROM t a, t b, t c, t d");
        assertThat(session.query("SELECT COUNT(*) FROM t")).containsExactly("1000");
    }

    @Test
    void aWriteThatIsStoppedLeavesTheTableAsItWas() {
        EngineSession session = new EngineSession(connection);
        session.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
        session.update("INSERT INTO t SELECT x, 0 FROM " + NUMBERS + " AS a(x)");
        String joined = "t a, t b, t c, t d";
        List<String> writes = List.of(
                "INSERT INTO t SELECT a.id + 1000 * b.id, 1 FROM t a, t b, t c",
                "UPDATE t SET v = (SELECT COUNT(*) FROM " + joined + " WHERE a.id + b.id + c.id + d.id < t.id)",
                "DELETE FROM t WHERE id < (SELECT COUNT(*) FROM " + joined + ")",
                "MERGE INTO t USING (SELECT a.id + 1000 * b.id + 1000000 * c.id AS x FROM t a, t b, t c) s ON t.id = s.x"
                        + " WHEN MATCHED THEN UPDATE SET v = 1 WHEN NOT MATCHED THEN INSERT VALUES (x, 1)");
        List<String> before = session.query("SELECT COUNT(*), SUM(v), LAST_SNAPSHOT('t') FROM t");
        writes.forEach(write -> assertStopped(write, Cancellation.after(200), ErrorCode.TIMEOUT));
        assertThat(session.query("SELECT COUNT(*), SUM(v), LAST_SNAPSHOT('t') FROM t"))
                .isEqualTo(before);

        session.execute("START TRANSACTION");
        session.update("UPDATE t SET v = 7 WHERE id = 1");
        writes.forEach(write -> assertStopped(write, Cancellation.after(200), ErrorCode.TIMEOUT));
        assertThat(session.query("SELECT COUNT(*), SUM(v) FROM t")).containsExactly("1000 | 7");
        session.execute("COMMIT");
        assertThat(session.query("SELECT COUNT(*), SUM(v) FROM t")).containsExactly("1000 | 7");
    }

    private void assertStopped(String sql, Cancellation cancellation, ErrorCode code) {
        assertThatThrownBy(() -> connection.prepare(sql).execute(List.of(), cancellation))
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    /** The joins of so many tables can be ordered in more ways than anybody can try. */
    @Test
    void aPlanThatIsLookedForTooLong() {
        new EngineSession(connection).execute("CREATE TABLE t (id INT PRIMARY KEY)");
        assertEnds(IntStream.range(1, 60)
                .mapToObj(i -> " JOIN t AS t" + i + " ON t" + i + ".id = t" + (i - 1) + ".id")
                .collect(Collectors.joining("", "SELECT COUNT(*) FROM t AS t0", "")));
    }

    /** A chain of set operations is planned as one: merged pair by pair it would take minutes, and the test would not end. */
    @Test
    void aHundredSetOperations() {
        EngineSession session = new EngineSession(connection);
        session.execute("CREATE TABLE t (id INT PRIMARY KEY, v STRING)");
        session.update("INSERT INTO t VALUES (1, 'x'), (99, 'y'), (200, 'z')");
        for (String operation : List.of(" UNION ALL ", " UNION ")) {
            String sql = IntStream.range(0, 100)
                    .mapToObj(i -> "SELECT v, COUNT(*) AS n FROM t WHERE id > " + i + " GROUP BY v")
                    .collect(Collectors.joining(operation, "SELECT v, SUM(n) FROM (", ") GROUP BY v ORDER BY v"));
            assertThat(session.query(sql))
                    .containsExactlyElementsOf(
                            operation.contains("ALL")
                                    ? List.of("x | 1", "y | 99", "z | 100")
                                    : List.of("x | 1", "y | 1", "z | 1"));
        }
    }

    @Test
    void aCancelledStatementNeverStarts() {
        Cancellation cancellation = Cancellation.none();
        cancellation.cancel();
        assertThatThrownBy(() -> drain("SELECT 1", cancellation)).hasMessageContaining("cancelled");
    }
}
