package io.lakelog.storage.changes;

import io.lakelog.storage.changelog.RowDiff;
import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.schema.TableShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a bucket's rows change from one state to another when most of its files are in both: only a key that stands in a
 * file of one state alone can have changed, and only such keys are looked up before and after. For tables of which the
 * newest version of a key counts. Not thread-safe.
 */
final class ChangedKeys implements BatchSource {
    /** Looking keys up costs more a row than reading on: worth it where few of the rows can have changed. */
    private static final int WORTH_IT = 8;

    private final BucketId bucket;
    private final TableShape shape;
    private final KeyLookup lookup;
    private final Levels before;
    private final Levels after;
    private final BatchSource keys;
    private final RowDiff rowDiff;
    private final BatchBuilder output;

    private ChangedKeys(
            BucketId bucket, BucketReader reader, TableShape shape, List<List<DataFileMeta>> states, BatchSource keys) {
        this.bucket = bucket;
        this.shape = shape;
        this.lookup = new KeyLookup(reader, shape);
        this.before = reader.levels(states.get(0));
        this.after = reader.levels(states.get(1));
        this.keys = keys;
        this.rowDiff = new RowDiff(shape.rowType(), true);
        this.output = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
    }

    /** The changes, or null if so much is different that whole states are better read side by side. */
    static @Nullable ChangedKeys open(
            BucketId bucket,
            BucketReader reader,
            TableShape shape,
            List<DataFileMeta> before,
            List<DataFileMeta> after) {
        Set<DataFileMeta> both = new HashSet<>(before);
        both.retainAll(new HashSet<>(after));
        List<DataFileMeta> single = new ArrayList<>();
        before.stream().filter(file -> !both.contains(file)).forEach(single::add);
        after.stream().filter(file -> !both.contains(file)).forEach(single::add);
        boolean masked = before.stream().anyMatch(file -> file.deletedRows() != null)
                || after.stream().anyMatch(file -> file.deletedRows() != null);
        if (masked || rows(single) * WORTH_IT > rows(both)) {
            return null;
        }
        // Of two states files of one level may overlap: each is a run of its own here.
        Levels apart =
                reader.levels(single.stream().map(file -> file.onLevel(0)).toList());
        return new ChangedKeys(
                bucket,
                reader,
                shape,
                List.of(before, after),
                reader.readVersions(bucket, apart.allRuns(), null, apart, false));
    }

    private static long rows(Iterable<DataFileMeta> files) {
        long rows = 0;
        for (DataFileMeta file : files) {
            rows += file.rowCount();
        }
        return rows;
    }

    @Override
    public @Nullable Batch next() {
        Batch versions;
        while ((versions = keys.next()) != null) {
            List<Column> wanted = KeyValues.columns(versions, KeyValues.inBatch(shape.keyPositions()));
            int count = versions.size();
            KeyLookup.Found old = lookup.find(bucket, wanted, count, before.allRuns(), before.bounds());
            KeyLookup.Found now = lookup.find(bucket, wanted, count, after.allRuns(), after.bounds());
            for (int i = 0; i < count; i++) {
                rowDiff.append(
                        old.isPresent(i) ? old.rows() : null,
                        old.position()[i],
                        now.isPresent(i) ? now.rows() : null,
                        now.position()[i],
                        output);
            }
            if (output.size() > 0) {
                return output.build();
            }
        }
        return null;
    }

    @Override
    public void close() {
        keys.close();
    }
}
