package io.lakelog.storage.write;

import io.lakelog.storage.changelog.LookupChangelog;
import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.KeyHash;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.ChangelogProducer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of one bucket number where keys span partitions. The old row of each key is found first, wherever it is;
 * then every step of the key is told in the partitions that it touches, and what remains is stored where it belongs now: a
 * row that has moved is a retract in its old partition and a row in the new one. Thread-safe; touches only files that it
 * creates.
 */
public final class SpanningWriter {
    private final BucketFiles files;
    private final BucketWriter buckets;

    SpanningWriter(BucketFiles files, BucketWriter buckets) {
        this.files = files;
        this.buckets = buckets;
    }

    /**
     * The files of a bucket number before a commit, and where its keys are.
     *
     * @param live by partition
     * @param homes null if it is not known where keys live
     */
    public record Before(
            int bucket,
            Map<BinaryRow, List<DataFileMeta>> live,
            @Nullable KeyHomes homes) {}

    /** Where the keys live that some files hold: what {@link Before} wants. Reads their keys. */
    public KeyHomes readHomes(int bucket, Map<BinaryRow, List<DataFileMeta>> live) {
        return new SpanningRows(files, bucket, live).readHomes();
    }

    /**
     * Writes the files of a commit.
     *
     * @param rows what {@link WriteBuffer#take()} gave for the bucket number
     * @param buffer the buffer that gave it, still open
     * @param moved gets the keys that come, go, or change their partition
     */
    public List<BucketChanges> write(Before before, BucketRows rows, WriteBuffer buffer, KeyHomes.Changes moved) {
        SpanningRows present = new SpanningRows(files, before.bucket(), before.live());
        boolean resolved = files.options().resolvedLevels();
        if (resolved) {
            checkAnnounced(present);
        }
        try (Outputs outputs = new Outputs(present, resolved ? files.options().topLevel() : 0)) {
            resolve(present, before.homes(), rows, buffer, outputs, moved);
            List<BucketChanges> changes = new ArrayList<>();
            for (BinaryRow partition : outputs.partitions()) {
                changes.add(outputs.stored(partition, resolved));
            }
            return changes;
        }
    }

    /**
     * Writes rows and merges them with all that the buckets of their number have: a full compaction that is part of a
     * commit.
     *
     * @param rows as for {@link #write}, or null for none
     */
    public List<BucketChanges> writeAndCompact(
            Before before, @Nullable BucketRows rows, WriteBuffer buffer, KeyHomes.Changes moved) {
        SpanningRows present = new SpanningRows(files, before.bucket(), before.live());
        try (Outputs outputs = new Outputs(present, 0)) {
            if (rows != null) {
                resolve(present, before.homes(), rows, buffer, outputs, moved);
            }
            return new SpanningCompactor(files, buckets.compactor()).compactFully(present, outputs.rows());
        }
    }

    /**
     * Changelog files of some buckets of one number.
     *
     * @param changes by key; closed here
     */
    public Map<BinaryRow, List<DataFileMeta>> changelog(int bucket, BatchSource changes) {
        try (changes) {
            if (files.options().changelogProducer() == ChangelogProducer.NONE) {
                return Map.of();
            }
            return new SpanningCompactor(files, buckets.compactor())
                    .write(new SpanningRows(files, bucket, Map.of()), changes);
        }
    }

    /** Merges all that the buckets of one number have, and tells what has not been told. */
    public List<BucketChanges> compactFully(int bucket, Map<BinaryRow, List<DataFileMeta>> live) {
        return new SpanningCompactor(files, buckets.compactor())
                .compactFully(new SpanningRows(files, bucket, live), Map.of());
    }

    /** What lies there untold has to be told over all partitions at once. */
    private static void checkAnnounced(SpanningRows present) {
        for (Levels levels : present.partitions().values()) {
            if (!levels.levelZero().isEmpty()) {
                throw LakelogException.unsupported("another writer has left changes untold in file "
                        + levels.levelZero().get(0).files().get(0).name()
                        + ", which a table whose rows move between partitions does not take up with a write;"
                        + " CALL sys.compact does");
            }
        }
    }

