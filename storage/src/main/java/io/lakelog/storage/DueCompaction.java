package io.lakelog.storage;

import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.BucketWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the runs of all buckets of a table that are due, without keeping writers from committing meanwhile: only to be
 * published it takes the commit lock, and then goes with whatever state is the newest, so long as the files that it merged
 * are there and nothing else has come onto their levels. Else its work is thrown away.
 *
 * @param checkpoint called now and then; what it throws ends the work, and leaves nothing behind
 */
record DueCompaction(LakeTable table, Runnable checkpoint) {
    private static final Logger LOG = LoggerFactory.getLogger(DueCompaction.class);

    /** Whether anything was due and is done now, by us or, if it came first, by another process. */
    boolean run() {
        return table.onNewest(table.files().states::latest, this::run);
    }

    private boolean run(TableState base) {
        PendingFiles written = new PendingFiles(table.files().environment.files());
        try {
            List<BucketChanges> changes = merge(base, written);
            if (changes.isEmpty()) {
                return false;
            }
            written.syncDirectories();
            publish(base, changes, written);
            return true;
        } finally {
            written.discard();
        }
    }

    private List<BucketChanges> merge(TableState base, PendingFiles written) {
        BucketWriter writer = table.bucketWriter(written, checkpoint);
        List<BucketId> due = new ArrayList<>();
        for (BucketId bucket : base.files().buckets()) {
            if (writer.compactor().isDue(base.files().files(bucket))) {
                due.add(bucket);
            }
        }
        return due.parallelStream()
                .map(bucket -> merge(writer, bucket, base.files().files(bucket)))
                .filter(change -> !change.isEmpty())
                .toList();
    }

    /** Where overflows are left to readers, a bucket with a key whose sum cannot be made stays as it is. */
    private BucketChanges merge(BucketWriter writer, BucketId bucket, List<DataFileMeta> live) {
        try {
            return writer.compactIfNeeded(bucket, live);
        } catch (LakelogException e) {
            if (e.code() != ErrorCode.NUMERIC_OVERFLOW
                    || table.options().merge().checkOverflow()) {
                throw e;
            }
            LOG.warn("a bucket of table {} was not compacted: {}", table.name(), e.getMessage());
            return new BucketChanges(bucket, table.options().buckets(), List.of(), List.of(), List.of());
        }
    }

    private void publish(TableState base, List<BucketChanges> changes, PendingFiles written) {
        table.files().commitLock.lock();
        try {
            Optional<TableState> published = Optional.empty();
            while (published.isEmpty()) {
                checkpoint.run();
                table.checkSchema();
                TableState newest = table.files().states.latest();
                if (!changes.stream().allMatch(change -> fits(change, base, newest))) {
                    LOG.debug("compaction of table {}: another writer has replaced its files", table.name());
                    return;
                }
                published = attempt(newest, changes, written);
            }
            table.retention().afterCommit(published.get().snapshotId());
        } finally {
            table.files().commitLock.unlock();
        }
    }

    private Optional<TableState> attempt(TableState newest, List<BucketChanges> changes, PendingFiles written) {
        PendingFiles metadata = new PendingFiles(table.files().environment.files());
        boolean prepared = false;
        try {
            TableCommit.Prepared snapshot = new TableCommit(table, newest, Snapshot.CommitKind.COMPACT, false)
                    .prepare(changes, metadata, written);
            prepared = true;
            return snapshot.publish();
        } catch (LakelogException e) {
            if (table.isGone(newest, e)) {
                return Optional.empty();
            }
            throw e;
        } finally {
            if (!prepared) {
                metadata.discard();
            }
        }
    }

    /** Whether what was merged is still there, and nothing but rows on level 0 has come since. */
    private static boolean fits(BucketChanges change, TableState base, TableState newest) {
        Set<Place> now = places(newest.files().files(change.bucket()), file -> true);
        Set<Place> merged = places(change.removed(), file -> true);
        Predicate<DataFileMeta> upper = file -> file.level() > 0;
        return now.containsAll(merged)
                && places(base.files().files(change.bucket()), upper)
                        .equals(places(newest.files().files(change.bucket()), upper));
    }

    private static Set<Place> places(List<DataFileMeta> files, Predicate<DataFileMeta> wanted) {
        Set<Place> places = new HashSet<>();
        files.stream().filter(wanted).forEach(file -> places.add(new Place(file.name(), file.level())));
        return places;
    }

    private record Place(String name, int level) {}
}
