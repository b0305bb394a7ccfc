package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FaultyFileSystem;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a transaction asks of storage: marks within a write, and commits of several tables together. */
class TransactionTest {
    private static final AtomicInteger UNIQUE = new AtomicInteger();
    private static final long SMALL_BUFFER = 64 << 10;
    private static final long LARGE_BUFFER = 64 << 20;

    private static Catalog catalog(FileSystem files) {
        return Catalog.open(
                new Environment(
                        files, Clock.systemUTC(), () -> "u" + UNIQUE.incrementAndGet(), "/tmp", 1L << 30, false),
                "/warehouse");
    }

    private static TestTable create(Catalog catalog, String name, long bufferBytes) {
        return create(catalog, name, bufferBytes, "lookup");
    }

    private static TestTable create(Catalog catalog, String name, long bufferBytes, String producer) {
        TableName table = new TableName("default", name);
        catalog.createTable(
                table,
                new TableDefinition(
                        RowType.of(List.of("id", "v"), List.of(DataType.INT.notNull(), DataType.STRING)),
                        List.of("id"),
                        List.of(),
                        Map.of("changelog-producer", producer, "bucket", "2", "write-buffer-size", bufferBytes + " b"),
                        null));
        return new TestTable(catalog.table(table));
    }

    private static TestTable open(Catalog catalog, String name) {
        return new TestTable(catalog.table(new TableName("default", name)));
    }

    /** A point in the model and in the write. */
    private record Point(TableWrite.Mark mark, Map<Integer, String> model) {}