    private void resolve(
            SpanningRows present,
            @Nullable KeyHomes homes,
            BucketRows rows,
            WriteBuffer buffer,
            Outputs outputs,
            KeyHomes.Changes moved) {
        ChangelogProducer producer = files.options().changelogProducer();
        boolean tells = producer == ChangelogProducer.LOOKUP || producer == ChangelogProducer.INPUT;
        Moves moves = new Moves(moved);
        LookupChangelog changelog =
                new LookupChangelog(files.changelogRules(false), tells ? outputs::tell : untold -> {}, resolved -> {
                    moves.note(resolved);
                    outputs.add(resolved);
                });
        try (VersionChunks versions =
                buckets.versions(files.newBatch().build(), rows, buffer, present.maxSequenceNumber() + 1)) {
            SortedVersions piece;
            while ((piece = versions.next()) != null) {
                List<Column> keys = piece.groupKeys(files.shape());
                KeyLookup.Found found = present.find(keys, piece.groups(), homes);
                moves.begin(keys, found);
                changelog.resolve(piece, found);
            }
        }
    }

    /** Follows the resolved rows of a piece: which keys have another partition than before. Not thread-safe. */
    private final class Moves {
        private final KeyHomes.Changes moved;
        private final KeyHash hash = new KeyHash(files.shape().keyTypes());
        private final PartitionSplit partitions = new PartitionSplit(files.shape());
        private List<Column> keys = List.of();
        private KeyLookup.Found before = new KeyLookup.Found(new Batch(0, List.of()), new int[0]);
        private int group;
        /** Whether a retract of the key of the group has gone by. */
        private boolean gone;

        Moves(KeyHomes.Changes moved) {
            this.moved = moved;
        }

        void begin(List<Column> groupKeys, KeyLookup.Found found) {
            keys = groupKeys;
            before = found;
            group = 0;
            gone = false;
        }

        void note(Batch rows) {
            List<Column> rowKeys =
                    KeyValues.columns(rows, KeyValues.inBatch(files.shape().keyPositions()));
            int[] kinds = KeyValues.kinds(rows);
            for (int row = 0; row < rows.size(); row++) {
                while (files.shape().keyComparator().compare(keys, group, rowKeys, row) != 0) {
                    group++;
                    gone = false;
                }
                if (RowKind.isRetract(kinds[row])) {
                    moved.add(hash.of(keys, group), null);
                    gone = true;
                } else if (gone || !before.isPresent(group)) {
                    moved.add(hash.of(keys, group), partitions.partition(rows, row));
                }
            }
        }
    }

    /** What a commit writes in each partition. Not thread-safe. */
    private final class Outputs implements AutoCloseable {
        private final SpanningRows present;
        private final int level;
        private final PartitionSplit split = new PartitionSplit(files.shape());
        private final Map<BinaryRow, NewRun> runs = new LinkedHashMap<>();
        private final Map<BinaryRow, DataFileWriter> changelogs = new LinkedHashMap<>();

        /** @param level as {@link NewRun} has it */
        Outputs(SpanningRows present, int level) {
            this.present = present;
            this.level = level;
        }

        void add(Batch rows) {
            split.split(rows)
                    .forEach((partition, part) -> runs.computeIfAbsent(
                                    partition, added -> buckets.newRun(present.id(added), level))
                            .add(part));
        }

        void tell(Batch changes) {
            split.split(changes)
                    .forEach((partition, part) -> changelogs
                            .computeIfAbsent(
                                    partition,
                                    added -> files.newWriter(present.id(added), true, level, DataFileMeta.FROM_INPUT))
                            .write(part));
        }

        Map<BinaryRow, NewRun> rows() {
            return runs;
        }

        Iterable<BinaryRow> partitions() {
            Map<BinaryRow, Boolean> all = new LinkedHashMap<>();
            runs.keySet().forEach(partition -> all.put(partition, true));
            changelogs.keySet().forEach(partition -> all.put(partition, true));
            return all.keySet();
        }

        /** Puts the rows of a partition where they stay. */
        BucketChanges stored(BinaryRow partition, boolean resolved) {
            NewRun run = runs.get(partition);
            BucketChanges stored = run == null
                    ? files.unchanged(present.id(partition))
                    : resolved
                            ? buckets.store(present.id(partition), run, present.levels(partition))
                            : levelZero(partition, run);
            DataFileWriter changelog = changelogs.get(partition);
            return new BucketChanges(
                    stored.bucket(),
                    stored.totalBuckets(),
                    stored.removed(),
                    stored.added(),
                    changelog == null ? List.of() : changelog.finish());
        }

        private BucketChanges levelZero(BinaryRow partition, NewRun run) {
            Levels levels = present.levels(partition);
            return files.options().compaction().insideCommit()
                    ? buckets.compactor().place(present.id(partition), run, levels)
                    : buckets.compactor()
                            .merge(present.id(partition), run, List.of(), levels, new BucketCompactor.Output(0, false));
        }

        @Override
        public void close() {
            runs.values().forEach(NewRun::close);
            changelogs.values().forEach(DataFileWriter::close);
        }
    }
}
