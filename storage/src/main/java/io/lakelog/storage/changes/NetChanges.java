package io.lakelog.storage.changes;

import io.lakelog.storage.changelog.RowDiff;
import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Concatenation;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The net changes of a range of snapshots: for each key from its first image to its last, nothing for a key that ends as it
 * began; bucket by bucket in key order. They count as changes of the range's last snapshot. Compared from the states
 * before and after the range where both are there; else put together from the changelogs. Not thread-safe.
 */
public final class NetChanges implements BatchSource {
    private final BatchSource changes;
    private final Snapshot last;
    private final int[] wanted;
    private final ChangeNumbers numbers = new ChangeNumbers();

    private NetChanges(BatchSource changes, Snapshot last, int[] columns) {
        this.changes = changes;
        this.last = last;
        this.wanted = new int[columns.length + KeyValues.VALUES];
        wanted[KeyValues.KIND] = KeyValues.KIND;
        System.arraycopy(KeyValues.inBatch(columns), 0, wanted, KeyValues.VALUES, columns.length);
    }

    /** By comparing two states. */
    public static NetChanges between(
            TableState before, TableState after, StateChanges computed, Snapshot last, int[] columns) {
        Set<BucketId> buckets = new LinkedHashSet<>();
        before.files().buckets().forEach(buckets::add);
        after.files().buckets().forEach(buckets::add);
        return new NetChanges(
                computed.between(buckets, bucket -> of(before, bucket, last), bucket -> of(after, bucket, last)),
                last,
                columns);
    }

    private static StateChanges.BucketState of(TableState state, BucketId bucket, Snapshot last) {
        // Before the first snapshot there are no files, and no rules for them.
        return StateChanges.BucketState.of(
                state.files(), bucket, state.snapshot().orElse(last).schemaId());
    }

    /**
     * From changelogs, one bucket in memory at a time.
     *
     * @param snapshots of the range, in order
     * @param memoryBytes how much the changes of one bucket may take
     * @throws LakelogException INVALID_RANGE for a snapshot whose changes cannot be told; from the source LIMIT
     */
    public static NetChanges of(
            List<Snapshot> snapshots, ChangeFeed.Sources sources, TableShape shape, long memoryBytes, int[] columns) {
        Map<BucketId, List<Supplier<BatchSource>>> changes = new LinkedHashMap<>();
        for (Snapshot snapshot : snapshots) {
            if (snapshot.changelog() == null) {
                sources.computed().ofExpired(snapshot).close();
                continue;
            }
            Map<BucketId, BucketParts> parts = new LinkedHashMap<>();
            for (ManifestEntry entry : sources.changelogFiles(snapshot)) {
                BucketId together = shape.keySpansPartitions()
                        ? new BucketId(BinaryRow.EMPTY, entry.bucket().bucket())
                        : entry.bucket();
                parts.computeIfAbsent(together, bucket -> new BucketParts(shape, shape.allPositions()))
                        .add(
                                entry.bucket(),
                                all -> sources.reader()
                                        .fileReader()
                                        .readKeyValues(entry.bucket(), entry.file(), all, null));
            }
            parts.forEach((bucket, ofSnapshot) ->
                    changes.computeIfAbsent(bucket, key -> new ArrayList<>()).add(() -> ofSnapshot.open(false)));
        }
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        changes.values().forEach(sequence -> parts.add(() -> folded(sequence, shape, memoryBytes)));
        return new NetChanges(new Concatenation(parts), snapshots.get(snapshots.size() - 1), columns);
    }

    private static BatchSource folded(List<Supplier<BatchSource>> changes, TableShape shape, long memoryBytes) {
        BatchBuilder all = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
        for (Supplier<BatchSource> ofSnapshot : changes) {
            try (BatchSource source = ofSnapshot.get()) {
                for (Batch batch = source.next(); batch != null; batch = source.next()) {
                    all.append(batch, 0, batch.size());
                    if (all.memoryBytes() > memoryBytes) {
                        throw new LakelogException(
                                ErrorCode.LIMIT,
                                "the changes of one bucket take more than " + memoryBytes
                                        + " bytes, which is too much to"
                                        + " put net changes together; begin at a state that is still there, or read less"
                                        + " at once");
                    }
                }
            }
        }
        SortedVersions versions = SortedVersions.sort(all.build(), shape);
        RowDiff diff = new RowDiff(shape.rowType(), true);
        BatchBuilder net = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
        List<Batch> batches = new ArrayList<>();
        for (int group = 0; group < versions.groups(); group++) {
            int first = versions.order()[versions.starts()[group]];
            int end = versions.last(group);
            diff.append(
                    isBefore(versions.versions(), first) ? versions.versions() : null,
                    first,
                    isBefore(versions.versions(), end) ? null : versions.versions(),
                    end,
                    net);
            if (net.size() >= Batch.TARGET_ROWS) {
                batches.add(net.build());
            }
        }
        if (net.size() > 0) {
            batches.add(net.build());
        }
        return BatchSource.of(batches);
    }

    /** Whether a change is the image of what was there before. */
    private static boolean isBefore(Batch versions, int row) {
        int kind = KeyValues.kinds(versions)[row];
        return kind == RowKind.UPDATE_BEFORE.code() || kind == RowKind.DELETE.code();
    }

    @Override
    public @Nullable Batch next() {
        Batch batch = changes.next();
        return batch == null ? null : numbers.number(batch.project(wanted), last);
    }

    @Override
    public void close() {
        changes.close();
    }
}
