package io.lakelog.storage;

import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.BucketRows;
import io.lakelog.storage.write.KeyHomes;
import io.lakelog.storage.write.SpanningWriter;
import io.lakelog.storage.write.WriteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Commits to a table whose keys span partitions: the unit of work is a bucket number over all partitions, for only there
 * is every row of a key found. The caller holds the table's commit lock.
 */
final class SpanningCommit {
    private final LakeTable table;
    private final TableState base;
    private final Map<Integer, KeyHomes.Changes> moved = new ConcurrentHashMap<>();
    private final Set<BucketId> touched = ConcurrentHashMap.newKeySet();

    SpanningCommit(LakeTable table, TableState base) {
        this.table = table;
        this.base = base;
    }

    /** The number of each bucket that has files, with the files of each partition. */
    static Map<Integer, Map<BinaryRow, List<DataFileMeta>>> byNumber(LiveFiles live) {
        Map<Integer, Map<BinaryRow, List<DataFileMeta>>> numbers = new LinkedHashMap<>();
        for (BucketId bucket : live.buckets()) {
            numbers.computeIfAbsent(bucket.bucket(), number -> new LinkedHashMap<>())
                    .put(bucket.partition(), live.files(bucket));
        }
        return numbers;
    }

    /**
     * Writes all files of a commit.
     *
     * @param rows by bucket number; the partition of their ids means nothing
     * @param compacts whether all buckets are compacted fully with it
     */
    Optional<TableCommit.Prepared> prepare(Map<BucketId, BucketRows> rows, WriteBuffer buffer, boolean compacts) {
        KeyIndex index = table.files().keys;
        index.moveTo(base);
        Map<Integer, Map<BinaryRow, List<DataFileMeta>>> live = byNumber(base.files());
        Set<Integer> numbers = new TreeSet<>();
        rows.keySet().forEach(bucket -> numbers.add(bucket.bucket()));
        if (compacts) {
            numbers.addAll(live.keySet());
        }
        return new TableCommit(table, base, Snapshot.CommitKind.APPEND, compacts)
                .prepareEach(numbers, (writer, number) -> {
                    Map<BinaryRow, List<DataFileMeta>> files = live.getOrDefault(number, Map.of());
                    SpanningWriter spanning = writer.spanning();
                    BucketRows written = rows.get(new BucketId(BinaryRow.EMPTY, number));
                    KeyHomes homes =
                            written == null ? null : index.of(number, files, () -> spanning.readHomes(number, files));
                    SpanningWriter.Before before = new SpanningWriter.Before(number, files, homes);
                    KeyHomes.Changes changes = new KeyHomes.Changes();
                    List<BucketChanges> made = compacts
                            ? spanning.writeAndCompact(before, written, buffer, changes)
                            : spanning.write(before, Objects.requireNonNull(written), buffer, changes);
                    moved.put(number, changes);
                    made.forEach(change -> touched.add(change.bucket()));
                    return made;
                });
    }

    /** What was prepared is published. */
    void committed(TableState state) {
        table.files().keys.advance(state, moved);
    }

    /** The buckets that got files. */
    Set<BucketId> touched() {
        return touched;
    }

    /** Compacts everything fully and tells what has not been told; empty as {@link TableCommit#attempt} has it. */
    Optional<TableState> compactFully(boolean announces) {
        Map<Integer, Map<BinaryRow, List<DataFileMeta>>> live = byNumber(base.files());
        return new TableCommit(table, base, Snapshot.CommitKind.COMPACT, announces)
                .prepareEach(
                        live.keySet(),
                        (writer, number) ->
                                writer.spanning().compactFully(number, Objects.requireNonNull(live.get(number))))
                .flatMap(TableCommit.Prepared::publish);
    }

    /** The buckets of some numbers that have files, whatever their partitions. */
    static Set<BucketId> ofNumbers(Set<BucketId> numbers, LiveFiles live) {
        Set<BucketId> all = new LinkedHashSet<>();
        for (BucketId bucket : live.buckets()) {
            if (numbers.contains(new BucketId(BinaryRow.EMPTY, bucket.bucket()))) {
                all.add(bucket);
            }
        }
        return all;
    }

    /** One attempt to make the table's files those of an earlier state. */
    Optional<TableState> restore(TableState earlier) {
        Map<Integer, Set<BucketId>> numbers = new LinkedHashMap<>();
        List<BucketId> all = new ArrayList<>();
        base.files().buckets().forEach(all::add);
        earlier.files().buckets().forEach(all::add);
        all.forEach(bucket -> numbers.computeIfAbsent(bucket.bucket(), number -> new LinkedHashSet<>())
                .add(bucket));
        return new TableCommit(table, base, Snapshot.CommitKind.OVERWRITE, false)
                .prepareEach(numbers.keySet(), (writer, number) -> {
                    Set<BucketId> buckets = Objects.requireNonNull(numbers.get(number));
                    Map<BinaryRow, List<DataFileMeta>> changelogs = writer.spanning()
                            .changelog(
                                    number,
                                    table.stateChanges()
                                            .between(
                                                    buckets,
                                                    bucket -> LakeMaintenance.of(table, base, bucket),
                                                    bucket -> LakeMaintenance.of(table, earlier, bucket)));
                    List<BucketChanges> changes = new ArrayList<>();
                    for (BucketId bucket : buckets) {
                        BucketChanges restored = writer.restorer()
                                .restore(
                                        bucket,
                                        base.files().entries(bucket),
                                        earlier.files().entries(bucket),
                                        BatchSource.empty());
                        changes.add(withChangelog(restored, changelogs.get(bucket.partition())));
                    }
                    return changes;
                })
                .flatMap(TableCommit.Prepared::publish);
    }

    private static BucketChanges withChangelog(BucketChanges changes, @Nullable List<DataFileMeta> changelog) {
        return new BucketChanges(
                changes.bucket(),
                changes.totalBuckets(),
                changes.removed(),
                changes.added(),
                changelog == null ? List.of() : changelog);
    }
}
