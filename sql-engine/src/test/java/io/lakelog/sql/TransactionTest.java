package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.sql.script.SqlSession.Answer;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions over several statements and tables, as a session sees them and as others do. */
class TransactionTest {
    @TempDir
    Path warehouse;

    private EngineConnection connection;
    private EngineSession mine;
    private EngineSession other;

    @BeforeEach
    void connect() {
        Engine engine = EngineFixture.engine(warehouse);
        connection = EngineFixture.connect(engine);
        mine = new EngineSession(connection);
        other = new EngineSession(EngineFixture.connect(engine));
        for (String table : List.of("a", "b")) {
            other.execute(
                    "CREATE TABLE " + table + " (id INT PRIMARY KEY, v INT) WITH ('changelog-producer'='lookup')");
            other.update("INSERT INTO " + table + " VALUES (1, 10), (2, 20)");
        }
        connection.setAutoCommit(false);
    }

    private static void fails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private long[] batch(String... statements) {
        return connection.executeBatch(Arrays.asList(statements), Cancellation.none());
    }

    @Test
    void severalTablesAreOneCommitASnapshotEach() {
        mine.update("INSERT INTO a VALUES (3, 30)");
        mine.update("UPDATE a SET v = v + 1 WHERE id = 3");
        mine.update("DELETE FROM b WHERE id = 1");
        assertThat(mine.query("SELECT * FROM a ORDER BY id")).containsExactly("1 | 10", "2 | 20", "3 | 31");
        assertThat(mine.query("SELECT COUNT(*) FROM b")).containsExactly("1");
        assertThat(mine.query("SELECT a.v FROM a JOIN b ON a.id = b.id")).containsExactly("20");
        assertThat(other.query("SELECT COUNT(*) FROM a")).containsExactly("2");
        assertThat(other.query("SELECT COUNT(*) FROM b")).containsExactly("2");

        connection.commit();
        assertThat(other.query("SELECT * FROM a ORDER BY id")).containsExactly("1 | 10", "2 | 20", "3 | 31");
        assertThat(other.query("SELECT rowkind, snapshot_id, id, v FROM CHANGES(a, 2)"))
                .containsExactly("+I | 2 | 3 | 30", "-U | 2 | 3 | 30", "+U | 2 | 3 | 31");
        assertThat(other.query("SELECT rowkind, snapshot_id, id FROM CHANGES(b, 2)"))
                .containsExactly("-D | 2 | 1");
        assertThat(mine.query("SELECT SESSION_SNAPSHOT('a'), SESSION_SNAPSHOT('b')"))
                .containsExactly("2 | 2");
    }

    @Test
    void rollbackLeavesNoTrace() {
        mine.update("INSERT INTO a VALUES (1, 11), (3, 30)");
        mine.update("DELETE FROM b");
        connection.rollback();
        assertThat(mine.query("SELECT * FROM a ORDER BY id")).containsExactly("1 | 10", "2 | 20");
        connection.commit();
        assertThat(other.query("SELECT COUNT(*) FROM b")).containsExactly("2");
        assertThat(other.query("SELECT LAST_SNAPSHOT('a'), LAST_SNAPSHOT('b')")).containsExactly("1 | 1");
    }

    @Test
    void closingRollsBack() {
        mine.update("INSERT INTO a VALUES (3, 30)");
        connection.close();
        assertThat(other.query("SELECT LAST_SNAPSHOT('a')")).containsExactly("1");
    }

    @Test
    void aTransactionSeesTheSnapshotsItBeganWith() {
        assertThat(mine.query("SELECT SUM(v) FROM a")).containsExactly("30");
        other.update("UPDATE a SET v = 0");
        assertThat(mine.query("SELECT SUM(v), LAST_SNAPSHOT('a') FROM a")).containsExactly("30 | 1");
        assertThat(mine.query("SELECT * FROM CHANGES(a, 2)")).isEmpty();
        assertThat(mine.query("SELECT COUNT(*) FROM CHANGES(a, 1, 2)")).containsExactly("6");
        connection.commit();
        assertThat(mine.query("SELECT SUM(v), LAST_SNAPSHOT('a') FROM a")).containsExactly("0 | 2");
    }

