package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.lakelog.LakelogTable.RowToWrite;
import io.lakelog.tck.model.Replay;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PlacedChange;
import io.lakelog.tck.text.Change;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Functions whose values are arrays, maps and bitmaps: Lakelog and Paimon write and compact in any order and read the same
 * rows and the same changes. Where Paimon lets a hash table say in which order elements lie, they are compared in any.
 */
class NestedFunctionsTest {
    private static final TableName NAME = new TableName("db", "t");
    private static final DataType ITEM = DataType.row(List.of(
            new Field(0, "id", DataType.INT),
            new Field(1, "sub", DataType.STRING),
            new Field(2, "v", DataType.BIGINT)));
    private static final RowType TYPE = RowType.of(
            List.of("k", "all", "once", "words", "pairs", "m", "rows", "byId", "byBoth", "few", "b32", "b64", "g"),
            List.of(
                    DataType.INT,
                    DataType.array(DataType.INT),
                    DataType.array(DataType.INT),
                    DataType.array(DataType.STRING),
                    DataType.array(ITEM),
                    DataType.map(DataType.STRING, DataType.INT),
                    DataType.array(ITEM),
                    DataType.array(ITEM),
                    DataType.array(ITEM),
                    DataType.array(ITEM),
                    DataType.BYTES,
                    DataType.BYTES,
                    DataType.INT));

    private static final Map<String, String> FUNCTIONS = Map.ofEntries(
            Map.entry("fields.all.aggregate-function", "collect"),
            Map.entry("fields.once.aggregate-function", "collect"),
            Map.entry("fields.once.distinct", "true"),
            Map.entry("fields.words.aggregate-function", "collect"),
            Map.entry("fields.words.distinct", "true"),
            Map.entry("fields.pairs.aggregate-function", "collect"),
            Map.entry("fields.pairs.distinct", "true"),
            Map.entry("fields.m.aggregate-function", "merge_map"),
            Map.entry("fields.rows.aggregate-function", "nested_update"),
            Map.entry("fields.byId.aggregate-function", "nested_update"),
            Map.entry("fields.byId.nested-key", "id"),
            Map.entry("fields.byBoth.aggregate-function", "nested_update"),
            Map.entry("fields.byBoth.nested-key", "id,sub"),
            Map.entry("fields.few.aggregate-function", "nested_update"),
            Map.entry("fields.few.count-limit", "4"),
            Map.entry("fields.b32.aggregate-function", "rbm32"),
            Map.entry("fields.b32.ignore-retract", "true"),
            Map.entry("fields.b64.aggregate-function", "rbm64"),
            Map.entry("fields.b64.ignore-retract", "true"));

    private static final Map<String, Map<String, String>> ENGINES = Map.of(
            "aggregation",
            Map.of("merge-engine", "aggregation", "fields.g.ignore-retract", "true"),
            "ordered aggregation",
            Map.of("merge-engine", "aggregation", "sequence.field", "g"),
            "sequence group",
            Map.of(
                    "merge-engine", "partial-update",
                    "fields.g.sequence-group", "all,once,words,pairs,m,rows,byId,byBoth,few,b32,b64"));

    record Setting(String engine, String producer, int trigger) {}

    record Commit(TurnWriter writer, int rows, int keys) {}

    @Provide
    Arbitrary<Setting> settings() {
        return Combinators.combine(
                        Arbitraries.of(ENGINES.keySet()),
                        Arbitraries.of("none", "input", "lookup", "full-compaction"),
                        Arbitraries.integers().between(2, 5))
                .as(Setting::new);
    }

