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
 * Merges runs into one on another level. A file whose keys no other run touches is not rewritten but listed on the new level
 * under its old name, if it is near its target size or if there is no small one beside it that it could be joined
 * with. Not thread-safe.
 */
public final class Compactor {
    private final BucketReader reader;
    private final BucketId bucket;
    private final DataFileWriter writer;
    private final Plan plan;
    private final List<DataFileMeta> removed = new ArrayList<>();
    private final List<DataFileMeta> moved = new ArrayList<>();

    /** @param writer to the output level; the caller finishes and closes it */
    public Compactor(BucketReader reader, BucketId bucket, DataFileWriter writer, Plan plan) {
        this.reader = reader;
        this.bucket = bucket;
        this.writer = writer;
        this.plan = plan;
    }

    /**
     * How to merge.
     *
     * @param outputLevel where the merged run goes
     * @param dropRetracts whether nothing lies below, so that retracts may vanish
     * @param largeFileBytes size from which on a file is left as it is if possible
     * @param rewriteAll whether every file is written anew
     * @param watch files whose rows somebody wants to see; those that stay as they are need not be seen
     * @param checkpoint called now and then; what it throws ends the merge
     */
    public record Plan(
            int outputLevel,
            boolean dropRetracts,
            long largeFileBytes,
            boolean rewriteAll,
            BucketReader.Watch watch,
            Runnable checkpoint) {}

    /**
     * The outcome, besides what the writer has written.
     *
     * @param removed files that are no longer alive on their level
     * @param moved files of {@code removed} that live on, on the output level
     */
    public record Result(List<DataFileMeta> removed, List<DataFileMeta> moved) {}

    /**
     * Merges, once.
     *
     * @param memory rows newer than all runs, or null
     * @param runs newest first
     */
    public Result merge(@Nullable MemoryRun memory, List<SortedRun> runs, Levels levels) {
        List<SortedRun> all = new ArrayList<>();
        if (memory != null && memory.rowCount() > 0) {
            all.add(memory.asRun());
        }
        all.addAll(runs);
        List<Section> stretch = new ArrayList<>();
        for (Section section : reader.sections(all, levels)) {
            DataFileMeta only = movable(section, memory);
            if (only != null && only.sizeBytes() >= plan.largeFileBytes()) {
                end(stretch, memory);
                move(only);
            } else {
                stretch.add(section);
            }
        }
        end(stretch, memory);
        return new Result(removed, moved);
    }

    /** The only file of a section if it may stay as it is, or null. */
    private @Nullable DataFileMeta movable(Section section, @Nullable MemoryRun memory) {
        if (section.files().size() != 1 || plan.rewriteAll()) {
            return null;
        }
        DataFileMeta only = section.files().get(0);
        boolean inMemory = memory != null && only == memory.asFile();
        return inMemory || plan.dropRetracts() && !only.hasNoDeletes() ? null : only;
    }

    /** Sections between files that stay as they are become new files; a file that is alone there stays too. */
    private void end(List<Section> stretch, @Nullable MemoryRun memory) {
        DataFileMeta only = stretch.size() == 1 ? movable(stretch.get(0), memory) : null;
        if (only != null) {
            move(only);
        } else {
            stretch.forEach(section -> rewrite(memory, section));
        }
        stretch.clear();
    }

    private void move(DataFileMeta file) {
        // A file that spans a moved one would overlap it.
        writer.cut();
        if (file.level() != plan.outputLevel()) {
            removed.add(file);
            moved.add(file.onLevel(plan.outputLevel()));
        }
    }

    private void rewrite(@Nullable MemoryRun memory, Section section) {
        try (BatchSource merged = reader.readSection(bucket, section, memory, plan.dropRetracts(), plan.watch())) {
            Batch batch;
            while ((batch = merged.next()) != null) {
                plan.checkpoint().run();
                writer.write(batch);
            }
        }
        section.files().stream()
                .filter(file -> memory == null || file != memory.asFile())
                .forEach(removed::add);
    }
}