    @Test
    void whatWasReadAndHasChangedIsAConflict() {
        mine.update("INSERT INTO b VALUES (5, 50)");
        mine.update("UPDATE a SET v = v + 1 WHERE id = 1");
        other.update("UPDATE a SET v = 100 WHERE id = 1");
        fails(ErrorCode.CONFLICT, connection::commit);
        assertThat(other.query("SELECT * FROM a ORDER BY id")).containsExactly("1 | 100", "2 | 20");
        assertThat(other.query("SELECT LAST_SNAPSHOT('b')")).containsExactly("1");

        mine.update("UPDATE a SET v = v + 1 WHERE id = 1");
        connection.commit();
        assertThat(other.query("SELECT v FROM a WHERE id = 1")).containsExactly("101");
    }

    @Test
    void aSelectCountsAsReading() {
        assertThat(mine.query("SELECT v FROM a WHERE id = 1")).containsExactly("10");
        mine.update("INSERT INTO a VALUES (1, 11)");
        other.update("INSERT INTO a VALUES (1, 12)");
        fails(ErrorCode.CONFLICT, connection::commit);
    }

    @Test
    void blindUpsertsAndOtherRowsAreNoConflict() {
        mine.update("INSERT INTO a VALUES (1, 11)");
        mine.update("UPDATE b SET v = v + 1 WHERE id = 1");
        other.update("INSERT INTO a VALUES (1, 12), (7, 70)");
        other.update("UPDATE b SET v = v + 1 WHERE id = 2");
        connection.commit();
        assertThat(other.query("SELECT * FROM a ORDER BY id")).containsExactly("1 | 11", "2 | 20", "7 | 70");
        assertThat(other.query("SELECT rowkind, id, v FROM CHANGES(a, 2)"))
                .containsExactly("-U | 1 | 10", "+U | 1 | 12", "+I | 7 | 70", "-U | 1 | 12", "+U | 1 | 11");
        assertThat(other.query("SELECT * FROM b ORDER BY id")).containsExactly("1 | 11", "2 | 21");
    }

    @Test
    void aFailedStatementUndoesOnlyItself() {
        mine.update("INSERT INTO a VALUES (3, 30)");
        fails(ErrorCode.NULL_VALUE, () -> mine.update("INSERT INTO a VALUES (4, 40), (NULL, 0)"));
        fails(ErrorCode.DIVISION_BY_ZERO, () -> mine.update("UPDATE a SET v = v / (id - 3)"));
        fails(ErrorCode.NUMERIC_OVERFLOW, () -> mine.update("INSERT INTO b VALUES (1, 1), (2, 99999999999)"));
        assertThat(mine.query("SELECT * FROM a ORDER BY id")).containsExactly("1 | 10", "2 | 20", "3 | 30");
        mine.update("INSERT INTO a VALUES (5, 50)");
        connection.commit();
        assertThat(other.query("SELECT * FROM a ORDER BY id")).containsExactly("1 | 10", "2 | 20", "3 | 30", "5 | 50");
        assertThat(other.query("SELECT LAST_SNAPSHOT('b')")).containsExactly("1");
    }

    @Test
    void aStatementDoesNotSeeWhatItWrites() {
        mine.update("INSERT INTO a SELECT id + 10, v FROM a");
        mine.update("INSERT INTO a SELECT id + 100, (SELECT COUNT(*) FROM a AS x WHERE x.id <> a.id) FROM a");
        assertThat(mine.query("SELECT COUNT(*) FROM a")).containsExactly("8");
        assertThat(mine.query("SELECT DISTINCT v FROM a WHERE id > 100")).containsExactly("3");
        mine.update("UPDATE a SET v = (SELECT SUM(x.v) FROM a AS x)");
        assertThat(mine.query("SELECT DISTINCT v FROM a")).containsExactly("72");
        connection.commit();
        assertThat(other.query("SELECT COUNT(*), MIN(v), MAX(v) FROM a")).containsExactly("8 | 72 | 72");
    }

