package io.lakelog.storage.write;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.row.KeyHash;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.Field;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The rows that lie in one bucket number of all partitions, found by key. Not thread-safe. */
final class SpanningRows {
    private final BucketFiles files;
    private final int bucket;
    private final Map<BinaryRow, Levels> partitions = new LinkedHashMap<>();

    /** @param live the files of each partition's bucket of that number */
    SpanningRows(BucketFiles files, int bucket, Map<BinaryRow, List<DataFileMeta>> live) {
        this.files = files;
        this.bucket = bucket;
        live.forEach((partition, ofBucket) ->
                partitions.put(partition, files.reader().levels(ofBucket)));
    }

    Map<BinaryRow, Levels> partitions() {
        return partitions;
    }

    /** The runs of a partition that may have none yet. */
    Levels levels(BinaryRow partition) {
        return partitions.getOrDefault(partition, files.reader().levels(List.of()));
    }

    BucketId id(BinaryRow partition) {
        return new BucketId(partition, bucket);
    }

    /** Numbers go on from here, whatever the partition: they tell in which order the versions of a key came. */
    long maxSequenceNumber() {
        return partitions.values().stream()
                .mapToLong(Levels::maxSequenceNumber)
                .max()
                .orElse(-1);
    }

    /** Reads the keys of all rows: where each of them lives. */
    KeyHomes readHomes() {
        KeyHomes homes = new KeyHomes();
        KeyHash hash = new KeyHash(files.shape().keyTypes());
        partitions.forEach((partition, levels) -> {
            List<DataFileMeta> live = levels.allRuns().stream()
                    .flatMap(run -> run.files().stream())
                    .toList();
            try (BatchSource rows =
                    files.reader().readRows(id(partition), live, files.shape().keyPositions(), null)) {
                for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
                    for (int row = 0; row < batch.size(); row++) {
                        homes.put(hash.of(batch.columns(), row), partition);
                    }
                }
            }
        });
        return homes;
    }

    /**
     * The present rows of some keys.
     *
     * @param keys sorted, each once
     * @param homes where keys live; null if that is not known, and then every partition whose files may hold a key is asked
     */
    KeyLookup.Found find(List<Column> keys, int count, @Nullable KeyHomes homes) {
        Map<BinaryRow, int[]> asked = new LinkedHashMap<>();
        if (homes == null) {
            int[] all = new int[count];
            Arrays.setAll(all, i -> i);
            partitions.keySet().forEach(partition -> asked.put(partition, all));
        } else {
            askedByHome(keys, count, homes, asked);
        }
        int[] position = new int[count];
        Arrays.fill(position, -1);
        BatchBuilder found = files.newBatch();
        KeyLookup lookup = new KeyLookup(files.reader(), files.shape());
        asked.forEach((partition, wanted) -> {
            Levels levels = levels(partition);
            KeyLookup.Found here = lookup.find(
                    id(partition), subset(keys, wanted, count), wanted.length, levels.allRuns(), levels.bounds());
            for (int i = 0; i < wanted.length; i++) {
                // Where a key has been, a retract may have stayed.
                if (here.isPresent(i)) {
                    checkNowhereElse(position[wanted[i]], found, here, i);
                    position[wanted[i]] = found.size() + here.position()[i];
                }
            }
            found.append(here.rows(), 0, here.rows().size());
        });
        return new KeyLookup.Found(found.build(), position);
    }

    /** Which of two rows of a key is the right one nobody but who wrote them can say. */
    private void checkNowhereElse(int before, BatchBuilder found, KeyLookup.Found here, int i) {
        if (before < 0) {
            return;
        }
        throw LakelogException.unsupported(
                "the key of row " + text(found.build(), before) + " is in another partition too, in row "
                        + text(here.rows(), here.position()[i])
                        + ": another engine has put it there. Delete one of the two rows with that engine");
    }

    private String text(Batch rows, int row) {
        StringJoiner text = new StringJoiner(", ", "(", ")");
        for (int position : files.shape().allPositions()) {
            Field field = files.shape().rowType().field(position);
            text.add(field.name() + "="
                    + Values.get(rows.column(KeyValues.inBatch(new int[] {position})[0]), field.type(), row));
        }
        return text.toString();
    }

    private void askedByHome(List<Column> keys, int count, KeyHomes homes, Map<BinaryRow, int[]> asked) {
        KeyHash hash = new KeyHash(files.shape().keyTypes());
        int[] home = new int[count];
        Map<Integer, Integer> counts = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            home[i] = homes.home(hash.of(keys, i));
            if (home[i] != KeyHomes.NOWHERE) {
                counts.merge(home[i], 1, Integer::sum);
            }
        }
        if (counts.containsKey(KeyHomes.ANYWHERE)) {
            partitions.keySet().forEach(partition -> asked.put(partition, new int[0]));
        }
        counts.keySet().stream()
                .filter(number -> number >= 0)
                .forEach(number -> asked.put(homes.partition(number), new int[0]));
        for (BinaryRow partition : List.copyOf(asked.keySet())) {
            int[] wanted = new int[count];
            int size = 0;
            for (int i = 0; i < count; i++) {
                if (home[i] == KeyHomes.ANYWHERE
                        || home[i] >= 0 && homes.partition(home[i]).equals(partition)) {
                    wanted[size++] = i;
                }
            }
            asked.put(partition, Arrays.copyOf(wanted, size));
        }
    }

    private static List<Column> subset(List<Column> keys, int[] wanted, int count) {
        return wanted.length == count
                ? keys
                : keys.stream()
                        .map(key -> Gather.choose(key, key, wanted, wanted.length))
                        .toList();
    }

    /** The runs of a partition that hold what has not been told, newest first, and those that hold what has. */
    List<SortedRun> runs(BinaryRow partition, int announcedLevel, boolean told) {
        return levels(partition).allRuns().stream()
                .filter(run -> run.level() >= announcedLevel == told)
                .toList();
    }

    /** Where the key lies in {@link KeyValues} with all columns. */
    int[] keyColumns() {
        return KeyValues.inBatch(files.shape().keyPositions());
    }
}
