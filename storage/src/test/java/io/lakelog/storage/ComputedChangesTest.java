package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.env.RecordingFileSystem;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Changes that have to be computed cost what changed, not what the table holds. */
class ComputedChangesTest {
    private static final TableName NAME = new TableName("default", "t");
    private static final Pattern BYTES = Pattern.compile("readFully .*bucket-.*, (\\d+) bytes");

    @Test
    void onlyKeysThatCanHaveChangedAreRead() {
        RecordingFileSystem files = new RecordingFileSystem(new MemoryFileSystem(), path -> path);
        AtomicInteger unique = new AtomicInteger();
        Catalog catalog = Catalog.open(
                new Environment(files, new MovingClock(), () -> String.valueOf(unique.incrementAndGet())),
                "/warehouse");
        catalog.createTable(
                NAME,
                new TableDefinition(
                        RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING)),
                        List.of("id"),
                        List.of(),
                        Map.of("file.compression", "none"),
                        null));
        TestTable table = new TestTable(catalog.table(NAME));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            rows.add(row(i, "a text that is a little longer, so that pages fill up " + i));
        }
        table.commit(RowKind.INSERT, rows);
        table.table.compact();
        long before = table.table.latestSnapshotId().orElseThrow();
        table.upsert(row(17, "new"), row(59_000, "new"), row(70_000, "more"));
        table.delete(row(18, null), row(90_000, null));
        files.take();

        List<String> changes = table.changes(before + 1);

        assertThat(changes)
                .containsExactly(
                        (before + 1) + " -U [17, " + rows.get(17).get(1) + "]",
                        (before + 1) + " +U [17, new]",
                        (before + 1) + " -U [59000, " + rows.get(59_000).get(1) + "]",
                        (before + 1) + " +U [59000, new]",
                        (before + 1) + " +I [70000, more]",
                        (before + 2) + " -D [18, " + rows.get(18).get(1) + "]");
        long read = 0;
        for (String line : files.take()) {
            Matcher matcher = BYTES.matcher(line);
            read += matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        }
        long size = table.table.inspect().files().stream()
                .mapToLong(TableInspection.DataFile::bytes)
                .sum();
        assertThat(read)
                .as("bytes read of data files of %s bytes", size)
                .isPositive()
                .isLessThan(size / 2);
    }
}
