package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FileSystem;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which partitions of a table that is partitioned by an expression a statement opens. */
class ExpressionPartitionsTest {
    private static final Pattern PARTITION = Pattern.compile("/_partition=([^/]*)/bucket-\\d+/data-");

    @TempDir
    Path warehouse;

    private final Set<String> opened = new ConcurrentSkipListSet<>();
    private EngineSession session;

    @BeforeEach
    void connect() {
        Environment local = Environment.local();
        FileSystem files = (FileSystem) Proxy.newProxyInstance(
                FileSystem.class.getClassLoader(), new Class<?>[] {FileSystem.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("open")) {
                        Matcher matcher = PARTITION.matcher((String) arguments[0]);
                        if (matcher.find()) {
                            opened.add(matcher.group(1));
                        }
                    }
                    try {
                        return method.invoke(local.files(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        Environment environment = new Environment(files, local.clock(), local.uniqueNames());
        session = new EngineSession(EngineFixture.connect(new LakelogEngine(
                Catalog.open(environment, warehouse.toAbsolutePath().toString()), local.clock())));
    }

    private Set<String> openedBy(String sql) {
        opened.clear();
        session.run(sql);
        return new TreeSet<>(opened);
    }

    @Test
    void conditionsOnTheSourceColumnLeavePartitionsOut() {
        session.run("CREATE TABLE t (id INT, ts TIMESTAMP(3), v INT, PRIMARY KEY (id) NOT ENFORCED)"
                + " PARTITIONED BY (DATE_FORMAT(ts, 'yyyy-MM-dd'))");
        for (int day = 1; day <= 6; day++) {
            session.run("INSERT INTO t VALUES (" + day + ", TIMESTAMP '2024-01-0" + day + " 12:00:00', 0)");
        }
        session.run("INSERT INTO t VALUES (7, NULL, 0)");
        assertThat(openedBy("SELECT * FROM t")).hasSize(7);
        assertThat(openedBy("SELECT * FROM t WHERE ts = TIMESTAMP '2024-01-03 12:00:00'"))
                .containsExactly("2024-01-03");
        assertThat(openedBy("SELECT v FROM t WHERE ts > TIMESTAMP '2024-01-04 23:00:00'"))
                .containsExactly("2024-01-04", "2024-01-05", "2024-01-06");
        assertThat(
                        openedBy(
                                "SELECT v FROM t WHERE ts BETWEEN TIMESTAMP '2024-01-02 00:00:00' AND TIMESTAMP '2024-01-03 00:00:00'"))
                .containsExactly("2024-01-02", "2024-01-03");
        assertThat(
                        openedBy(
                                "SELECT v FROM t WHERE ts IN (TIMESTAMP '2024-01-02 12:00:00', TIMESTAMP '2024-01-06 12:00:00')"))
                .containsExactly("2024-01-02", "2024-01-06");
        assertThat(openedBy("SELECT v FROM t WHERE ts IS NULL")).containsExactly("__NULL__");
        assertThat(openedBy("SELECT v FROM t WHERE ts IS NULL OR ts < TIMESTAMP '2024-01-02 00:00:00'"))
                .containsExactly("2024-01-01", "2024-01-02", "__NULL__");
        assertThat(openedBy("DELETE FROM t WHERE ts >= TIMESTAMP '2024-01-05 00:00:00' AND v = 1"))
                .containsExactly("2024-01-05", "2024-01-06");
    }

    @Test
    void withoutAnOrderOnlyEqualityDoes() {
        session.run("CREATE TABLE t (id INT, n INT, PRIMARY KEY (id) NOT ENFORCED) PARTITIONED BY (MOD(n, 4))");
        session.run("INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)");
        assertThat(openedBy("SELECT * FROM t WHERE n = 5")).containsExactly("1");
        assertThat(openedBy("SELECT * FROM t WHERE n IN (2, 3)")).containsExactly("2", "3");
        assertThat(openedBy("SELECT * FROM t WHERE n > 4")).containsExactly("0", "1", "2", "3");
    }
}
