package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.SpanningKey;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** What is found by key is what a scan shows of those keys, whatever the table and whatever is written but not committed. */
class FindLawsTest {
    private static final AtomicInteger UNIQUE = new AtomicInteger();
    private static final int KEYS = 9000;
    private static final RowType ROWS = RowType.of(
            List.of("p", "id", "v", "n"),
            List.of(DataType.STRING.notNull(), DataType.INT.notNull(), DataType.STRING.notNull(), DataType.BIGINT));

    /** A kind of table. */
    enum Kind {
        LOOKUP(Map.of("bucket", "2", "changelog-producer", "lookup"), false),
        LOOKUP_BY_PARTITION(Map.of("bucket", "2", "changelog-producer", "lookup"), true),
        NONE(Map.of("bucket", "1"), false),
        FULL(Map.of("bucket", "3", "changelog-producer", "full-compaction"), true),
        DYNAMIC(Map.of("dynamic-bucket.target-row-num", "500", "changelog-producer", "lookup"), false),
        AGGREGATION(Map.of("bucket", "1", "merge-engine", "aggregation", "fields.n.aggregate-function", "sum"), false),
        FIRST_ROW(Map.of("bucket", "1", "merge-engine", "first-row", "changelog-producer", "lookup"), false),
        SPANNING(Map.of("bucket", "2", SpanningKey.OPTION, "id", "changelog-producer", "lookup"), true);

        private final Map<String, String> options;
        private final boolean partitioned;

        Kind(Map<String, String> options, boolean partitioned) {
            this.options = options;
            this.partitioned = partitioned;
        }

        boolean deletes() {
            return this != AGGREGATION && this != FIRST_ROW;
        }

        /** The columns by which rows are asked for. */
        List<String> key() {
            return partitioned && this != SPANNING ? List.of("id", "p") : List.of("id");
        }
    }

    @Property(tries = 70)
    void findsWhatAScanShows(@ForAll Random random, @ForAll Kind kind) {
        Catalog catalog = Catalog.open(
                new Environment(
                        new MemoryFileSystem(),
                        Clock.systemUTC(),
                        () -> "u" + UNIQUE.incrementAndGet(),
                        "/tmp",
                        1L << 30,
                        false),
                "/warehouse");
        TableName name = new TableName("default", "t");
        List<String> key = kind.key();
        List<String> primaryKey = kind.partitioned ? List.of("id", "p") : key;
        catalog.createTable(
                name,
                new TableDefinition(ROWS, primaryKey, kind.partitioned ? List.of("p") : List.of(), kind.options, null));
        TestTable table = new TestTable(catalog.table(name));
        for (int commits = random.nextInt(6); commits >= 0; commits--) {
            try (TableWrite write = table.table.newWrite(OptionalLong.empty())) {
                write(write, table, random, kind);
                write.commit();
            }
            checkSame(table, null, key, random);
        }
        try (TableWrite write = table.table.newWrite(OptionalLong.empty())) {
            write(write, table, random, kind);
            if (write.deletesByKey()) {
                write.delete(someKeys(key, random));
            }
            checkSame(table, write.view(), key, random);
            write.commit();
        }
        checkSame(table, null, key, random);
        catalog.close();
    }

    private static void write(TableWrite write, TestTable table, Random random, Kind kind) {
        boolean delete = kind.deletes() && random.nextInt(4) == 0;
        List<List<@Nullable Object>> rows = new ArrayList<>();
        int count = random.nextInt(10) == 0 ? 12_000 : random.nextInt(40);
        for (int i = 0; i < count; i++) {
            rows.add(row("p" + random.nextInt(3), random.nextInt(KEYS), "v" + random.nextInt(9), random.nextLong(99)));
        }
        write.write(table.batch(rows), delete ? RowKind.DELETE : RowKind.INSERT);
    }

