package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Changes of a full-compaction table wait no longer than its interval: with a commit, without one, and after a restart. */
@Timeout(60)
class CompactionIntervalTest {
    private static final TableName NAME = new TableName("default", "t");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path warehouse;

    private Catalog catalog(Clock clock) {
        Environment local = Environment.local();
        return Catalog.open(new Environment(local.files(), clock, local.uniqueNames()), warehouse.toString());
    }

    private static Clock after(Duration duration) {
        return Clock.fixed(START.plus(duration), ZoneOffset.UTC);
    }

    private static TestTable create(Catalog catalog, String interval) {
        return TestTable.create(
                catalog,
                Map.of("changelog-producer", "full-compaction", "changelog-producer.compaction-interval", interval));
    }

    @Test
    void aCommitThatComesLaterTellsThem() {
        try (Catalog first = catalog(after(Duration.ZERO))) {
            create(first, "1 h").upsert(row(1, 1));
        }
        try (Catalog soon = catalog(after(Duration.ofMinutes(59)))) {
            TestTable table = new TestTable(soon.table(NAME));
            table.upsert(row(1, 2));
            assertThat(table.changes(0)).isEmpty();
        }
        try (Catalog later = catalog(after(Duration.ofMinutes(60)))) {
            TestTable table = new TestTable(later.table(NAME));
            // Opening the table for the commit sets the alarm off too: whichever comes first tells them.
            table.upsert(row(2, 2));
            later.close();
            assertThat(replayed(table)).contains("+I [1, 2]");
        }
    }

    @Test
    void withoutAnotherCommitTheyAreToldToo() {
        Catalog catalog = Catalog.open(Environment.local(), warehouse.toString());
        TestTable table = create(catalog, "1 ms");
        table.upsert(row(1, 1));
        while (table.changes(0).isEmpty()) {
            Thread.onSpinWait();
        }
        catalog.close();
        assertThat(replayed(table)).containsExactly("+I [1, 1]");
        assertThat(table.table.compact()).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("lakelog-alarm") && thread.isAlive());
    }

    @Test
    void theNextProcessThatOpensTheTableForWritingTellsThem() {
        try (Catalog first = catalog(after(Duration.ZERO))) {
            create(first, "1 h").upsert(row(1, 1));
        }
        try (Catalog next = catalog(after(Duration.ofHours(2)))) {
            TestTable table = new TestTable(next.table(NAME));
            assertThat(table.changes(0)).isEmpty();
            table.table.newWrite(OptionalLong.empty()).close();
            while (table.changes(0).isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(replayed(table)).containsExactly("+I [1, 1]");
        }
    }

    private static List<String> replayed(TestTable table) {
        return table.changes(0).stream()
                .map(change -> change.substring(change.indexOf(' ') + 1))
                .toList();
    }
}
