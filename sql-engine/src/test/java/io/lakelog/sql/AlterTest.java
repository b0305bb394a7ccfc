package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.Table;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table altered under statements that were prepared, or have begun to write, before. */
class AlterTest {
    @TempDir
    Path warehouse;

    private EngineConnection connection;
    private EngineSession session;
    private EngineSession other;

    @BeforeEach
    void connect() {
        Engine plain = EngineFixture.engine(warehouse);
        other = new EngineSession(EngineFixture.connect(plain));
        other.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT, b STRING) WITH ('changelog-producer'='lookup')");
        other.update("INSERT INTO t VALUES (1, 10, 'x')");
        connection = EngineFixture.connect(new LakelogEngine(interrupted(plain.catalog()), Clock.systemUTC()));
        session = new EngineSession(connection);
    }

    @Test
    void preparedStatementsSeeTheNewColumns() {
        Prepared select = connection.prepare("SELECT * FROM t WHERE a >= 10");
        Prepared insert = connection.prepare("INSERT INTO t (a, id) VALUES (?, ?)");
        Prepared update = connection.prepare("UPDATE t SET a = a + 1 WHERE id = ?");
        Prepared changes = connection.prepare("SELECT * FROM CHANGES(t, 1)");
        assertThat(columns(select)).containsExactly("id", "a", "b");
        other.execute("ALTER TABLE t ADD c INT DEFAULT 7 FIRST");
        other.execute("ALTER TABLE t MODIFY a BIGINT AFTER b");
        insert.execute(List.of(20_000_000_000L, 2), Cancellation.none());
        update.execute(List.of(1), Cancellation.none());
        update.executeBatch(List.of(List.of(1), List.of(2)), Cancellation.none());
        assertThat(session.query("SELECT * FROM t WHERE a >= 10"))
                .containsExactlyInAnyOrder("NULL | 1 | x | 12", "7 | 2 | NULL | 20000000001");
        select.execute(List.of(), Cancellation.none());
        assertThat(columns(select)).containsExactly("c", "id", "b", "a");
        changes.execute(List.of(), Cancellation.none());
        assertThat(columns(changes)).endsWith("c", "id", "b", "a");
    }

    @Test
    void aDroppedColumnIsMissed() {
        Prepared select = connection.prepare("SELECT b FROM t");
        Prepared insert = connection.prepare("INSERT INTO t VALUES (?, ?, ?)");
        other.execute("ALTER TABLE t DROP b");
        assertFailure(ErrorCode.COLUMN_NOT_FOUND, () -> select.execute(List.of(), Cancellation.none()));
        assertThatThrownBy(() -> insert.execute(List.of(2, 3, "z"), Cancellation.none()))
                .isInstanceOf(LakelogException.class);
        assertThat(other.query("SELECT * FROM t")).containsExactly("1 | 10");
    }

    @Test
    void whatHasBegunIsPlannedAgain() {
        beforeWrites(1, () -> other.execute("ALTER TABLE t ADD c INT DEFAULT 7 FIRST"));
        assertThat(session.update("INSERT INTO t (id, a, b) VALUES (2, 20, 'y')"))
                .isEqualTo(1);
        beforeWrites(1, () -> other.execute("ALTER TABLE t RENAME COLUMN c TO d"));
        assertThat(session.update("UPDATE t SET a = a + 1")).isEqualTo(2);
        beforeWrites(1, () -> other.execute("ALTER TABLE t MODIFY a BIGINT AFTER b"));
        assertThat(session.update("INSERT INTO t (id, a) SELECT id + 10, a + 1 FROM t"))
                .isEqualTo(2);
        beforeWrites(1, () -> other.execute("ALTER TABLE t ADD e INT"));
        assertThat(session.update("DELETE FROM t WHERE id = 12")).isEqualTo(1);
        assertThat(session.query("SELECT * FROM t ORDER BY id"))
                .containsExactly("NULL | 1 | x | 11 | NULL", "7 | 2 | y | 21 | NULL", "7 | 11 | NULL | 12 | NULL");
    }

    @Test
    void whatHasBegunMayNoLongerBeRight() {
        beforeWrites(1, () -> other.execute("ALTER TABLE t DROP b"));
        assertFailure(ErrorCode.COLUMN_NOT_FOUND, () -> session.update("INSERT INTO t (id, b) VALUES (2, 'y')"));
        beforeWrites(1, () -> other.execute("ALTER TABLE t ALTER a SET NOT NULL"));
        assertFailure(ErrorCode.NULL_VALUE, () -> session.update("INSERT INTO t (id) VALUES (2)"));
        assertThat(session.query("SELECT * FROM t")).containsExactly("1 | 10");
    }

    @Test
    void aSwitchOfTheProducerKeepsTheStreamComplete() {
        for (String producer : List.of("none", "full-compaction", "lookup", "full-compaction", "none", "lookup")) {
            other.execute("ALTER TABLE t SET ('changelog-producer' = '" + producer + "')");
            other.update("INSERT INTO t SELECT id + 1, a + 1, b FROM t");
            other.update("UPDATE t SET a = a * 2 WHERE id = 2");
            other.update("DELETE FROM t WHERE id > 4");
        }
        other.execute("ALTER TABLE t RESET ('changelog-producer')");
        assertThat(other.query("SELECT id, SUM(CASE WHEN rowkind IN ('+I', '+U') THEN a ELSE -a END),"
                        + " SUM(CASE WHEN rowkind IN ('+I', '+U') THEN 1 ELSE -1 END) AS n"
                        + " FROM CHANGES(t, 1) GROUP BY id HAVING SUM(CASE WHEN rowkind IN ('+I', '+U') THEN 1 ELSE -1 END) > 0"
                        + " ORDER BY id"))
                .isEqualTo(other.query("SELECT id, a, 1 AS n FROM t ORDER BY id"));
    }

    @Test
    void theFirstReadAfterASwitchMissesNothing() {
        for (String producer : List.of("full-compaction", "lookup")) {
            String table = "s_" + producer.charAt(0);
            other.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, a INT)");
            for (int from = 0; from < 100; from += 20) {
                other.update("INSERT INTO " + table + " VALUES " + values(from, from + 20));
            }
            other.execute("ALTER TABLE " + table + " SET ('changelog-producer' = '" + producer + "')");
            other.update("INSERT INTO " + table + " VALUES (100, 0)");
            assertThat(other.query("SELECT id FROM CHANGES(" + table + ", 1) WHERE rowkind = '+I' ORDER BY id"))
                    .hasSize(101)
                    .doesNotHaveDuplicates();
            assertThat(other.query("SELECT COUNT(*) FROM CHANGES(" + table + ", 1)"))
                    .containsExactly("101");
        }
    }

    @Test
    void whatShowCreateTableSaysMakesTheSameTable() {
        other.execute("CREATE TABLE a (k INT, p STRING, d DATE DEFAULT DATE '2024-02-29' COMMENT 'a \"day\"',"
                + " n DECIMAL(5, 2) DEFAULT -1.5, b BOOLEAN DEFAULT TRUE, s VARCHAR(10) DEFAULT 'it''s',"
                + " t TIMESTAMP(3) DEFAULT TIMESTAMP '2024-01-01 10:00:00', f DOUBLE NOT NULL,"
                + " PRIMARY KEY (k, p)) COMMENT 'one''s own' PARTITIONED BY (p) WITH ('bucket' = '2')");
        String statement = other.query("SHOW CREATE TABLE a").get(0);
        other.execute("DROP TABLE a");
        other.execute(statement);
        assertThat(other.query("SHOW CREATE TABLE a")).containsExactly(statement);
    }

    private static String values(int from, int to) {
        StringBuilder values = new StringBuilder();
        for (int id = from; id < to; id++) {
            values.append(id == from ? "" : ", ").append('(').append(id).append(", 0)");
        }
        return values.toString();
    }

    private static List<String> columns(Prepared prepared) {
        return prepared.columns().stream().map(ResultColumn::label).toList();
    }

    private static void assertFailure(ErrorCode code, Runnable statement) {
        assertThatThrownBy(statement::run)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private int interruptions;
    private Runnable interruption = () -> {};

    /** Lets something happen after a statement has opened its table and before it writes, so many times. */
    private void beforeWrites(int count, Runnable what) {
        interruptions = count;
        interruption = what;
    }

    private Catalog interrupted(Catalog catalog) {
        return through(
                Catalog.class,
                catalog,
                "table",
                table -> through(Table.class, (Table) table, "newWrite", write -> {
                    if (interruptions > 0) {
                        interruptions--;
                        interruption.run();
                    }
                    return write;
                }));
    }

    /** The object, but for what one of its methods returns. */
    private static <T> T through(Class<T> type, T object, String method, UnaryOperator<Object> change) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> {
                    if (called.getName().equals("as")) {
                        // All may be seen and changed, through this object too.
                        return proxy;
                    }
                    try {
                        Object result = called.invoke(object, arguments);
                        return called.getName().equals(method) ? change.apply(result) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