    @Test
    void anOpenResultDoesNotSeeWhatComesLater() {
        StatementResult.Rows rows = (StatementResult.Rows)
                connection.prepare("SELECT COUNT(*) FROM a").execute(List.of(), Cancellation.none());
        mine.update("DELETE FROM a");
        connection.commit();
        try (var batches = rows.batches()) {
            assertThat(batches.next())
                    .satisfies(batch -> assertThat(((io.lakelog.storage.row.Column.Longs) batch.column(0)).values[0])
                            .isEqualTo(2));
        }
    }

    @Test
    void oneKeyTwiceInATransactionIsTwoStates() {
        mine.update("INSERT INTO a VALUES (9, 2)");
        mine.update("INSERT INTO a VALUES (9, 3)");
        connection.commit();
        assertThat(other.query("SELECT rowkind, v FROM CHANGES(a, 2)")).containsExactly("+I | 2", "-U | 2", "+U | 3");
    }

    @Test
    void aDefinitionCommitsWhatCameBefore() {
        mine.update("INSERT INTO a VALUES (3, 30)");
        mine.execute("CREATE TABLE c (id INT PRIMARY KEY)");
        assertThat(other.query("SELECT COUNT(*) FROM a")).containsExactly("3");
        mine.update("INSERT INTO c VALUES (1)");
        assertThat(mine.update("CREATE TABLE d (PRIMARY KEY (id)) AS SELECT id FROM c"))
                .isEqualTo(1);
        assertThat(other.query("SELECT COUNT(*) FROM c")).containsExactly("1");
        connection.rollback();
        assertThat(mine.query("SELECT COUNT(*) FROM d")).containsExactly("1");
    }

    @Test
    void aTableChangedMeanwhileIsAConflict() {
        mine.update("INSERT INTO a VALUES (3, 30)");
        other.execute("DROP TABLE a");
        other.execute("CREATE TABLE a (id INT PRIMARY KEY, w STRING)");
        fails(ErrorCode.CONFLICT, () -> mine.query("SELECT * FROM a"));
        fails(ErrorCode.CONFLICT, connection::commit);
        assertThat(mine.query("SELECT COUNT(*) FROM a")).containsExactly("0");
    }

    @Test
    void theWordsOfSql() {
        connection.setAutoCommit(true);
        fails(ErrorCode.TRANSACTION_STATE, () -> mine.execute("COMMIT"));
        fails(ErrorCode.TRANSACTION_STATE, connection::rollback);
        for (String begin : List.of("BEGIN", "START TRANSACTION", "begin work")) {
            mine.execute(begin);
            fails(ErrorCode.TRANSACTION_STATE, () -> mine.execute("START TRANSACTION"));
            mine.update("INSERT INTO a VALUES (3, 30)");
            assertThat(other.query("SELECT COUNT(*) FROM a")).containsExactly("2");
            mine.execute("ROLLBACK");
        }
        mine.execute("BEGIN TRANSACTION");
        mine.update("INSERT INTO a VALUES (3, 30)");
        mine.execute("COMMIT WORK");
        assertThat(other.query("SELECT COUNT(*) FROM a")).containsExactly("3");
        mine.update("INSERT INTO a VALUES (4, 40)");
        assertThat(other.query("SELECT COUNT(*) FROM a")).containsExactly("4");
        assertThat(((Answer.Failed) mine.run("SAVEPOINT x")).sqlState()).isEqualTo("0A000");
    }

    @Test
    void switchingAutoCommitOnCommits() {
        mine.update("INSERT INTO a VALUES (3, 30)");
        connection.setAutoCommit(false);
        assertThat(other.query("SELECT COUNT(*) FROM a")).containsExactly("2");
        connection.setAutoCommit(true);
        assertThat(other.query("SELECT COUNT(*) FROM a")).containsExactly("3");
    }