    @Provide
    Arbitrary<List<Commit>> commits() {
        return Combinators.combine(
                        Arbitraries.of(TurnWriter.LAKELOG, TurnWriter.PAIMON, TurnWriter.PAIMON_FULL),
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.integers().between(1, 4))
                .as(Commit::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(7);
    }

    @Property(tries = 20)
    void bothMergeTheSame(
            @ForAll("settings") Setting setting, @ForAll("commits") List<Commit> commits, @ForAll Random random)
            throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                PaimonOracle oracle = new PaimonOracle(warehouse.path())) {
            Catalog catalog = Catalog.open(
                    Environment.local().withBackgroundThreads(false),
                    warehouse.path().toString());
            catalog.createDatabase(NAME.database());
            Map<String, String> options = new HashMap<>(FUNCTIONS);
            options.putAll(ENGINES.get(setting.engine()));
            options.put("bucket", "1");
            options.put("changelog-producer", setting.producer());
            options.put("num-sorted-run.compaction-trigger", Integer.toString(setting.trigger()));
            catalog.createTable(NAME, new TableDefinition(TYPE, List.of("k"), List.of(), options, null));
            Set<Integer> present = new HashSet<>();
            for (Commit commit : commits) {
                commit.writer().commit(rows(commit, present, random), NAME, catalog, oracle);
            }
            LakelogTable lakelog = new LakelogTable(catalog.table(NAME));
            PaimonTable paimon = oracle.table(NAME.database(), NAME.table());
            assertSameRows(lakelog, paimon);
            if (!setting.producer().equals("none")) {
                assertSameChanges(lakelog, paimon);
            }
            boolean byLakelog = commits.stream().allMatch(commit -> commit.writer() == TurnWriter.LAKELOG);
            if (setting.producer().equals("lookup") && byLakelog) {
                assertReplayGivesRows(lakelog);
            }
        }
    }

    private static void assertSameRows(LakelogTable lakelog, PaimonTable paimon) throws Exception {
        assertThat(lakelog.snapshotIds()).isEqualTo(paimon.snapshotIds());
        for (long id : paimon.snapshotIds()) {
            assertThat(inAnyOrder(lakelog.rowsAt(id)))
                    .as("rows at snapshot %d", id)
                    .isEqualTo(inAnyOrder(paimon.rowsAt(id)));
        }
    }

    private static void assertSameChanges(LakelogTable lakelog, PaimonTable paimon) throws Exception {
        assertThat(inAnyOrder(lakelog.changesFrom(1).stream()
                        .map(NestedFunctionsTest::text)
                        .toList()))
                .as("changes")
                .isEqualTo(inAnyOrder(paimon.changesFrom(1).stream()
                        .map(PlacedChange::change)
                        .map(NestedFunctionsTest::text)
                        .toList()));
    }

    private static String text(Change change) {
        return "[" + change.snapshotId() + ",\"" + change.kind() + "\"," + change.row() + "]";
    }

    private static void assertReplayGivesRows(LakelogTable lakelog) {
        Replay replay = new Replay(true);
        lakelog.changesFrom(1).forEach(replay::apply);
        assertThat(replay.rows()).as("all changes replayed").isEqualTo(lakelog.rows());
    }

    /** Rows with the elements of each array sorted. */
    private static List<String> inAnyOrder(List<String> rows) throws IOException {
        List<String> sorted = new ArrayList<>();
        for (String row : rows) {
            List<String> values = new ArrayList<>();
            new ObjectMapper().readTree(row).forEach(value -> values.add(sorted(value)));
            sorted.add(values.toString());
        }
        sorted.sort(null);
        return sorted;
    }

    /** A bitmap by its numbers: runs of them can be written in several ways. */
    private static String numbers(String hex) {
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex.substring(2)));
        try {
            if (hex.startsWith("0x3a30") || hex.startsWith("0x3b30")) {
                RoaringBitmap bitmap = new RoaringBitmap();
                bitmap.deserialize(bytes);
                return Arrays.toString(bitmap.toArray());
            }
            Roaring64Bitmap bitmap = new Roaring64Bitmap();
            bitmap.deserialize(new DataInputStream(new ByteArrayInputStream(bytes.array())));
            return Arrays.toString(bitmap.toArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sorted(JsonNode value) {
        if (value.asText().startsWith("0x")) {
            return numbers(value.asText());
        }
        return value.isArray()
                ? StreamSupport.stream(value.spliterator(), false)
                        .map(NestedFunctionsTest::sorted)
                        .sorted()
                        .toList()
                        .toString()
                : value.toString();
    }

    private static List<RowToWrite> rows(Commit commit, Set<Integer> present, Random random) throws IOException {
        List<RowToWrite> rows = new ArrayList<>();
        for (int i = 0; i < commit.rows(); i++) {
            int key = random.nextInt(commit.keys());
            boolean retract = present.contains(key) && random.nextInt(5) == 0;
            present.add(key);
            rows.add(new RowToWrite(retract ? RowKind.DELETE : RowKind.INSERT, values(key, random)));
        }
        return rows;
    }

    /** Elements of a column that keeps each once differ within a row: one row alone stays as it was written. */
    private static List<@Nullable Object> values(int key, Random random) throws IOException {
        List<@Nullable Object> values = new ArrayList<>(Arrays.asList(
                key,
                some(random, () -> random.nextInt(8)),
                distinct(some(random, () -> random.nextInt(8))),
                distinct(some(random, () -> "w" + random.nextInt(5))),
                present(distinct(some(random, () -> item(random)))),
                map(random),
                some(random, () -> item(random)),
                some(random, () -> item(random)),
                some(random, () -> item(random)),
                some(random, () -> item(random)),
                narrow(random),
                wide(random),
                random.nextInt(6)));
        for (int i = 1; i < values.size(); i++) {
            if (random.nextInt(4) == 0) {
                values.set(i, null);
            }
        }
        return values;
    }

    private static List<@Nullable Object> some(Random random, Supplier<Object> item) {
        List<@Nullable Object> items = new ArrayList<>();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            items.add(random.nextInt(8) == 0 ? null : item.get());
        }
        return items;
    }

    private static List<@Nullable Object> distinct(List<@Nullable Object> items) {
        return new ArrayList<>(new LinkedHashSet<>(items));
    }

    /** Paimon cannot compare a row with NULL. */
    private static List<@Nullable Object> present(List<@Nullable Object> items) {
        items.removeIf(item -> item == null);
        return items;
    }

    private static List<@Nullable Object> item(Random random) {
        return Arrays.asList(
                random.nextInt(6) == 0 ? null : random.nextInt(3), "s" + random.nextInt(2), (long) random.nextInt(3));
    }

    private static Map<String, @Nullable Integer> map(Random random) {
        Map<String, @Nullable Integer> map = new LinkedHashMap<>();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            map.put("m" + random.nextInt(5), random.nextInt(5) == 0 ? null : random.nextInt(100));
        }
        return map;
    }

    private static byte[] narrow(Random random) throws IOException {
        RoaringBitmap bitmap = new RoaringBitmap();
        int from = random.nextInt(100_000);
        bitmap.add((long) from, (long) from + 1 + random.nextInt(random.nextBoolean() ? 10 : 9000));
        random.ints(20, 0, 70_000).forEach(bitmap::add);
        bitmap.runOptimize();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bitmap.serialize(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static byte[] wide(Random random) throws IOException {
        Roaring64Bitmap bitmap = new Roaring64Bitmap();
        random.longs(20, 0, 1L << 40).forEach(bitmap::addLong);
        random.longs(20, 0, 70_000).forEach(bitmap::addLong);
        bitmap.runOptimize();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bitmap.serialize(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }
}
