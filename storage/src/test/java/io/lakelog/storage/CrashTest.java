package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.CrashFileSystem;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A power cut at any sync loses no acknowledged commit, shows no half one, and leaves a table that goes on. */
class CrashTest {
    private static final TableName NAME = new TableName("default", "t");
    private static final AtomicInteger UNIQUE = new AtomicInteger();

    private static Environment on(FileSystem files) {
        Clock clock = Clock.fixed(Instant.parse("2024-01-01T00:00:00Z"), ZoneOffset.UTC);
        return new Environment(files, clock, () -> "u" + UNIQUE.incrementAndGet());
    }

    private static TestTable open(FileSystem files) {
        return new TestTable(Catalog.open(on(files), "/warehouse").table(NAME));
    }

    private static void create(FileSystem files, String producer) {
        Catalog.open(on(files), "/warehouse")
                .createTable(
                        NAME,
                        new TableDefinition(
                                RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING)),
                                List.of("id"),
                                List.of(),
                                Map.of(
                                        "changelog-producer", producer,
                                        "bucket", "2",
                                        "num-sorted-run.compaction-trigger", "2",
                                        "manifest.merge-min-count", "3"),
                                null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none", "full-compaction"})
    void everyAcknowledgedCommitSurvivesWhole(String producer) {
        CrashFileSystem files = new CrashFileSystem();
        create(files, producer);
        int created = files.syncs();
        List<Set<List<@Nullable Object>>> states = new ArrayList<>(List.of(Set.of()));
        List<Integer> acknowledged = new ArrayList<>(List.of(created));
        TestTable table = open(files);
        for (int i = 0; i < 6; i++) {
            if (i == 4) {
                table.delete(row(1, null), row(2, null));
            } else {
                table.upsert(row(1, "a" + i), row(2, "b" + i), row(3 + i, "c"));
            }
            states.add(new HashSet<>(table.rows()));
            acknowledged.add(files.syncs());
        }
        for (int crash = created + 1; crash <= files.syncs() + 1; crash++) {
            int at = crash;
            int survived =
                    (int) acknowledged.stream().filter(syncs -> syncs < at).count() - 1;
            for (long seed = 0; seed < 5; seed++) {
                CrashFileSystem after = files.crashAt(crash, seed);
                TestTable reopened = open(after);
                Set<List<@Nullable Object>> rows = new HashSet<>(reopened.rows());
                assertThat(states.subList(survived, Math.min(survived + 2, states.size())))
                        .as("crash at sync %s with seed %s", crash, seed)
                        .contains(rows);
                reopened.changes(0);
                long next = reopened.upsert(row(100, "on"));
                assertThat(next).isGreaterThan(survived);
                rows.add(row(100, "on"));
                assertThat(reopened.rows()).containsExactlyInAnyOrderElementsOf(rows);
            }
        }
    }
}
