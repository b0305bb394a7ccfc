package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements that read what they change run again when another session commits between their read and their commit. */
class ConflictTest {
    @TempDir
    Path warehouse;

    private EngineSession other;
    private EngineSession session;

    @BeforeEach
    void connect() {
        Engine plain = EngineFixture.engine(warehouse);
        other = new EngineSession(EngineFixture.connect(plain));
        other.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT) WITH ('changelog-producer'='lookup')");
        other.update("INSERT INTO t VALUES (1, 0)");
        session = new EngineSession(
                EngineFixture.connect(new LakelogEngine(interrupted(plain.catalog()), Clock.systemUTC())));
    }

    @Test
    void anUpdateIsComputedAgain() {
        beforeWrites(2, () -> other.update("UPDATE t SET v = v + 10 WHERE id = 1"));
        assertThat(session.update("UPDATE t SET v = v * 2 WHERE id = 1")).isEqualTo(1);
        assertThat(session.query("SELECT v FROM t")).containsExactly("40");
    }

    @Test
    void aChangeOfOtherRowsIsNoConflict() {
        other.update("INSERT INTO t VALUES (2, 0)");
        beforeWrites(100, () -> other.update("UPDATE t SET v = v + 1 WHERE id = 2"));
        assertThat(session.update("UPDATE t SET v = 7 WHERE id = 1")).isEqualTo(1);
        assertThat(session.query("SELECT v FROM t ORDER BY id")).containsExactly("7", "1");
        assertThat(session.query("SELECT rowkind, id, v FROM CHANGES(t, 3)"))
                .containsExactly("-U | 2 | 0", "+U | 2 | 1", "-U | 1 | 0", "+U | 1 | 7");
    }

    @Test
    void aDeleteIsComputedAgain() {
        beforeWrites(1, () -> other.update("INSERT INTO t VALUES (2, 5)"));
        assertThat(session.update("DELETE FROM t WHERE v < 10")).isEqualTo(2);
        assertThat(session.query("SELECT COUNT(*) FROM t")).containsExactly("0");
    }

    @Test
    void anInsertThatReadsItsTableIsComputedAgain() {
        beforeWrites(1, () -> other.update("INSERT INTO t VALUES (2, 5)"));
        assertThat(session.update("INSERT INTO t SELECT id + 10, v FROM t")).isEqualTo(2);
        assertThat(session.query("SELECT COUNT(*) FROM t")).containsExactly("4");
    }

    @Test
    void aBlindInsertIsNotDisturbed() {
        beforeWrites(100, () -> other.update("INSERT INTO t VALUES (2, 5)"));
        assertThat(session.update("INSERT INTO t VALUES (1, 7)")).isEqualTo(1);
        assertThat(session.query("SELECT v FROM t ORDER BY id")).containsExactly("7", "5");
    }

    @Test
    void aRaceThatIsLostAgainAndAgainIsAnError() {
        beforeWrites(100, () -> other.update("UPDATE t SET v = v + 1 WHERE id = 1"));
        assertThatThrownBy(() -> session.update("UPDATE t SET v = -1 WHERE id = 1"))
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
        assertThat(other.query("SELECT v FROM t")).containsExactly("5");
    }

    private int interruptions;
    private Runnable interruption = () -> {};

    /** Lets something happen between a statement's read and its commit, so many times. */
    private void beforeWrites(int count, Runnable what) {
        interruptions = count;
        interruption = what;
    }

    private Catalog interrupted(Catalog catalog) {
        return through(
                Catalog.class,
                catalog,
                "table",
                table -> through(
                        Table.class,
                        (Table) table,
                        "newWrite",
                        write -> through(TableWrite.class, (TableWrite) write, "write", nothing -> {
                            if (interruptions > 0) {
                                interruptions--;
                                interruption.run();
                            }
                            return nothing;
                        })));
    }

    /** The object, but for what one of its methods returns. */
    private static <T> T through(Class<T> type, T object, String method, UnaryOperator<@Nullable Object> change) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> {
                    if (called.getName().equals("as")) {
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
