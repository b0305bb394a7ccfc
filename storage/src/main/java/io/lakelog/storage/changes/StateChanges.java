package io.lakelog.storage.changes;

import io.lakelog.storage.changelog.StateDiff;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.MappedSource;
import io.lakelog.storage.schema.ChangelogProducer;
import io.lakelog.storage.schema.MergeEngine;
import io.lakelog.storage.schema.TableOptions;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.SnapshotStore;
import io.lakelog.storage.snapshot.StateReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;

/**
 * Computes the changes of a snapshot that carries no changelog, by comparing the announced state before and after it:
 * what the changes so far have told. That is all levels for tables without a producer (above 0 if they have deletion
 * vectors), the levels above 0 for {@code lookup}, the top level for {@code full-compaction}. Buckets whose announced files
 * are the same, with the same rows gone, are not read.
 * Thread-safe.
 */
public final class StateChanges {
    private final SnapshotStore snapshots;
    private final StateReader states;
    private final TableShape shape;
    private final LongFunction<Rules> rulesOf;

    /**
     * What the options under which a snapshot was committed say of its files.
     *
     * @param reader reads them in the columns that are wanted now
     */
    public record Rules(TableOptions options, BucketReader reader) {}

    /** @param rulesOf the rules of a schema id */
    public StateChanges(SnapshotStore snapshots, StateReader states, TableShape shape, LongFunction<Rules> rulesOf) {
        this.snapshots = snapshots;
        this.states = states;
        this.shape = shape;
        this.rulesOf = rulesOf;
    }

    /** The changes as {@link KeyValues} with the wanted columns, bucket by bucket in key order. */
    BatchSource of(Snapshot snapshot, int[] columns) {
        Rules rules = rulesOf.apply(snapshot.schemaId());
        if (shape.keyPositions().length == 0) {
            return new AppendChanges(snapshots, states, rules.reader().fileReader(), shape).of(snapshot, columns);
        }
        if (changesNothing(snapshot, rules.options())) {
            return BatchSource.empty();
        }
        Optional<Snapshot> previous = before(snapshot);
        if (previous.isEmpty() && snapshot.id() > 1) {
            return ofExpired(snapshot);
        }
        LiveFiles before = previous.map(s -> states.at(s).files()).orElse(LiveFiles.NONE);
        Rules rulesBefore = previous.map(s -> s.schemaId() == snapshot.schemaId() ? rules : rulesOf.apply(s.schemaId()))
                .orElse(rules);
        LiveFiles after = states.at(snapshot).files();
        Set<BucketId> buckets = new LinkedHashSet<>();
        before.buckets().forEach(buckets::add);
        after.buckets().forEach(buckets::add);
        boolean anew = snapshot.commitKind() == Snapshot.CommitKind.OVERWRITE;
        Set<BinaryRow> mixed = mixed(buckets, before::totalBuckets, after::totalBuckets, anew);
        BucketParts parts = new BucketParts(shape, shape.allPositions(), mixed);
        for (BucketId bucket : buckets) {
            List<DataFileMeta> old = announced(before.files(bucket), rulesBefore.options());
            List<DataFileMeta> now = announced(after.files(bucket), rules.options());
            if (!Set.copyOf(old).equals(Set.copyOf(now))) {
                parts.add(bucket, all -> diff(bucket, rulesBefore, old, rules, now));
            }
        }
        int[] wanted = new int[columns.length + KeyValues.VALUES];
        wanted[KeyValues.KIND] = KeyValues.KIND;
        System.arraycopy(KeyValues.inBatch(columns), 0, wanted, KeyValues.VALUES, columns.length);
        return new MappedSource(parts.open(true), batch -> batch.project(wanted));
    }

    /**
     * The changes of a snapshot without a changelog that cannot be compared, for the state before it or its own has
     * expired: none, if it cannot have changed what is announced (a writer tells such changes); else INVALID_RANGE.
     */
    BatchSource ofExpired(Snapshot snapshot) {
        TableOptions options = rulesOf.apply(snapshot.schemaId()).options();
        boolean toldLater = options.changelogProducer() != ChangelogProducer.NONE
                && snapshot.commitKind() != Snapshot.CommitKind.OVERWRITE;
        if (toldLater || changesNothing(snapshot, options)) {
            return BatchSource.empty();
        }
        throw new LakelogException(
                ErrorCode.INVALID_RANGE,
                "the changes of snapshot " + snapshot.id() + " have to be computed from the state before it, which has"
                        + " expired; read from a later snapshot");
    }

    /**
     * The files of a bucket at some state.
     *
     * @param totalBuckets that its partition had then; 0 if there are no files
     * @param schemaId of the state's snapshot
     */
    public record BucketState(List<DataFileMeta> files, int totalBuckets, long schemaId) {
        public static BucketState of(LiveFiles files, BucketId bucket, long schemaId) {
            return new BucketState(files.files(bucket), files.totalBuckets(bucket), schemaId);
        }
    }

