package io.lakelog.storage.changes;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.lsm.DataFileReader;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Concatenation;
import io.lakelog.storage.row.MappedSource;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.SnapshotStore;
import io.lakelog.storage.snapshot.StateReader;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a table without a key: the rows of files that came are +I. Where files went too, what is equal in both is
 * no change; of the rest, rows that went are -D, before the +I of those that came. Thread-safe.
 */
final class AppendChanges {
    /** Rows of rewritten files that are compared at once, in each of which a row takes about 100 bytes. */
    private static final int COMPARED_ROWS_MAX = 20_000_000;

    private final SnapshotStore snapshots;
    private final StateReader states;
    private final DataFileReader reader;
    private final TableShape shape;
    private final List<DataType> types;

    AppendChanges(SnapshotStore snapshots, StateReader states, DataFileReader reader, TableShape shape) {
        this.snapshots = snapshots;
        this.states = states;
        this.reader = reader;
        this.shape = shape;
        this.types = shape.rowType().fields().stream().map(Field::type).toList();
    }

    private record Located(BucketId bucket, DataFileMeta file) {}

    /** The changes as {@link KeyValues} with the wanted columns. */
    BatchSource of(Snapshot snapshot, int[] columns) {
        if (snapshot.commitKind() == Snapshot.CommitKind.COMPACT
                || snapshot.commitKind() == Snapshot.CommitKind.ANALYZE) {
            return BatchSource.empty();
        }
        LiveFiles after = states.at(snapshot).files();
        LiveFiles before = snapshot.id() == 1
                ? LiveFiles.NONE
                : states.at(snapshots
                                .find(snapshot.id() - 1)
                                .orElseThrow(() -> new LakelogException(
                                        ErrorCode.INVALID_RANGE,
                                        "the changes of snapshot " + snapshot.id()
                                                + " have to be computed from snapshot "
                                                + (snapshot.id() - 1)
                                                + ", which has expired; read from a later snapshot")))
                        .files();
        List<Located> come = difference(after, before);
        List<Located> gone = difference(before, after);
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        if (gone.isEmpty()) {
            for (Located file : come) {
                parts.add(
                        () -> asChanges(reader.readValues(file.bucket(), file.file(), columns, null), RowKind.INSERT));
            }
        } else {
            Map<BinaryRow, Integer> counts = count(come);
            // Rows that went take away their equals among those that came; what is left of these is new.
            parts.add(() -> selected(gone, columns, RowKind.DELETE, row -> !taken(counts, row)));
            parts.add(() -> selected(come, columns, RowKind.INSERT, row -> taken(counts, row)));
        }
        return new Concatenation(parts);
    }

    private static List<Located> difference(LiveFiles of, LiveFiles without) {
        List<Located> files = new ArrayList<>();
        for (BucketId bucket : of.buckets()) {
            Set<String> others =
                    without.files(bucket).stream().map(DataFileMeta::name).collect(Collectors.toSet());
            of.files(bucket).stream()
                    .filter(file -> !others.contains(file.name()))
                    .forEach(file -> files.add(new Located(bucket, file)));
        }
        files.sort(Comparator.comparing((Located located) -> located.file().minSequenceNumber())
                .thenComparing(located -> located.file().name()));
        return files;
    }

    private Map<BinaryRow, Integer> count(List<Located> files) {
        long rows =
                files.stream().mapToLong(located -> located.file().rowCount()).sum();
        if (rows > COMPARED_ROWS_MAX) {
            throw new LakelogException(
                    ErrorCode.LIMIT,
                    "a snapshot has rewritten files of " + rows + " rows of a table without a PRIMARY KEY; its changes"
                            + " can be computed for at most " + COMPARED_ROWS_MAX);
        }
        Map<BinaryRow, Integer> counts = new HashMap<>();
        try (BatchSource source = rows(files)) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                for (int row = 0; row < batch.size(); row++) {
                    counts.merge(identity(batch, row), 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    private static boolean taken(Map<BinaryRow, Integer> counts, BinaryRow row) {
        Integer count = counts.get(row);
        if (count == null) {
            return false;
        }
        if (count == 1) {
            counts.remove(row);
        } else {
            counts.put(row, count - 1);
        }
        return true;
    }

    private BatchSource rows(List<Located> files) {
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        for (Located file : files) {
            parts.add(() -> reader.readValues(file.bucket(), file.file(), shape.allPositions(), null));
        }
        return new Concatenation(parts);
    }

    private BinaryRow identity(Batch batch, int row) {
        return BinaryRow.of(batch.columns(), types, row);
    }

    private BatchSource selected(List<Located> files, int[] columns, RowKind kind, Predicate<BinaryRow> wanted) {
        BatchSource rows = rows(files);
        BatchBuilder chosen = new BatchBuilder(shape.rowType());
        BatchSource selected = new BatchSource() {
            @Override
            public @Nullable Batch next() {
                for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
                    for (int row = 0; row < batch.size(); row++) {
                        if (wanted.test(identity(batch, row))) {
                            chosen.append(batch, row, row + 1);
                        }
                    }
                    if (chosen.size() > 0) {
                        return chosen.build().project(columns);
                    }
                }
                return null;
            }

            @Override
            public void close() {
                rows.close();
            }
        };
        return asChanges(selected, kind);
    }

    /** Rows as {@link KeyValues} of one kind; their numbers mean nothing. */
    private static BatchSource asChanges(BatchSource rows, RowKind kind) {
        return new MappedSource(rows, batch -> {
            int[] kinds = new int[batch.size()];
            Arrays.fill(kinds, kind.code());
            List<Column> all = new ArrayList<>(batch.width() + KeyValues.VALUES);
            all.add(new Column.Longs(kinds.length, null, new long[kinds.length]));
            all.add(new Column.Ints(kinds.length, null, kinds));
            all.addAll(batch.columns());
            return new Batch(kinds.length, all);
        });
    }
}