    @Property(tries = 60)
    void goingBackToAMarkForgetsWhatCameAfter(@ForAll Random random, @ForAll boolean spills) {
        TestTable table = create(catalog(new MemoryFileSystem()), "t", spills ? SMALL_BUFFER : LARGE_BUFFER);
        Map<Integer, String> model = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            model.put(i, "before");
            table.upsert(row(i, "before"));
        }
        try (TableWrite write = table.table.newWrite(OptionalLong.empty())) {
            Deque<Point> points = new ArrayDeque<>();
            write.write(table.batch(List.of(row(0, "begun"))), RowKind.INSERT);
            model.put(0, "begun");
            for (int step = 0; step < 40; step++) {
                switch (random.nextInt(6)) {
                    case 0 -> points.push(new Point(write.mark(), new TreeMap<>(model)));
                    case 1 -> {
                        if (!points.isEmpty()) {
                            Point point = points.peek();
                            write.rollbackTo(point.mark());
                            model.clear();
                            model.putAll(point.model());
                        }
                    }
                    case 2 -> {
                        if (!points.isEmpty()) {
                            points.pop();
                        }
                    }
                    default -> write(write, table, model, random, spills ? 200 : 5);
                }
                if (!spills) {
                    assertThat(table.rows(write)).containsExactlyInAnyOrderElementsOf(rows(model));
                }
            }
            write.commit();
        }
        assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(rows(model));
    }

    private static void write(
            TableWrite write, TestTable table, Map<Integer, String> model, Random random, int rowsMax) {
        boolean delete = random.nextInt(4) == 0;
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = random.nextInt(rowsMax); i >= 0; i--) {
            int key = random.nextInt(50);
            String value = delete ? null : "v" + random.nextInt(1000) + "x".repeat(random.nextInt(100));
            rows.add(row(key, value));
            if (delete) {
                model.remove(key);
            } else {
                model.put(key, value);
            }
        }
        write.write(table.batch(rows), delete ? RowKind.DELETE : RowKind.INSERT);
    }

    private static List<List<@Nullable Object>> rows(Map<Integer, String> model) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        model.forEach((key, value) -> rows.add(row(key, value)));
        return rows;
    }

    @Example
    void aViewDoesNotChange() {
        TestTable table = create(catalog(new MemoryFileSystem()), "t", LARGE_BUFFER);
        table.upsert(row(1, "a"), row(2, "b"));
        try (TableWrite write = table.table.newWrite(OptionalLong.empty())) {
            write.write(table.batch(List.of(row(1, "c"))), RowKind.INSERT);
            TableWrite.View view = write.view();
            TableWrite.Mark mark = write.mark();
            write.write(table.batch(List.of(row(3, "d"))), RowKind.INSERT);
            write.write(table.batch(List.of(row(2, null))), RowKind.DELETE);
            assertThat(table.rows(view)).containsExactlyInAnyOrder(row(1, "c"), row(2, "b"));
            assertThat(table.rows(write)).containsExactlyInAnyOrder(row(1, "c"), row(3, "d"));
            write.rollbackTo(mark);
            assertThat(table.rows(view)).containsExactlyInAnyOrder(row(1, "c"), row(2, "b"));
            assertThat(table.rows(write)).containsExactlyInAnyOrder(row(1, "c"), row(2, "b"));
        }
        assertThat(table.rows()).containsExactlyInAnyOrder(row(1, "a"), row(2, "b"));
    }

    @Example
    void aConflictOnOneTableLeavesAllAsTheyWere() {
        Catalog catalog = catalog(new MemoryFileSystem());
        TestTable a = create(catalog, "a", LARGE_BUFFER);
        TestTable b = create(catalog, "b", LARGE_BUFFER);
        b.upsert(row(1, "read"));
        try (TableWrite first = a.table.newWrite(OptionalLong.empty());
                TableWrite second = b.table.newWrite(OptionalLong.empty())) {
            first.write(a.batch(List.of(row(1, "mine"))), RowKind.INSERT);
            second.write(b.batch(List.of(row(1, "mine"))), RowKind.INSERT);
            second.dependOn(1);
            b.upsert(row(2, "theirs"));
            assertThatThrownBy(() -> catalog.commit(List.of(first, second)))
                    .isInstanceOfSatisfying(
                            LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
                    .hasMessageContaining("default.b");
        }
        assertThat(a.table.latestSnapshotId()).isEmpty();
        assertThat(b.rows()).containsExactlyInAnyOrder(row(1, "read"), row(2, "theirs"));
    }

    @Example
    void aCompactionIsNoConflict() {
        Catalog catalog = catalog(new MemoryFileSystem());
        TestTable table = create(catalog, "t", LARGE_BUFFER, "none");
        long read = 0;
        for (int i = 0; i < 2; i++) {
            read = table.upsert(row(1, "a" + i));
        }
        try (TableWrite write = table.table.newWrite(OptionalLong.of(read))) {
            write.write(table.batch(List.of(row(1, "computed"))), RowKind.INSERT);
            assertThat(table.table.compact()).hasValue(read + 1);
            assertThat(write.commit()).hasValue(read + 2);
        }
        assertThat(table.rows()).containsExactly(row(1, "computed"));
    }

    /** Whatever fails and when: the error tells what is committed, and what it says is so. */
    @ParameterizedTest
    @EnumSource(FaultyFileSystem.Effect.class)
    void aFailureAmidSeveralTablesTellsWhatIsCommitted(FaultyFileSystem.Effect effect) {
        List<String> tables = List.of("a", "b", "c");
        int partial = 0;
        for (int n = 1; ; n++) {
            MemoryFileSystem disk = new MemoryFileSystem();
            tables.forEach(name -> create(catalog(disk), name, LARGE_BUFFER).upsert(row(1, "old")));
            FaultyFileSystem faulty = new FaultyFileSystem(disk, "/snapshot/|/manifest/", n, effect);
            String failure = commitAll(catalog(faulty), tables);
            for (String name : tables) {
                boolean committed = open(catalog(disk), name).rows().contains(row(1, "new"));
                boolean told = failure.isEmpty() || failure.contains("default." + name + " (snapshot 2)");
                boolean open = failure.contains("default." + name + " may be or not") || failure.startsWith("unknown");
                assertThat(open || committed == told)
                        .as("%s: %s, %s committed: %s", faulty, failure, name, committed)
                        .isTrue();
            }
            partial += failure.startsWith("partial") ? 1 : 0;
            if (!faulty.struck()) {
                break;
            }
        }
        assertThat(partial).isGreaterThanOrEqualTo(effect == FaultyFileSystem.Effect.NONE ? 2 : 0);
    }

    /** Empty if all went well, else what the error says. */
    private static String commitAll(Catalog catalog, List<String> tables) {
        List<TableWrite> writes = new ArrayList<>();
        try {
            for (String name : tables) {
                TestTable table = open(catalog, name);
                TableWrite write = table.table.newWrite(OptionalLong.empty());
                write.write(table.batch(List.of(row(1, "new"))), RowKind.INSERT);
                writes.add(write);
            }
            catalog.commit(writes);
            return "";
        } catch (LakelogException e) {
            return switch (e.code()) {
                        case COMMIT_PARTIAL -> "partial: ";
                        case COMMIT_UNKNOWN -> "unknown: ";
                        default -> "nothing: ";
                    }
                    + e.getMessage();
        } finally {
            writes.forEach(TableWrite::close);
        }
    }
}
