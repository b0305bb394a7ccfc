package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.env.RecordingFileSystem;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.SpanningKey;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A condition that leaves few keys opens the files that may hold them, and no others; what {@link ScanExtent} foretells. */
class FindCostTest {
    private static final int PARTITIONS = 4;
    private static final int RANGES = 10;
    private static final int RANGE = 20;

    private final RecordingFileSystem files = new RecordingFileSystem(new MemoryFileSystem(), path -> path);
    private final AtomicInteger unique = new AtomicInteger();

    /** Each partition has a file for each range of keys, so far as nothing has been merged. */
    private TestTable table(String engine, String producer, boolean spanning) {
        Environment environment =
                new Environment(files, Clock.systemUTC(), () -> String.valueOf(unique.incrementAndGet()));
        Catalog catalog = Catalog.open(environment, "/warehouse");
        TableName name = new TableName("default", "t" + unique.incrementAndGet());
        Map<String, String> options = new HashMap<>(Map.of(
                "merge-engine",
                engine,
                "changelog-producer",
                producer,
                "target-file-size",
                "1 b",
                "num-sorted-run.compaction-trigger",
                "100"));
        if (spanning) {
            options.put(SpanningKey.OPTION, "id");
        }
        catalog.createTable(
                name,
                new TableDefinition(
                        RowType.of(List.of("p", "id", "v"), List.of(DataType.INT, DataType.INT, DataType.INT)),
                        List.of("id", "p"),
                        List.of("p"),
                        options,
                        null));
        TestTable table = new TestTable(catalog.table(name));
        for (int range = 0; range < RANGES; range++) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (int id = range * RANGE; id < (range + 1) * RANGE; id++) {
                for (int p = 0; p < PARTITIONS; p++) {
                    int unique = spanning ? p * RANGES * RANGE + id : id;
                    rows.add(row(p, unique, id));
                }
            }
            table.commit(RowKind.INSERT, rows);
        }
        files.take();
        return table;
    }

    private static Predicate equal(int column, int value) {
        return new Predicate.Compare(column, Predicate.Operator.EQUAL, value);
    }

    private static Predicate in(int column, int... values) {
        List<Predicate> parts = new ArrayList<>();
        for (int value : values) {
            parts.add(equal(column, value));
        }
        return new Predicate.Or(parts);
    }

    private long opened() {
        return files.take().stream()
                .filter(line -> line.startsWith("open ") && line.contains("/bucket-"))
                .distinct()
                .count();
    }

    private static boolean meets(Predicate predicate, List<@Nullable Object> row) {
        if (predicate instanceof Predicate.And and) {
            return and.parts().stream().allMatch(part -> meets(part, row));
        }
        if (predicate instanceof Predicate.Or or) {
            return or.parts().stream().anyMatch(part -> meets(part, row));
        }
        Predicate.Compare compare = (Predicate.Compare) predicate;
        return compare.value().equals(row.get(compare.column()));
    }

    /** @param keys how many are looked up; -1 for a scan */
    private void check(TestTable table, Predicate filter, int keys, int filesAtMost, int rows) {
        ScanRequest request = new ScanRequest(new int[] {0, 1, 2}, filter, OptionalLong.empty());
        ScanExtent extent = table.table.extent(request);
        assertThat(extent.keys()).isEqualTo(keys < 0 ? OptionalInt.empty() : OptionalInt.of(keys));
        assertThat(extent.files().read()).isBetween(rows == 0 ? 0 : 1, filesAtMost);
        assertThat(extent.files().total()).isGreaterThanOrEqualTo(PARTITIONS * RANGES / 2);
        assertThat(opened()).as("opened to find out").isZero();
        assertThat(table.rows(request).stream().filter(row -> meets(filter, row)))
                .hasSize(rows);
        assertThat(opened()).isEqualTo(extent.files().read());
    }

    @ParameterizedTest
    @CsvSource({
        "deduplicate, none",
        "deduplicate, lookup",
        "deduplicate, input",
        "partial-update, lookup",
        "aggregation, none",
        "first-row, lookup"
    })
    void onlyFilesThatMayHoldTheKeysAreOpened(String engine, String producer) {
        check(table(engine, producer, false), new Predicate.And(List.of(equal(0, 1), in(1, 1, 5))), 2, 1, 2);
        check(table(engine, producer, false), new Predicate.And(List.of(in(1, 1, 25, 150), in(0, 0, 2))), 6, 6, 6);
        Predicate either = new Predicate.Or(List.of(
                new Predicate.And(List.of(equal(0, 0), equal(1, 1))),
                new Predicate.And(List.of(equal(0, 3), equal(1, 199)))));
        check(table(engine, producer, false), either, 2, 2, 2);
        check(
                table(engine, producer, false),
                new Predicate.And(List.of(either, equal(0, 3), new Predicate.Or(List.of(equal(1, 199), equal(2, 0))))),
                1,
                1,
                1);
        check(table(engine, producer, false), new Predicate.And(List.of(either, equal(0, 1))), 0, 0, 0);
        check(table(engine, producer, false), new Predicate.Or(List.of()), 0, 0, 0);
        // Not the whole key: the files whose range of keys holds them, in all partitions.
        check(table(engine, producer, false), in(1, 1, 25), -1, 2 * PARTITIONS, 2 * PARTITIONS);
    }

    @ParameterizedTest
    @CsvSource({"deduplicate, none", "deduplicate, lookup"})
    void aKeyThatSpansPartitionsIsLookedUpInThoseThatAreLeft(String engine, String producer) {
        check(table(engine, producer, true), in(1, 5, 205, 7), 3, 2, 3);
        check(table(engine, producer, true), new Predicate.And(List.of(in(1, 5, 205), equal(0, 0))), 2, 1, 1);
    }
}
