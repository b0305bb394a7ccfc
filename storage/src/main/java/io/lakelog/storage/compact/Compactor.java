package io.lakelog.storage.compact;

import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.lsm.MemoryRun;
import io.lakelog.storage.lsm.Section;
import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges runs into one on another level. A file near its target size whose keys no other run touches is not rewritten: it
 * is listed on the new level under its old name. Not thread-safe.
 */
public final class Compactor {
    private final BucketReader reader;
    private final BucketId bucket;
    private final DataFileWriter writer;
    private final long largeFileBytes;

    /**
     * @param writer to the output level; the caller finishes and closes it
     * @param targetFileBytes size that files should have
     */
    public Compactor(BucketReader reader, BucketId bucket, DataFileWriter writer, long targetFileBytes) {
        this.reader = reader;
        this.bucket = bucket;
        this.writer = writer;
        this.largeFileBytes = targetFileBytes / 10 * 7;
    }

    /**
     * The outcome, besides what the writer has written.
     *
     * @param removed files that are no longer alive on their level
     * @param moved files of {@code removed} that live on, on the output level
     */
    public record Result(List<DataFileMeta> removed, List<DataFileMeta> moved) {}

    /**
     * Merges.
     *
     * @param memory rows newer than all runs, or null
     * @param runs newest first
     * @param outputLevel where the merged run goes
     * @param dropRetracts whether nothing lies below, so that retracts may vanish
     */
    public Result merge(
            @Nullable MemoryRun memory, List<SortedRun> runs, Levels levels, int outputLevel, boolean dropRetracts) {
        List<SortedRun> all = new ArrayList<>();
        if (memory != null && memory.rowCount() > 0) {
            all.add(memory.asRun());
        }
        all.addAll(runs);
        List<DataFileMeta> removed = new ArrayList<>();
        List<DataFileMeta> moved = new ArrayList<>();
        for (Section section : reader.sections(all, levels)) {
            DataFileMeta only = section.files().size() == 1 ? section.files().get(0) : null;
            boolean inMemory = memory != null && section.files().contains(memory.asFile());
            if (only != null && !inMemory && movable(only, dropRetracts)) {
                // A file that spans a moved one would overlap it.
                writer.cut();
                if (only.level() != outputLevel) {
                    removed.add(only);
                    moved.add(only.onLevel(outputLevel));
                }
            } else {
                rewrite(memory, section, dropRetracts);
                section.files().stream()
                        .filter(file -> memory == null || file != memory.asFile())
                        .forEach(removed::add);
            }
        }
        return new Result(removed, moved);
    }

    private boolean movable(DataFileMeta file, boolean dropRetracts) {
        return file.sizeBytes() >= largeFileBytes && (!dropRetracts || file.hasNoDeletes());
    }

    private void rewrite(@Nullable MemoryRun memory, Section section, boolean dropRetracts) {
        try (BatchSource merged = reader.readSection(bucket, section, memory, dropRetracts)) {
            Batch batch;
            while ((batch = merged.next()) != null) {
                writer.write(batch);
            }
        }
    }
}
