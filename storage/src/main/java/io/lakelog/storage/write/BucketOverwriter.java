package io.lakelog.storage.write;

import io.lakelog.storage.changelog.StateDiff;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.ChangelogProducer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replaces all rows of a bucket by others. The changelog, where there is one, is the difference between what had been told
 * of the bucket and what is in it now. Thread-safe; touches only files that it creates.
 */
final class BucketOverwriter {
    private final BucketFiles files;
    private final BucketWriter writer;

    BucketOverwriter(BucketFiles files, BucketWriter writer) {
        this.files = files;
        this.writer = writer;
    }

    BucketChanges overwrite(BucketId bucket, @Nullable BucketRows rows, WriteBuffer buffer, List<DataFileMeta> live) {
        List<DataFileMeta> added = rows == null ? List.of() : write(bucket, rows, buffer);
        return new BucketChanges(bucket, files.options().buckets(), live, added, changelog(bucket, live, added));
    }

    /** The rows as the files of a bucket that has no others. */
    private List<DataFileMeta> write(BucketId bucket, BucketRows rows, WriteBuffer buffer) {
        BucketChanges written = files.options().changelogProducer() == ChangelogProducer.FULL_COMPACTION
                ? writer.writeAndCompact(bucket, rows, buffer, List.of())
                : writer.write(bucket, rows, buffer, List.of());
        // It tells of rows put into an empty bucket, which this one was not.
        for (DataFileMeta file : written.changelog()) {
            files.prototype().pending().discard(files.directory(bucket) + "/" + file.name());
        }
        return written.added();
    }

    private List<DataFileMeta> changelog(BucketId bucket, List<DataFileMeta> live, List<DataFileMeta> added) {
        int topLevel = files.options().topLevel();
        int told =
                switch (files.options().changelogProducer()) {
                    case NONE -> -1;
                    case INPUT -> 0;
                    case LOOKUP -> 1;
                    case FULL_COMPACTION -> topLevel;
                };
        if (told < 0) {
            return List.of();
        }
        List<DataFileMeta> before =
                live.stream().filter(file -> file.level() >= told).toList();
        try (DataFileWriter changelog =
                        files.newWriter(bucket, true, told == 0 ? 0 : topLevel, DataFileMeta.FROM_INPUT);
                BatchSource changes = new StateDiff(
                        files.reader().readRows(bucket, before),
                        files.reader().readRows(bucket, added),
                        files.shape(),
                        files.options().rowDeduplicate())) {
            for (Batch batch = changes.next(); batch != null; batch = changes.next()) {
                changelog.write(batch);
            }
            return changelog.finish();
        }
    }
}
