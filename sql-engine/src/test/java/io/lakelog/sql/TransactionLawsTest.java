package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Two sessions, two tables, random statements, failures, commits and rollbacks, against maps: each transaction sees the maps
 * as they were when it first touched them, under what it has written; a commit puts what was written onto the maps as they
 * are then, and must fail if, and may only fail when, another has written a key that it has read.
 */
class TransactionLawsTest {
    private static final List<String> TABLES = List.of("a", "b");
    private static final int KEYS = 8;

    /** One table as the model has it: rows, and for each key how often it was written. */
    private static final class Rows {
        final Map<Integer, Integer> values = new TreeMap<>();
        final Map<Integer, Integer> writes = new HashMap<>();

        Rows copy() {
            Rows copy = new Rows();
            copy.values.putAll(values);
            copy.writes.putAll(writes);
            return copy;
        }
    }

    /** One table as one transaction has it. */
    private static final class Seen {
        final Rows base;
        final Map<Integer, Integer> values;
        final Map<Integer, @Nullable Integer> written = new TreeMap<>();
        final Set<Integer> read = new HashSet<>();

        Seen(Rows committed) {
            base = committed.copy();
            values = new TreeMap<>(base.values);
        }

        void put(int key, @Nullable Integer value) {
            written.put(key, value);
            if (value == null) {
                values.remove(key);
            } else {
                values.put(key, value);
            }
        }
    }

    private static final class User {
        final EngineConnection connection;
        final EngineSession session;
        final Map<String, Seen> seen = new HashMap<>();

        User(Engine engine) {
            connection = EngineFixture.connect(engine);
            session = new EngineSession(connection);
        }
    }

    private final Map<String, Rows> committed = new HashMap<>();