    private static Batch someKeys(List<String> key, Random random) {
        BatchBuilder keys = new BatchBuilder(
                ROWS.project(key.stream().mapToInt(ROWS::indexOf).toArray()));
        for (int i = 1 + random.nextInt(random.nextBoolean() ? 5 : 300); i > 0; i--) {
            for (int c = 0; c < key.size(); c++) {
                boolean id = key.get(c).equals("id");
                DataType type = ROWS.type(ROWS.indexOf(key.get(c)));
                Values.append(
                        keys.column(c), type, id ? random.nextInt(KEYS + 10) : (Object) ("p" + random.nextInt(4)));
            }
        }
        return keys.build();
    }

    private static void checkSame(TestTable table, TableWrite.@Nullable View view, List<String> key, Random random) {
        Batch keys = someKeys(key, random);
        Set<List<Object>> wanted = new HashSet<>();
        for (int i = 0; i < keys.size(); i++) {
            List<Object> one = new ArrayList<>();
            for (int c = 0; c < key.size(); c++) {
                one.add(Values.get(keys.column(c), ROWS.type(ROWS.indexOf(key.get(c))), i));
            }
            wanted.add(one);
        }
        int[] columns = random.nextBoolean() ? new int[] {0, 1, 2, 3} : new int[] {3, 1, 0};
        OptionalLong snapshot = table.table.latestSnapshotId();
        ScanRequest all = new ScanRequest(columns, null, view == null ? snapshot : OptionalLong.of(snapshot.orElse(0)));
        KeyRequest some = new KeyRequest(keys, columns, all.snapshotId());
        if (view == null && snapshot.isEmpty()) {
            return;
        }
        List<List<Object>> shown = rows(view == null ? table.table.scan(all) : view.scan(all), columns, key, wanted);
        List<List<Object>> found = rows(view == null ? table.table.find(some) : view.find(some), columns, key, wanted);
        assertThat(found).containsExactlyInAnyOrderElementsOf(shown);
        ScanRequest where = new ScanRequest(columns, anyOf(wanted, key, random), all.snapshotId());
        List<List<Object>> met = rows(view == null ? table.table.scan(where) : view.scan(where), columns, key, wanted);
        assertThat(met).as("%s", where.filter()).containsExactlyInAnyOrderElementsOf(shown);
    }

    /** A condition that rows with some keys meet, and no others or not many. */
    private static Predicate anyOf(Set<List<Object>> wanted, List<String> key, Random random) {
        if (random.nextBoolean()) {
            List<Predicate> columns = new ArrayList<>();
            for (int c = key.size() - 1; c >= 0; c--) {
                int column = c;
                columns.add(new Predicate.Or(wanted.stream()
                        .map(one -> one.get(column))
                        .distinct()
                        .map(value -> equal(key, column, value))
                        .toList()));
            }
            return columns.size() == 1 ? columns.get(0) : new Predicate.And(columns);
        }
        List<Predicate> rows = new ArrayList<>();
        for (List<Object> one : wanted) {
            List<Predicate> parts = new ArrayList<>(List.of(new Predicate.IsNotNull(0)));
            for (int c = 0; c < key.size(); c++) {
                parts.add(equal(key, c, one.get(c)));
            }
            rows.add(new Predicate.And(parts));
        }
        return new Predicate.Or(rows);
    }

    private static Predicate equal(List<String> key, int c, Object value) {
        return new Predicate.Compare(ROWS.indexOf(key.get(c)), Predicate.Operator.EQUAL, value);
    }

    private static List<List<Object>> rows(
            io.lakelog.storage.row.BatchSource source, int[] columns, List<String> key, Set<List<Object>> wanted) {
        List<List<Object>> rows = new ArrayList<>();
        try (source) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                for (int i = 0; i < batch.size(); i++) {
                    Map<String, Object> row = new HashMap<>();
                    List<Object> values = new ArrayList<>();
                    for (int c = 0; c < columns.length; c++) {
                        Object value = Values.get(batch.column(c), ROWS.type(columns[c]), i);
                        row.put(ROWS.field(columns[c]).name(), value);
                        values.add(value);
                    }
                    if (wanted.contains(key.stream().map(row::get).toList())) {
                        rows.add(values);
                    }
                }
            }
        }
        return rows;
    }
}
