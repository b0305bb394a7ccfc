package io.lakelog.storage.write;

import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.MemoryRun;
import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.schema.TableShape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The resolved rows of a commit in one bucket, a sorted run: in memory while they are few, so that they can be merged
 * before they are written; in files once they are many. Not thread-safe.
 */
final class NewRun implements AutoCloseable {
    private static final long MEMORY_ROWS_MAX = 8 * 65_536;

    private final TableShape shape;
    private final int level;
    private final Supplier<DataFileWriter> newWriter;
    private final List<Batch> memory = new ArrayList<>();
    private @Nullable DataFileWriter writer;
    private long count;

    /** @param level 0 for rows that are to be merged onto those below; above it for resolved rows */
    NewRun(TableShape shape, int level, Supplier<DataFileWriter> newWriter) {
        this.shape = shape;
        this.level = level;
        this.newWriter = newWriter;
    }

    void add(Batch rows) {
        count += rows.size();
        if (writer == null && count <= MEMORY_ROWS_MAX) {
            memory.add(rows);
            return;
        }
        if (writer == null) {
            writer = newWriter.get();
            memory.forEach(writer::write);
            memory.clear();
        }
        writer.write(rows);
    }

    long count() {
        return count;
    }

    /** The rows if there are any and they are in memory. */
    @Nullable
    MemoryRun memory() {
        return memory.isEmpty() ? null : new MemoryRun(memory, shape, level);
    }

    /** The rows if they are in files: one run, on the level that the writer gave it. No more rows can be added. */
    List<SortedRun> writtenRuns() {
        if (writer == null) {
            return List.of();
        }
        List<DataFileMeta> files = writer.finish();
        return List.of(new SortedRun(files.get(0).level(), files));
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
    }
}