    /**
     * What of the announced rows of some buckets changes, at most one step of each key; all columns.
     *
     * @param before the buckets at the first state
     * @param after at the second
     */
    public BatchSource between(
            Iterable<BucketId> buckets, Function<BucketId, BucketState> before, Function<BucketId, BucketState> after) {
        Set<BinaryRow> mixed = mixed(
                buckets,
                bucket -> before.apply(bucket).totalBuckets(),
                bucket -> after.apply(bucket).totalBuckets(),
                true);
        BucketParts parts = new BucketParts(shape, shape.allPositions(), mixed);
        for (BucketId bucket : buckets) {
            parts.add(bucket, all -> between(bucket, before.apply(bucket), after.apply(bucket)));
        }
        return parts.open(true);
    }

    /**
     * Partitions in which a key may have gone from one bucket to another: there was another number of them.
     *
     * @param anew whether the keys of dynamic buckets may have been assigned anew
     */
    private static Set<BinaryRow> mixed(
            Iterable<BucketId> buckets, ToIntFunction<BucketId> before, ToIntFunction<BucketId> after, boolean anew) {
        Map<BinaryRow, Integer> totals = new HashMap<>();
        Set<BinaryRow> mixed = new HashSet<>();
        for (BucketId bucket : buckets) {
            for (int total : new int[] {before.applyAsInt(bucket), after.applyAsInt(bucket)}) {
                int known = total == 0 ? 0 : totals.merge(bucket.partition(), total, (first, next) -> first);
                if (known != total || (total < 0 && anew)) {
                    mixed.add(bucket.partition());
                }
            }
        }
        return mixed;
    }

    /** What of the announced rows of a bucket changes from one state to another; all columns. */
    public BatchSource between(BucketId bucket, BucketState before, BucketState after) {
        Rules rulesBefore = rulesOf.apply(before.schemaId());
        Rules rulesAfter = rulesOf.apply(after.schemaId());
        List<DataFileMeta> old = announced(before.files(), rulesBefore.options());
        List<DataFileMeta> now = announced(after.files(), rulesAfter.options());
        return Set.copyOf(old).equals(Set.copyOf(now))
                ? BatchSource.empty()
                : diff(bucket, rulesBefore, old, rulesAfter, now);
    }

    /** By the keys that can have changed, if these are few and the first version found of a key is the one that counts. */
    private BatchSource diff(
            BucketId bucket, Rules rulesBefore, List<DataFileMeta> old, Rules rulesAfter, List<DataFileMeta> now) {
        if (newestCounts(rulesBefore.options())
                && newestCounts(rulesAfter.options())
                && rulesBefore.options().resolvedLevels()
                        == rulesAfter.options().resolvedLevels()) {
            ChangedKeys changed = ChangedKeys.open(bucket, rulesAfter.reader(), shape, old, now);
            if (changed != null) {
                return changed;
            }
        }
        return new StateDiff(
                rulesBefore.reader().readRows(bucket, old), rulesAfter.reader().readRows(bucket, now), shape, true);
    }

    private static boolean newestCounts(TableOptions options) {
        return options.merge().engine() == MergeEngine.DEDUPLICATE
                && options.merge().sequenceFields().isEmpty();
    }

    private static boolean changesNothing(Snapshot snapshot, TableOptions options) {
        // Unless rows come to be seen by it.
        boolean none = options.changelogProducer() == ChangelogProducer.NONE
                && !options.levelZeroWaits()
                && options.buckets() != TableLayout.POSTPONED_BUCKET;
        boolean input = options.changelogProducer() == ChangelogProducer.INPUT;
        return switch (snapshot.commitKind()) {
            case ANALYZE -> true;
            case COMPACT -> input || none;
            // With the input producer the changelog is what the writer said, and this writer said nothing.
            case APPEND -> input;
            case OVERWRITE -> false;
        };
    }

    /** The snapshot before, from its file or a tag; empty before the first, and if it has expired. */
    private Optional<Snapshot> before(Snapshot snapshot) {
        return snapshot.id() == 1
                ? Optional.empty()
                : snapshots.find(snapshot.id() - 1).or(() -> snapshots.tags().snapshot(snapshot.id() - 1));
    }

    private static List<DataFileMeta> announced(List<DataFileMeta> files, TableOptions options) {
        int lowest = lowestAnnounced(options);
        return files.stream().filter(file -> file.level() >= lowest).toList();
    }

    private static int lowestAnnounced(TableOptions options) {
        return switch (options.changelogProducer()) {
            case NONE, INPUT -> options.levelZeroWaits() ? 1 : 0;
            case LOOKUP -> 1;
            case FULL_COMPACTION -> options.topLevel();
        };
    }

    /** Whether some files of a state are not announced yet. */
    public static boolean leavesOut(LiveFiles state, TableOptions options) {
        int lowest = lowestAnnounced(options);
        for (BucketId bucket : state.buckets()) {
            if (state.files(bucket).stream().anyMatch(file -> file.level() < lowest)) {
                return true;
            }
        }
        return false;
    }
}
