package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.env.RecordingFileSystem;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a commit reads does not grow with the commits behind it, whatever waits for a compaction meanwhile. */
class CommitCostTest {
    private final RecordingFileSystem files = new RecordingFileSystem(new MemoryFileSystem(), path -> path);

    private Catalog catalog() {
        AtomicInteger unique = new AtomicInteger();
        return Catalog.open(
                new Environment(files, Clock.systemUTC(), () -> String.valueOf(unique.incrementAndGet())),
                "/warehouse");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "lookup, -, -",
                "none, -, -",
                "full-compaction, full-compaction.delta-commits, 1000000",
                "full-compaction, changelog-producer.compaction-interval, 1000 d"
            })
    void aCommitReadsTheSameNumberOfSnapshots(String producer, String option, String value) {
        Map<String, String> options = new HashMap<>(Map.of("changelog-producer", producer));
        if (option != null) {
            options.put(option, value);
        }
        try (Catalog catalog = catalog()) {
            TestTable table = TestTable.create(catalog, options);
            long early = 0;
            for (int i = 0; i < 60; i++) {
                files.take();
                table.upsert(row(i % 7, i));
                long read = files.take().stream()
                        .filter(line -> line.startsWith("read ") && line.contains("/snapshot/snapshot-"))
                        .count();
                early = i == 10 ? read : early;
                if (i > 10) {
                    // A compaction now and then is a second commit.
                    assertThat(read).as("commit %d", i).isLessThanOrEqualTo(2 * early + 2);
                }
            }
        }
    }

    /** Where most of a table is read and written again by each commit, once must be enough. */
    @Test
    void aFullCompactionOpensEachFileOnce() {
        try (Catalog catalog = catalog()) {
            TestTable table = TestTable.create(
                    catalog,
                    Map.of(
                            "changelog-producer", "full-compaction",
                            "full-compaction.delta-commits", "1",
                            "bucket", "1"));
            table.upsert(row(0, 0), row(1000, 0));
            for (int i = 1; i < 5; i++) {
                files.take();
                table.upsert(row(i, 1), row(i - 1, 2));
                assertThat(files.take().stream()
                                .filter(line -> line.startsWith("open ") && line.contains("/data-"))
                                .toList())
                        .doesNotHaveDuplicates()
                        .isNotEmpty();
            }
        }
    }
}
