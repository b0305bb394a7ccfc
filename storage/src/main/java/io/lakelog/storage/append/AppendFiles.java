package io.lakelog.storage.append;

import io.lakelog.storage.layout.PartitionPaths;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.lsm.DataFileReader;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes and rewrites the files of a table without a key. Thread-safe; touches only files that it creates, all of which are
 * noted as pending.
 *
 * @param prototype the target of files, but for the bucket's directory
 */
public record AppendFiles(
        DataFileWriter.Target prototype, TableLayout layout, PartitionPaths partitions, DataFileReader reader) {
    /** A file of this part of the target size is not merged any more. */
    private static final double LARGE = 0.7;

    /** Writes rows with all columns of the table. */
    public List<DataFileMeta> write(BucketId bucket, BatchSource rows) {
        try (AppendFileWriter writer = writer(bucket, DataFileMeta.FROM_INPUT)) {
            for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
                writer.write(batch);
            }
            return writer.finish();
        }
    }

    /**
     * Writes what is left of a file.
     *
     * @param gone positions of rows in the file, sorted
     */
    public List<DataFileMeta> without(BucketId bucket, DataFileMeta file, long[] gone) {
        if (gone.length == file.rowCount()) {
            return List.of();
        }
        try (AppendFileWriter writer = writer(bucket, DataFileMeta.FROM_INPUT);
                BatchSource rows =
                        reader.readValues(bucket, file, prototype.shape().allPositions(), null)) {
            BatchBuilder kept = new BatchBuilder(prototype.shape().rowType());
            long position = 0;
            int next = 0;
            for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
                int from = 0;
                for (; next < gone.length && gone[next] < position + batch.size(); next++) {
                    int row = (int) (gone[next] - position);
                    kept.append(batch, from, row);
                    from = row + 1;
                }
                kept.append(batch, from, batch.size());
                position += batch.size();
                if (kept.size() > 0) {
                    writer.write(kept.build());
                }
            }
            return writer.finish();
        }
    }

    /**
     * Merges the newest small files of a bucket, on to older ones while one is no larger than all newer together: a row is
     * rewritten a number of times that grows with the logarithm of the table only.
     *
     * @param least how many files there must be to merge
     * @return no changes if there are not so many
     */
    public BucketChanges mergeSmall(BucketId bucket, List<DataFileMeta> live, int least) {
        List<DataFileMeta> newestFirst = small(live);
        int count = 0;
        long bytes = 0;
        while (count < newestFirst.size()
                && (count == 0 || newestFirst.get(count).sizeBytes() <= bytes)) {
            bytes += newestFirst.get(count).sizeBytes();
            count++;
        }
        return count < least ? unchanged(bucket) : merge(bucket, newestFirst.subList(0, count));
    }

    /** Merges all small files of a bucket. */
    public BucketChanges mergeAllSmall(BucketId bucket, List<DataFileMeta> live) {
        List<DataFileMeta> newestFirst = small(live);
        return newestFirst.size() < 2 ? unchanged(bucket) : merge(bucket, newestFirst);
    }

    /** Newest first. */
    private List<DataFileMeta> small(List<DataFileMeta> live) {
        return live.stream()
                .filter(file -> file.deletedRows() == null
                        && file.sizeBytes() < prototype.options().targetFileBytes() * LARGE)
                .sorted(Comparator.comparingLong(DataFileMeta::maxSequenceNumber)
                        .reversed())
                .toList();
    }

    private BucketChanges merge(BucketId bucket, List<DataFileMeta> newestFirst) {
        List<DataFileMeta> oldestFirst = new ArrayList<>(newestFirst);
        java.util.Collections.reverse(oldestFirst);
        try (AppendFileWriter writer = writer(bucket, DataFileMeta.FROM_COMPACTION)) {
            for (DataFileMeta file : oldestFirst) {
                try (BatchSource rows =
                        reader.readValues(bucket, file, prototype.shape().allPositions(), null)) {
                    for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
                        writer.write(batch);
                    }
                }
            }
            long first = oldestFirst.get(0).minSequenceNumber();
            long last = newestFirst.get(0).maxSequenceNumber();
            List<DataFileMeta> merged = writer.finish().stream()
                    .map(file -> file.numbered(first, last))
                    .toList();
            return new BucketChanges(bucket, totalBuckets(), oldestFirst, merged, List.of());
        }
    }

    /** The bucket count of every entry: -1 where rows have no bucket. */
    public int totalBuckets() {
        return prototype.options().buckets();
    }

    private BucketChanges unchanged(BucketId bucket) {
        return new BucketChanges(bucket, totalBuckets(), List.of(), List.of(), List.of());
    }

    private AppendFileWriter writer(BucketId bucket, int source) {
        return new AppendFileWriter(
                new DataFileWriter.Target(
                        prototype.environment(),
                        prototype.pending(),
                        layout.bucketDirectory(partitions.path(bucket.partition()), bucket.bucket()),
                        prototype.shape(),
                        prototype.options(),
                        prototype.schemaId()),
                source);
    }
}
