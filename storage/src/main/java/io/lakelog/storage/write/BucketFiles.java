package io.lakelog.storage.write;

import io.lakelog.storage.changelog.LookupChangelog;
import io.lakelog.storage.layout.PartitionPaths;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.schema.TableOptions;
import io.lakelog.storage.schema.TableShape;
import java.util.List;

/**
 * Where the files of a table's buckets are read and written. Thread-safe.
 *
 * @param prototype the target of files, but for the bucket's directory
 * @param checkpoint called now and then during long work; what it throws ends the work
 */
public record BucketFiles(
        DataFileWriter.Target prototype,
        TableLayout layout,
        PartitionPaths partitions,
        BucketReader reader,
        Runnable checkpoint) {

    DataFileWriter newWriter(BucketId bucket, boolean changelog, int level, int source) {
        DataFileWriter.Target target = new DataFileWriter.Target(
                prototype.environment(),
                prototype.pending(),
                directory(bucket),
                prototype.shape(),
                prototype.options(),
                prototype.schemaId());
        return new DataFileWriter(target, new DataFileWriter.FilePurpose(changelog, level, source));
    }

    String directory(BucketId bucket) {
        return layout.bucketDirectory(partitions.path(bucket.partition()), bucket.bucket());
    }

    TableShape shape() {
        return prototype.shape();
    }

    TableOptions options() {
        return prototype.options();
    }

    /** How the changes of versions are found; {@code net} if all versions of a key are one step. */
    LookupChangelog.Rules changelogRules(boolean net) {
        return new LookupChangelog.Rules(shape(), reader.rules(), options().rowDeduplicate(), net);
    }

    BatchBuilder newBatch() {
        return new BatchBuilder(KeyValues.types(shape().rowType(), shape().allPositions()));
    }

    /** The time by which runs are chosen, if they are; else 0. */
    long compactionTime() {
        return options().compaction().dependOnTime() ? prototype.environment().wallClockMillis() : 0;
    }

    /** No changes. */
    BucketChanges unchanged(BucketId bucket) {
        return new BucketChanges(bucket, options().buckets(), List.of(), List.of(), List.of());
    }
}
