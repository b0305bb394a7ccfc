package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.snapshot.Tag;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/**
 * Whatever commits, compactions, tags, consumers, expiries and rollbacks came in whatever order: each state that is there
 * is what it was, each change that can be told is told as it was, and the files on disk are those that something leads to.
 */
class RetentionLawsTest {
    private static final TableName NAME = new TableName("default", "t");

    private enum Kind {
        WHOLE,
        PARTITIONED,
        DYNAMIC,
        DYNAMIC_PARTITIONED;

        boolean isPartitioned() {
            return this == PARTITIONED || this == DYNAMIC_PARTITIONED;
        }

        boolean isDynamic() {
            return this == DYNAMIC || this == DYNAMIC_PARTITIONED;
        }
    }

    private record Setting(
            String producer,
            Kind kind,
            int least,
            int most,
            int seconds,
            int changelogSeconds,
            int manifests,
            long fileBytes) {}

    private enum Step {
        UPSERT,
        DELETE,
        COMPACT,
        TAG,
        UNTAG,
        MOVE_TAG,
        CONSUMER,
        NO_CONSUMER,
        EXPIRE,
        ROLL_BACK,
        REOPEN
    }

    @Provide
    Arbitrary<Setting> settings() {
        return Combinators.combine(
                        Arbitraries.of("lookup", "none", "full-compaction", "input"),
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.integers().between(3, 8),
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.integers().between(1, 20),
                        Arbitraries.integers().between(2, 5),
                        Arbitraries.of(1L, 128L << 20))
                .as(Setting::new);
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(10, Arbitraries.just(Step.UPSERT)),
                        net.jqwik.api.Tuple.of(10, Arbitraries.of(Step.class)))
                .list()
                .ofMinSize(5)
                .ofMaxSize(60);
    }

    @Property(tries = 25)
    void nothingIsMissingAndNothingIsLeft(
            @ForAll("settings") Setting setting, @ForAll("steps") List<Step> steps, @ForAll Random random) {
        World world = new World(setting, random);
        for (Step step : steps) {
            world.clock.move(Duration.ofSeconds(random.nextInt(3)));
            world.take(step);
            world.check();
        }
    }

    /** One table, and all that it should remember. */
    private static final class World {
        final MovingClock clock = new MovingClock();
        private final MemoryFileSystem files = new MemoryFileSystem();
        private final AtomicInteger unique = new AtomicInteger();
        private final Setting setting;
        private final Random random;
        private final Map<List<@Nullable Object>, List<@Nullable Object>> model = new HashMap<>();
        private final TreeMap<Long, Set<List<@Nullable Object>>> states = new TreeMap<>();
        private final TreeMap<Long, List<String>> changes = new TreeMap<>();
        private TestTable table;

        World(Setting setting, Random random) {
            this.setting = setting;
            this.random = random;
            Map<String, String> options = new HashMap<>(Map.of(
                    "changelog-producer", setting.producer(),
                    "bucket", setting.kind().isDynamic() ? "-1" : "2",
                    "num-sorted-run.compaction-trigger", "2",
                    "full-compaction.delta-commits", "3",
                    "target-file-size", String.valueOf(setting.fileBytes()),
                    "manifest.merge-min-count", String.valueOf(setting.manifests()),
                    "snapshot.num-retained.min", String.valueOf(setting.least()),
                    "snapshot.num-retained.max", String.valueOf(setting.most()),
                    "snapshot.time-retained", setting.seconds() + " s"));
            if (setting.kind().isDynamic()) {
                options.put("dynamic-bucket.target-row-num", "3");
            }
            options.put("changelog.time-retained", setting.changelogSeconds() + " s");
            options.put("changelog.num-retained.max", String.valueOf(setting.most() + 5));
            catalog()
                    .createTable(
                            NAME,
                            new TableDefinition(
                                    RowType.of(
                                            List.of("p", "k", "v"),
                                            List.of(DataType.INT, DataType.INT, DataType.BIGINT)),
                                    List.of("p", "k"),
                                    setting.kind().isPartitioned() ? List.of("p") : List.of(),
                                    options,
                                    null));
            table = open();
        }

        private Catalog catalog() {
            return Catalog.open(
                    new Environment(files, clock, () -> String.valueOf(unique.incrementAndGet())), "/warehouse");
        }

        private TestTable open() {
            return new TestTable(catalog().table(NAME));
        }

        void take(Step step) {
            TableMaintenance maintenance = table.table.maintenance();
            List<Tag> tags = maintenance.tags();
            List<SnapshotInfo> snapshots = table.table.snapshots();
            switch (step) {
                case UPSERT -> write(RowKind.INSERT);
                case DELETE -> write(RowKind.DELETE);
                case COMPACT -> maintenance.compact(List.of(), random.nextBoolean());
                case TAG -> {
                    if (!snapshots.isEmpty() && tags.size() < 4) {
                        long id =
                                snapshots.get(random.nextInt(snapshots.size())).snapshotId();
                        maintenance.createTag("tag" + unique.incrementAndGet(), OptionalLong.of(id), null);
                    }
                }
                case UNTAG -> {
                    if (!tags.isEmpty()) {
                        maintenance.deleteTag(
                                tags.get(random.nextInt(tags.size())).name());
                    }
                }
                case MOVE_TAG -> {
                    if (!tags.isEmpty()) {
                        maintenance.replaceTag(
                                tags.get(random.nextInt(tags.size())).name(),
                                OptionalLong.of(snapshots
                                        .get(random.nextInt(snapshots.size()))
                                        .snapshotId()),
                                null);
                    }
                }
                case CONSUMER -> {
                    if (!snapshots.isEmpty()) {
                        // Computed changes take the snapshot before: of the only one they may be out of reach.
                        int later = snapshots.size() == 1 ? 1 : random.nextInt(2);
                        maintenance.resetConsumer(
                                "c" + random.nextInt(2),
                                OptionalLong.of(
                                        snapshots.get(snapshots.size() - 1).snapshotId() + later));
                    }
                }
                case NO_CONSUMER -> maintenance.clearConsumers("c" + random.nextInt(2), null);
                case EXPIRE -> expire(maintenance);
                case ROLL_BACK -> rollBack(maintenance, tags, snapshots);
                case REOPEN -> table = open();
            }
            remember();
        }

        private void write(RowKind kind) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(6); i++) {
                List<@Nullable Object> row =
                        row(random.nextInt(2), random.nextInt(12), Long.valueOf(unique.incrementAndGet()));
                rows.add(row);
                if (kind == RowKind.INSERT) {
                    model.put(row.subList(0, 2), row);
                } else {
                    model.remove(row.subList(0, 2));
                }
            }
            table.commit(kind, rows);
        }

        private void expire(TableMaintenance maintenance) {
            TableMaintenance.ExpiryRequest request = new TableMaintenance.ExpiryRequest(
                    random.nextBoolean() ? OptionalInt.of(1) : OptionalInt.empty(),
                    random.nextBoolean() ? OptionalInt.of(1 + random.nextInt(4)) : OptionalInt.empty(),
                    random.nextBoolean() ? OptionalLong.of(clock.millis()) : OptionalLong.empty(),
                    OptionalInt.empty());
            if (request.retainMax().isEmpty() || request.retainMin().isPresent()) {
                maintenance.expireSnapshots(request);
                maintenance.expireChangelogs(TableMaintenance.ExpiryRequest.AS_OPTIONS);
            }
        }

        private void rollBack(TableMaintenance maintenance, List<Tag> tags, List<SnapshotInfo> snapshots) {
            if (snapshots.isEmpty()) {
                return;
            }
            long id = tags.isEmpty() || random.nextBoolean()
                    ? snapshots.get(random.nextInt(snapshots.size())).snapshotId()
                    : tags.get(random.nextInt(tags.size())).snapshot().id();
            OptionalLong made = maintenance.rollbackTo(id);
            made.ifPresent(snapshot -> assertThat(snapshot).isGreaterThan(states.lastKey()));
            model.clear();
            Objects.requireNonNull(states.get(id)).forEach(row -> model.put(row.subList(0, 2), row));
        }

        private void remember() {
            long newest = table.table.latestSnapshotId().orElse(0);
            for (long id = states.isEmpty() ? 1 : states.lastKey() + 1; id <= newest; id++) {
                // A statement and its compaction have the same rows.
                states.put(id, new HashSet<>(model.values()));
                long snapshot = id;
                if (id < oldestChange()) {
                    continue;
                }
                changes.put(
                        id,
                        table.changes(id).stream()
                                .filter(change -> change.startsWith(snapshot + " "))
                                .toList());
            }
        }

        void check() {
            assertThat(new HashSet<>(table.rows())).isEqualTo(new HashSet<>(model.values()));
            Set<Long> readable = new TreeSet<>();
            table.table.snapshots().forEach(snapshot -> readable.add(snapshot.snapshotId()));
            table.table
                    .maintenance()
                    .tags()
                    .forEach(tag -> readable.add(tag.snapshot().id()));
            for (long id : readable) {
                assertThat(new HashSet<>(table.rowsAt(id))).as("state %s", id).isEqualTo(states.get(id));
            }
            checkChanges();
            Set<String> reachable = FilesOfTable.reachable(table.table);
            Set<String> missing = new TreeSet<>(reachable);
            files.files().forEach(missing::remove);
            assertThat(missing).as("missing files").isEmpty();
            Set<String> left = new TreeSet<>(files.files());
            left.removeAll(reachable);
            assertThat(left).as("files left over").isEmpty();
            assertThat(table.table.maintenance().removeOrphanFiles(Long.MAX_VALUE, true))
                    .isEmpty();
        }

        private void checkChanges() {
            List<String> told = table.changes(0);
            if (states.isEmpty()) {
                return;
            }
            long oldest = oldestChange();
            List<String> expected = new ArrayList<>();
            changes.tailMap(oldest).values().forEach(expected::addAll);
            assertThat(told).isEqualTo(expected);
            for (long from = oldest; from <= states.lastKey() + 1; from++) {
                expected = new ArrayList<>();
                changes.tailMap(from).values().forEach(expected::addAll);
                assertThat(table.changes(from)).isEqualTo(expected);
            }
            if (oldest > 1) {
                assertThatThrownBy(() -> table.changes(oldest - 1))
                        .isInstanceOf(LakelogException.class)
                        .hasMessageContaining("expired; changes of snapshots " + oldest + " to ");
            }
        }

        /** What the contract says of the oldest changes, from the files that are there. */
        private long oldestChange() {
            LakeTable opened = (LakeTable) table.table;
            long oldest = table.table.snapshots().get(0).snapshotId();
            if (oldest == 1) {
                return 1;
            }
            if (setting.producer().equals("none")) {
                return table.table.maintenance().tags().stream()
                                .anyMatch(tag -> tag.snapshot().id() == oldest - 1)
                        ? oldest
                        : oldest + 1;
            }
            long[] kept = opened.files().changelogs.list();
            return kept.length == 0 || kept[kept.length - 1] != oldest - 1 ? oldest : kept[0];
        }
    }
}
