package io.lakelog.storage;

import io.lakelog.storage.changes.StateChanges;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.schema.ChangelogProducer;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** Compactions that somebody asks for: each is a snapshot of its own. The caller holds the commit lock. */
record TableCompaction(LakeTable table) {
    /**
     * Compacts some buckets.
     *
     * @param full whether each has one run afterwards; else only what is due is merged
     * @return the snapshot, or empty if there was nothing to do
     */
    OptionalLong run(Predicate<BucketId> wanted, boolean full) {
        table.checkWritable();
        OptionalLong compacted = attempts(wanted, full);
        compacted.ifPresent(table.retention()::afterCommit);
        return compacted;
    }

    private OptionalLong attempts(Predicate<BucketId> wanted, boolean full) {
        while (true) {
            table.checkSchema();
            TableState base = table.files().states.latest();
            OptionalLong snapshot;
            try {
                snapshot = attempt(base, wanted, full);
            } catch (LakelogException e) {
                if (!table.isGone(base, e)) {
                    throw e;
                }
                continue;
            }
            if (snapshot.isPresent() || table.latestSnapshotId().orElse(0) == base.snapshotId()) {
                return snapshot;
            }
        }
    }

    private OptionalLong attempt(TableState base, Predicate<BucketId> wanted, boolean full) {
        Set<BucketId> buckets = new LinkedHashSet<>();
        base.files().buckets().forEach(bucket -> {
            if (wanted.test(bucket)) {
                buckets.add(bucket);
            }
        });
        return table.schema().primaryKeys().isEmpty()
                ? table.append().compact(base, buckets, full)
                : attempt(base, buckets, full);
    }

    private OptionalLong attempt(TableState base, Set<BucketId> buckets, boolean full) {
        // Only a compaction of all buckets tells all changes so far.
        boolean announces = table.options().changelogProducer() == ChangelogProducer.FULL_COMPACTION
                && full
                && covers(base, buckets);
        // What a table tells of keys that span partitions is found over all of them.
        if (table.shape().keySpansPartitions()
                && (full || table.options().resolvedLevels())
                && StateChanges.leavesOut(base.files(), table.options())) {
            return spanning(base, buckets);
        }
        Optional<TableState> compacted = new TableCommit(table, base, Snapshot.CommitKind.COMPACT, announces)
                .attempt(
                        buckets,
                        (writer, bucket) -> full
                                ? writer.compactor()
                                        .compactFully(bucket, base.files().files(bucket))
                                : writer.compactIfNeeded(bucket, base.files().files(bucket)));
        return compacted.isPresent() ? OptionalLong.of(compacted.get().snapshotId()) : OptionalLong.empty();
    }

    private OptionalLong spanning(TableState base, Set<BucketId> buckets) {
        if (!covers(base, buckets)) {
            throw LakelogException.unsupported("the PRIMARY KEY of table " + table.name()
                    + " spans its partitions, and changes wait for their compaction: single partitions cannot be"
                    + " compacted; leave 'partitions' out");
        }
        boolean announces = table.options().changelogProducer() == ChangelogProducer.FULL_COMPACTION;
        Optional<TableState> compacted = new SpanningCommit(table, base).compactFully(announces);
        return compacted.isPresent() ? OptionalLong.of(compacted.get().snapshotId()) : OptionalLong.empty();
    }

    private static boolean covers(TableState state, Set<BucketId> buckets) {
        for (BucketId bucket : state.files().buckets()) {
            if (!buckets.contains(bucket)) {
                return false;
            }
        }
        return true;
    }
}
