package io.lakelog.storage.write;

import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.format.ParquetRowReader;
import io.lakelog.storage.format.ParquetRowWriter;
import io.lakelog.storage.format.ParquetWriteOptions;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.Precedence;
import io.lakelog.storage.lsm.SortedMerge;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.MappedSource;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The temporary files of one commit whose rows do not fit into memory: sorted runs that keep every version, merged when
 * the commit reads them. Spilling and discarding by one thread; reading by many.
 */
final class Spill {
    private final Environment environment;
    private final TableShape shape;
    private final PendingFiles files;
    private final List<DataType> types;
    private final RowType fileType;

    Spill(Environment environment, TableShape shape) {
        this.environment = environment;
        this.shape = shape;
        this.files = new PendingFiles(environment.files());
        this.types = KeyValues.types(shape.rowType(), shape.allPositions());
        // Columns are found by name: numbers cannot meet a column of the table. Retracts may have nothing but a key.
        this.fileType = RowType.of(
                IntStream.range(0, types.size()).mapToObj(Integer::toString).toList(),
                types.stream().map(type -> type.withNullable(true)).toList());
    }

    /** @param versions numbered in the order they came */
    SpillFile write(Batch versions, long endNumber) {
        SortedVersions sorted = SortedVersions.sort(versions, shape);
        return writeSorted(new SortedRows(sorted, types), endNumber);
    }

    private SpillFile writeSorted(BatchSource rows, long endNumber) {
        String path = environment.temporaryDirectory() + "/lakelog-spill-"
                + environment.uniqueNames().get() + ".parquet";
        files.add(path);
        try (ParquetRowWriter writer =
                ParquetRowWriter.create(environment.files(), path, fileType, ParquetWriteOptions.DEFAULT)) {
            for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
                if (batch.size() > 0) {
                    writer.write(batch);
                }
            }
            return new SpillFile(path, writer.finish().sizeBytes(), endNumber);
        }
    }

    /** The rows of a file that are numbered below {@code endNumber}, as a file of their own. */
    SpillFile firstRows(SpillFile file, long endNumber) {
        try (BatchSource rows = open(file)) {
            return writeSorted(
                    new MappedSource(rows, batch -> {
                        BatchBuilder kept = new BatchBuilder(types);
                        long[] numbers = KeyValues.sequences(batch);
                        for (int i = 0; i < batch.size(); i++) {
                            if (numbers[i] < endNumber) {
                                kept.append(batch, i, i + 1);
                            }
                        }
                        return kept.build();
                    }),
                    endNumber);
        }
    }

    /** The batches are lent. */
    private BatchSource open(SpillFile file) {
        return ParquetRowReader.open(environment.files(), file.path(), file.sizeBytes(), fileType, null, true);
    }

    /**
     * All versions of a bucket by key, then as they came; the batches are lent.
     *
     * @param earlier versions that come before the rows, with sequence numbers of their own
     * @param firstSequence the sequence number of the first row
     */
    BatchSource merge(Batch earlier, BucketRows rows, long firstSequence) {
        List<BatchSource> runs = new ArrayList<>();
        runs.add(new SortedRows(SortedVersions.sort(earlier, shape), types));
        for (SpillFile file : rows.spilled()) {
            runs.add(new MappedSource(open(file), batch -> VersionChunks.renumber(batch, firstSequence)));
        }
        Batch memory = VersionChunks.renumber(rows.memory(), firstSequence);
        runs.add(new SortedRows(SortedVersions.sort(memory, shape), types));
        return new SortedMerge(
                runs,
                KeyValues.inBatch(shape.keyPositions()),
                shape.keyComparator(),
                Precedence.ALL,
                new BatchBuilder(types).lending(),
                false);
    }

    void discard() {
        files.discard();
    }

    /** Rows in memory, in key order; the batches are lent. */
    private static final class SortedRows implements BatchSource {
        private final SortedVersions sorted;
        private final BatchBuilder builder;
        private int next;

        SortedRows(SortedVersions sorted, List<DataType> types) {
            this.sorted = sorted;
            this.builder = new BatchBuilder(types).lending();
        }

        @Override
        public @Nullable Batch next() {
            int[] order = sorted.order();
            while (next < order.length && builder.size() < Batch.TARGET_ROWS) {
                builder.append(sorted.versions(), order[next], order[next] + 1);
                next++;
            }
            return builder.size() > 0 ? builder.build() : null;
        }

        @Override
        public void close() {
            next = sorted.order().length;
        }
    }
}
