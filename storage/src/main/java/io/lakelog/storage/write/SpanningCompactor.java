package io.lakelog.storage.write;

import io.lakelog.storage.changelog.SpannedChanges;
import io.lakelog.storage.changelog.UntoldChanges;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Full compactions of the buckets of one number where keys span partitions: each is merged by itself, but what they tell is
 * found over all of them, since a key that goes here may be the one that comes there. Thread-safe; touches only files that
 * it creates.
 */
final class SpanningCompactor {
    private final BucketFiles files;
    private final BucketCompactor compactor;

    SpanningCompactor(BucketFiles files, BucketCompactor compactor) {
        this.files = files;
        this.compactor = compactor;
    }

    /** @param rows new ones by partition, to be merged onto the others */
    List<BucketChanges> compactFully(SpanningRows present, Map<BinaryRow, NewRun> rows) {
        Set<BinaryRow> partitions = new LinkedHashSet<>(present.partitions().keySet());
        partitions.addAll(rows.keySet());
        int told =
                switch (files.options().changelogProducer()) {
                    case FULL_COMPACTION -> files.options().topLevel();
                    case LOOKUP -> 1;
                    case NONE, INPUT -> 0;
                };
        Map<BinaryRow, List<DataFileMeta>> changelogs = told == 0 ? Map.of() : tell(present, rows, partitions, told);
        List<BucketChanges> changes = new ArrayList<>();
        for (BinaryRow partition : partitions) {
            BucketChanges merged = merge(present, partition, rows.get(partition));
            changes.add(new BucketChanges(
                    merged.bucket(),
                    merged.totalBuckets(),
                    merged.removed(),
                    merged.added(),
                    changelogs.getOrDefault(partition, List.of())));
        }
        return changes;
    }

    private BucketChanges merge(SpanningRows present, BinaryRow partition, @Nullable NewRun rows) {
        int topLevel = files.options().topLevel();
        BucketId bucket = present.id(partition);
        Levels levels = present.levels(partition);
        boolean rewriteAll = files.options().compaction().forceRewrite();
        boolean onTop = levels.allRuns().stream().allMatch(run -> run.level() == topLevel);
        if (rows == null && onTop && (!rewriteAll || levels.allRuns().isEmpty())) {
            return files.unchanged(bucket);
        }
        try (NewRun none = compactor.noRows(bucket)) {
            return compactor.merge(
                    bucket,
                    rows == null ? none : rows,
                    levels.allRuns(),
                    levels,
                    new BucketCompactor.Output(topLevel, true, List.of(), rewriteAll));
        }
    }

    private Map<BinaryRow, List<DataFileMeta>> tell(
            SpanningRows present, Map<BinaryRow, NewRun> rows, Set<BinaryRow> partitions, int told) {
        List<BatchSource> sources = new ArrayList<>();
        for (BinaryRow partition : partitions) {
            sources.add(untold(present, partition, rows.get(partition), told));
        }
        try (BatchSource changes = new SpannedChanges(
                sources,
                present.keyColumns(),
                files.shape().keyComparator(),
                KeyValues.types(files.shape().rowType(), files.shape().allPositions()),
                true)) {
            return write(present, changes);
        }
    }

    /** What the runs below a level, and new rows, change in those from that level on. */
    private BatchSource untold(SpanningRows present, BinaryRow partition, @Nullable NewRun rows, int told) {
        List<SortedRun> runs = new ArrayList<>(rows == null ? List.of() : rows.writtenRuns());
        runs.addAll(present.runs(partition, told, false));
        Levels levels = present.levels(partition);
        BatchSource versions = files.reader()
                .readVersions(present.id(partition), runs, rows == null ? null : rows.memory(), levels, false);
        KeyLookup lookup = new KeyLookup(files.reader(), files.shape());
        List<SortedRun> toldRuns = present.runs(partition, told, true);
        return new UntoldChanges(
                versions,
                (keys, count) -> lookup.find(present.id(partition), keys, count, toldRuns, levels.bounds()),
                files.shape(),
                files.options().rowDeduplicate());
    }

    /** Writes changes to the changelogs of the partitions that their rows lie in. */
    Map<BinaryRow, List<DataFileMeta>> write(SpanningRows present, BatchSource changes) {
        PartitionSplit split = new PartitionSplit(files.shape());
        int level =
                switch (files.options().changelogProducer()) {
                    case NONE, INPUT -> 0;
                    case LOOKUP, FULL_COMPACTION -> files.options().topLevel();
                };
        Map<BinaryRow, DataFileWriter> writers = new LinkedHashMap<>();
        try {
            for (Batch batch = changes.next(); batch != null; batch = changes.next()) {
                split.split(batch)
                        .forEach((partition, part) -> writers.computeIfAbsent(
                                        partition,
                                        added -> files.newWriter(
                                                present.id(added), true, level, DataFileMeta.FROM_INPUT))
                                .write(part));
            }
            Map<BinaryRow, List<DataFileMeta>> written = new LinkedHashMap<>();
            writers.forEach((partition, writer) -> written.put(partition, writer.finish()));
            return written;
        } finally {
            writers.values().forEach(DataFileWriter::close);
        }
    }
}