    @Property(tries = 40)
    void sessionsAreMapsThatMergeAtTheCommit(@ForAll Random random) throws IOException {
        Path warehouse = Files.createTempDirectory("lakelog-transactions");
        try {
            committed.clear();
            Engine engine = EngineFixture.engine(warehouse);
            List<User> users = List.of(new User(engine), new User(engine));
            EngineSession reader = EngineFixture.session(warehouse);
            for (String table : TABLES) {
                String producer = random.nextBoolean() ? "lookup" : "none";
                reader.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, v INT) WITH ('bucket'='"
                        + (1 + random.nextInt(2)) + "', 'changelog-producer'='" + producer + "')");
                committed.put(table, new Rows());
            }
            for (int step = 0; step < 60; step++) {
                step(users.get(random.nextInt(2)), random);
                if (step % 7 == 0) {
                    check(reader);
                }
            }
            users.forEach(this::rollback);
            check(reader);
            TABLES.forEach(table -> replay(reader, table));
        } finally {
            Environment.local().files().deleteRecursively(warehouse.toString());
        }
    }

    private void step(User user, Random random) {
        String table = TABLES.get(random.nextInt(2));
        int key = random.nextInt(KEYS);
        int value = random.nextInt(100);
        switch (random.nextInt(12)) {
            case 0, 1 -> commit(user);
            case 2 -> rollback(user);
            case 3 -> user.connection.setAutoCommit(finishedAutoCommit(user, random));
            case 4 -> {
                Seen seen = seen(user, table);
                assertThat(user.session.query("SELECT * FROM " + table + " ORDER BY id"))
                        .isEqualTo(texts(seen.values));
                readAll(seen);
            }
            case 5 -> {
                Seen seen = seen(user, table);
                assertThat(user.session.query("SELECT * FROM " + table + " WHERE id = " + key))
                        .isEqualTo(
                                seen.values.containsKey(key) ? List.of(key + " | " + seen.values.get(key)) : List.of());
                seen.read.add(key);
            }
            case 6 -> {
                Seen seen = seen(user, table);
                user.session.update("UPDATE " + table + " SET v = v + " + value + " WHERE id <= " + key);
                for (int k = 0; k <= key; k++) {
                    seen.read.add(k);
                    Integer before = seen.values.get(k);
                    if (before != null) {
                        seen.put(k, before + value);
                    }
                }
            }
            case 7 -> {
                Seen seen = seen(user, table);
                user.session.update("DELETE FROM " + table + " WHERE id = " + key);
                seen.read.add(key);
                if (seen.values.containsKey(key)) {
                    seen.put(key, null);
                }
            }
            case 8 -> copy(user, table, random);
            case 9 -> {
                seen(user, table);
                fails(
                        ErrorCode.NULL_VALUE,
                        () -> user.session.update("INSERT INTO " + table + " VALUES (" + key + ", 1), (NULL, 2)"));
            }
            default -> {
                Seen seen = seen(user, table);
                user.session.update("INSERT INTO " + table + " VALUES (" + key + ", " + value + "), ("
                        + (key + 1) % KEYS + ", " + value + ")");
                seen.put(key, value);
                seen.put((key + 1) % KEYS, value);
            }
        }
        if (user.connection.autoCommit()) {
            merge(user);
        }
    }

    /** A whole table into the other, or one onto itself. */
    private void copy(User user, String from, Random random) {
        String to = TABLES.get(random.nextInt(2));
        Seen source = seen(user, from);
        Seen target = seen(user, to);
        user.session.update("INSERT INTO " + to + " SELECT id, v + 1 FROM " + from);
        readAll(source);
        new TreeMap<>(source.values).forEach((key, value) -> target.put(key, value + 1));
    }

    private static void readAll(Seen seen) {
        for (int key = 0; key < KEYS; key++) {
            seen.read.add(key);
        }
    }

    private Seen seen(User user, String table) {
        return user.seen.computeIfAbsent(table, name -> new Seen(committed(name)));
    }

    /** Auto-commit is switched where no commit that comes with it can fail. */
    private boolean finishedAutoCommit(User user, Random random) {
        rollback(user);
        return random.nextInt(4) == 0;
    }

    private void rollback(User user) {
        if (!user.connection.autoCommit()) {
            user.connection.rollback();
            user.seen.clear();
        }
    }

    private void commit(User user) {
        if (user.connection.autoCommit()) {
            fails(ErrorCode.TRANSACTION_STATE, user.connection::commit);
            return;
        }
        boolean valueChanged = false;
        boolean written = false;
        for (Map.Entry<String, Seen> entry : user.seen.entrySet()) {
            Seen seen = entry.getValue();
            Rows now = committed(entry.getKey());
            for (int key : seen.written.isEmpty() ? Set.<Integer>of() : seen.read) {
                Integer before = seen.base.values.get(key);
                valueChanged |= !java.util.Objects.equals(before, now.values.get(key));
                written |= seen.base.writes.getOrDefault(key, 0) < now.writes.getOrDefault(key, 0);
            }
        }
        try {
            user.connection.commit();
            assertThat(valueChanged).as("a changed value had been read").isFalse();
            merge(user);
        } catch (LakelogException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
            assertThat(written).as("nobody had written what was read").isTrue();
        }
        user.seen.clear();
    }

    private Rows committed(String table) {
        return java.util.Objects.requireNonNull(committed.get(table));
    }

    private void merge(User user) {
        user.seen.forEach((table, seen) -> {
            Rows rows = committed(table);
            seen.written.forEach((key, value) -> {
                rows.writes.merge(key, 1, Integer::sum);
                if (value == null) {
                    rows.values.remove(key);
                } else {
                    rows.values.put(key, value);
                }
            });
        });
        user.seen.clear();
    }

    private void check(EngineSession reader) {
        for (String table : TABLES) {
            assertThat(reader.query("SELECT * FROM " + table + " ORDER BY id"))
                    .isEqualTo(texts(committed(table).values));
        }
    }

    /** Every change continues what was there, and all together are the table. */
    private void replay(EngineSession reader, String table) {
        Map<Integer, Integer> rows = new TreeMap<>();
        for (String change : reader.query("SELECT rowkind, id, v FROM CHANGES(" + table + ", 'earliest')")) {
            String[] parts = change.split(" \\| ");
            int key = Integer.parseInt(parts[1]);
            Integer value = Integer.valueOf(parts[2]);
            switch (parts[0]) {
                case "+I" -> assertThat(rows.put(key, value)).as(change).isNull();
                case "+U" -> rows.put(key, value);
                case "-U" -> assertThat(rows.get(key)).as(change).isEqualTo(value);
                default -> assertThat(rows.remove(key)).as(change).isEqualTo(value);
            }
        }
        assertThat(texts(rows)).isEqualTo(texts(committed(table).values));
    }

    private static List<String> texts(Map<Integer, Integer> rows) {
        List<String> texts = new ArrayList<>();
        rows.forEach((key, value) -> texts.add(key + " | " + value));
        return texts;
    }

    private static void fails(ErrorCode code, Runnable run) {
        try {
            run.run();
        } catch (LakelogException e) {
            assertThat(e.code()).isEqualTo(code);
            return;
        }
        throw new AssertionError("it should fail with " + code);
    }
}
