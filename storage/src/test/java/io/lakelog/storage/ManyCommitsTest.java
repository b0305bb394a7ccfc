package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.env.RecordingFileSystem;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Opening a table stays quick however many commits lie behind it: manifests are merged, and what is read does not grow.
 * {@code -Dcommits=10000} for more than a check needs.
 */
class ManyCommitsTest {
    private static final TableName NAME = new TableName("default", "t");
    private static final int COMMITS = Integer.getInteger("commits", 300);
    private static final int MERGE_COUNT = 30;

    @Test
    void whatOpeningReadsDoesNotGrow() {
        MemoryFileSystem memory = new MemoryFileSystem();
        RecordingFileSystem files = new RecordingFileSystem(memory, path -> path);
        MovingClock clock = new MovingClock();
        AtomicInteger unique = new AtomicInteger();
        Environment environment = new Environment(files, clock, () -> String.valueOf(unique.incrementAndGet()));
        TestTable table =
                TestTable.create(Catalog.open(environment, "/warehouse"), Map.of("changelog-producer", "lookup"));
        int most = 0;
        for (int i = 1; i <= COMMITS; i++) {
            table.upsert(row(i % 50, i));
            files.take();
            if (i % 7 == 0 || i == COMMITS) {
                TestTable opened =
                        new TestTable(Catalog.open(environment, "/warehouse").table(NAME));
                assertThat(opened.rows()).hasSize(Math.min(i, 50));
                List<String> read = files.take();
                long metadata = read.stream()
                        .filter(line -> line.startsWith("open ") || line.startsWith("read "))
                        .filter(line -> !line.contains("/bucket-"))
                        .count();
                most = (int) Math.max(most, metadata);
                assertThat(opened.table.inspect().manifests()).hasSizeLessThanOrEqualTo(MERGE_COUNT + 1);
                files.take();
            }
        }
        // Schema, hint, snapshot, two lists, and the manifests.
        assertThat(most).as("metadata files read at most").isLessThanOrEqualTo(MERGE_COUNT + 12);
    }
}