    @Test
    void aBatchOfTextsIsOneCommit() {
        connection.setAutoCommit(true);
        assertThat(batch("INSERT INTO a VALUES (3, 30)", "UPDATE a SET v = v + 1", "DELETE FROM b WHERE id = 1"))
                .containsExactly(1, 3, 1);
        assertThat(mine.query("SELECT LAST_SNAPSHOT('a'), LAST_SNAPSHOT('b')")).containsExactly("2 | 2");
        fails(ErrorCode.DIVISION_BY_ZERO, () -> batch("DELETE FROM a", "UPDATE b SET v = 1 / 0"));
        fails(ErrorCode.INVALID_STATEMENT, () -> batch("DELETE FROM a", "SELECT 1"));
        fails(ErrorCode.SYNTAX, () -> batch("DELETE FROM a", "nonsense"));
        assertThat(mine.query("SELECT LAST_SNAPSHOT('a'), LAST_SNAPSHOT('b')")).containsExactly("2 | 2");
        assertThat(mine.query("SELECT COUNT(*) FROM a")).containsExactly("3");
    }

    @Test
    void aBatchInATransactionFailsWholeAndAlone() {
        mine.update("INSERT INTO a VALUES (3, 30)");
        fails(
                ErrorCode.NULL_VALUE,
                () -> batch("INSERT INTO a VALUES (4, 40)", "DELETE FROM b", "INSERT INTO b VALUES (NULL, 1)"));
        assertThat(mine.query("SELECT COUNT(*) FROM a")).containsExactly("3");
        assertThat(mine.query("SELECT COUNT(*) FROM b")).containsExactly("2");
        assertThat(batch("INSERT INTO a VALUES (5, 50)", "DELETE FROM b")).containsExactly(1, 2);
        connection.commit();
        assertThat(other.query("SELECT id FROM a ORDER BY id")).containsExactly("1", "2", "3", "5");
        assertThat(other.query("SELECT COUNT(*) FROM b")).containsExactly("0");
    }

    @Test
    void aDefinitionInABatchCommitsWhatCameBefore() {
        connection.setAutoCommit(true);
        assertThatThrownBy(() -> batch(
                        "INSERT INTO a VALUES (3, 30)",
                        "CREATE TABLE c (id INT PRIMARY KEY)",
                        "INSERT INTO c VALUES (1)",
                        "INSERT INTO c VALUES (NULL)"))
                .hasMessageContaining("the first 2 statements of the batch are committed");
        assertThat(mine.query("SELECT COUNT(*) FROM a")).containsExactly("3");
        assertThat(mine.query("SELECT COUNT(*) FROM c")).containsExactly("0");
    }

    @Test
    void preparedStatementsAndTheirBatchesAreInTheTransaction() {
        Prepared insert = connection.prepare("INSERT INTO a VALUES (?, ?)");
        insert.executeBatch(List.of(List.of(3, 30), List.of(4, 40)), Cancellation.none());
        Prepared change = connection.prepare("UPDATE a SET v = v + ? WHERE id = ?");
        assertThat(change.executeBatch(List.of(List.of(1, 3), List.of(1, 3), List.of(1, 99)), Cancellation.none()))
                .containsExactly(1, 1, 0);
        Prepared range = connection.prepare("DELETE FROM a WHERE id > ?");
        assertThat(range.executeBatch(List.of(List.of(3), List.of(3)), Cancellation.none()))
                .containsExactly(1, 0);
        assertThat(mine.query("SELECT * FROM a ORDER BY id")).containsExactly("1 | 10", "2 | 20", "3 | 32");
        connection.commit();
        assertThat(other.query("SELECT LAST_SNAPSHOT('a')")).containsExactly("2");
        assertThat(other.query("SELECT * FROM a ORDER BY id")).containsExactly("1 | 10", "2 | 20", "3 | 32");
    }
}
