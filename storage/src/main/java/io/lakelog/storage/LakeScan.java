package io.lakelog.storage;

import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.predicate.KeyPoints;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Concatenation;
import io.lakelog.storage.scan.ScanPlanner;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.StateReader;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.WrittenRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads states of a table with a key, also as they would be under rows that are not committed yet. Thread-safe. */
final class LakeScan {
    private final LakeTable table;

    LakeScan(LakeTable table) {
        this.table = table;
    }

    /** The rows of a state as if those of {@code overlay}, if there is one, were written onto it. */
    BatchSource scan(ScanRequest request, @Nullable WrittenRows overlay) {
        Batch keys = wholeKeys(request.filter());
        if (keys != null) {
            KeyRequest byKey = new KeyRequest(keys, request.columns(), request.snapshotId());
            return find(byKey, request.filter(), overlay);
        }
        return ofState(request.snapshotId(), overlay != null, live -> scan(request, readable(live), overlay));
    }

    /** The keys that rows can have which meet a condition, or null if it leaves too many. */
    private @Nullable Batch wholeKeys(@Nullable Predicate filter) {
        return KeyPoints.of(filter, table.shape().rowType(), new KeyedRows(table).askedBy());
    }

    /** How much of a state there is to read. */
    ScanExtent extent(ScanRequest request) {
        Batch keys = wholeKeys(request.filter());
        LiveFiles live = readable(state(request.snapshotId()).files());
        if (keys != null) {
            return ScanExtent.of(
                    OptionalInt.of(keys.size()), live, new KeyedRows(table).filesAsked(keys, request.filter(), live));
        }
        Map<BucketId, Integer> read = new HashMap<>();
        new ScanPlanner(table.shape())
                .plan(live, request.filter())
                .forEach(split -> read.put(split.bucket(), split.files().size()));
        return ScanExtent.of(OptionalInt.empty(), live, read);
    }

    private TableState state(OptionalLong snapshotId) {
        StateReader states = table.files().states;
        return snapshotId.isEmpty()
                ? states.latest()
                : states.at(table.files().snapshots.read(snapshotId.getAsLong()));
    }

    /** The rows of some keys in the same state. */
    BatchSource find(KeyRequest request, @Nullable WrittenRows overlay) {
        return find(request, null, overlay);
    }

    /** @param filter leaves partitions out */
    private BatchSource find(KeyRequest request, @Nullable Predicate filter, @Nullable WrittenRows overlay) {
        return ofState(
                request.snapshotId(),
                overlay != null,
                live -> new KeyedRows(table).find(request, filter, readable(live), overlay));
    }

    /** The rows on the top level only. */
    BatchSource scanCompacted(ScanRequest request) {
        int topLevel = table.options().topLevel();
        return ofState(request.snapshotId(), false, live -> scan(request, live.onLevel(topLevel), null));
    }

    /** @param before whether the state before the first snapshot may be meant, as number 0 */
    private BatchSource ofState(OptionalLong snapshotId, boolean before, Function<LiveFiles, BatchSource> read) {
        StateReader states = table.files().states;
        if (snapshotId.isEmpty()) {
            TableState newest = states.latest();
            return ExpiringRows.ofState(table, newest.snapshotId(), () -> read.apply(newest.files()));
        }
        long id = snapshotId.getAsLong();
        if (id == 0 && before) {
            return read.apply(LiveFiles.NONE);
        }
        Snapshot snapshot = table.files().snapshots.read(id);
        return ExpiringRows.ofState(
                table, id, () -> read.apply(states.at(snapshot).files()));
    }

    private LiveFiles readable(LiveFiles live) {
        return table.options().levelZeroWaits() ? live.aboveLevelZero() : live;
    }

    private BatchSource scan(ScanRequest request, LiveFiles live, @Nullable WrittenRows overlay) {
        BucketReader reader = table.bucketReader();
        Set<BucketId> written = overlay == null ? Set.of() : overlay.buckets(live.buckets());
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        ScanPlanner planner = new ScanPlanner(table.shape());
        for (ScanPlanner.Split split : planner.plan(live, request.filter())) {
            if (!written.contains(split.bucket())) {
                parts.add(() -> reader.readRows(split.bucket(), split.files(), request.columns(), request.filter()));
            }
        }
        for (BucketId bucket : written) {
            if (!planner.mayHold(bucket, request.filter())) {
                continue;
            }
            // All files: one that cannot match may hold what a written row replaces.
            List<DataFileMeta> all = live.files(bucket);
            long firstSequence = reader.levels(all).maxSequenceNumber() + 1;
            parts.add(() -> reader.readRows(
                    bucket,
                    all,
                    Objects.requireNonNull(overlay).run(bucket, firstSequence),
                    request.columns(),
                    request.filter()));
        }
        return new Concatenation(parts);
    }
}
