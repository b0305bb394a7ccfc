package io.lakelog.storage.changes;

import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.manifest.ManifestStore;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Concatenation;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.SnapshotStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The changes of snapshots {@code from} to {@code to}, snapshot by snapshot. Every batch: kind, snapshot id, change number
 * within the snapshot, commit time in microseconds, then the wanted columns. Not thread-safe.
 */
public final class ChangeFeed implements BatchSource {
    private final Sources sources;
    private final int[] columns;
    private final long to;
    private long nextSnapshot;
    private @Nullable Snapshot current;
    private BatchSource changes = BatchSource.empty();
    private long changeNumber;

    /** Where a feed reads. */
    public record Sources(
            SnapshotStore snapshots, ManifestStore manifests, BucketReader reader, StateChanges computed) {}

    /**
     * @param columns positions in the table's row type
     * @param from first snapshot, which exists unless the range is empty
     * @param to last snapshot
     */
    public ChangeFeed(Sources sources, int[] columns, long from, long to) {
        this.sources = sources;
        this.columns = columns;
        this.nextSnapshot = from;
        this.to = to;
    }

    @Override
    public @Nullable Batch next() {
        while (true) {
            Batch batch = changes.next();
            Snapshot snapshot = current;
            if (batch != null && snapshot != null) {
                return withMetadata(batch, snapshot);
            }
            changes.close();
            changes = BatchSource.empty();
            if (nextSnapshot > to) {
                return null;
            }
            snapshot = sources.snapshots().read(nextSnapshot++);
            current = snapshot;
            changeNumber = 0;
            changes = snapshot.changelog() != null
                    ? materialised(snapshot)
                    : sources.computed().of(snapshot, columns);
        }
    }

    /** The changelog files in the order of their manifests, which never changes. */
    private BatchSource materialised(Snapshot snapshot) {
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        if (snapshot.changelog() != null) {
            for (ManifestInfo manifest : sources.manifests().readList(snapshot.changelog())) {
                for (ManifestEntry entry : sources.manifests().readManifest(manifest)) {
                    parts.add(() ->
                            sources.reader().fileReader().readKeyValues(entry.bucket(), entry.file(), columns, null));
                }
            }
        }
        return new Concatenation(parts);
    }

    private Batch withMetadata(Batch batch, Snapshot snapshot) {
        int size = batch.size();
        long[] ids = new long[size];
        long[] numbers = new long[size];
        long[] times = new long[size];
        long micros = snapshot.commitTimeMillis() * 1000;
        for (int i = 0; i < size; i++) {
            ids[i] = snapshot.id();
            numbers[i] = changeNumber++;
            times[i] = micros;
        }
        List<Column> all = new ArrayList<>(4 + columns.length);
        all.add(batch.column(KeyValues.KIND));
        all.add(new Column.Longs(size, null, ids));
        all.add(new Column.Longs(size, null, numbers));
        all.add(new Column.Longs(size, null, times));
        all.addAll(batch.columns().subList(KeyValues.VALUES, batch.width()));
        return new Batch(size, all);
    }

    @Override
    public void close() {
        nextSnapshot = to + 1;
        changes.close();
        changes = BatchSource.empty();
    }
}
