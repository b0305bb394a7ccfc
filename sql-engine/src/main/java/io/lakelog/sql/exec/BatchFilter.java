package io.lakelog.sql.exec;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of batches for which a predicate is true (not false, not unknown). Not thread-safe.
 */
final class BatchFilter {
    private final ColumnTest test;
    private final BatchBuilder kept;
    private final int[] output;
    private boolean[] mask = new boolean[0];

    /**
     * @param predicate over positions in {@code types}
     * @param types of the columns of the batches
     * @param output positions of the columns that survive, in the order wanted
     */
    BatchFilter(Predicate predicate, List<DataType> types, int[] output) {
        this.test = ColumnTest.of(predicate, types);
        this.output = output;
        List<DataType> outputTypes = new ArrayList<>();
        for (int position : output) {
            outputTypes.add(types.get(position));
        }
        this.kept = new BatchBuilder(outputTypes);
    }

    /** The rows that match, with the output columns; null if there are none. */
    @Nullable
    Batch apply(Batch batch) {
        int size = batch.size();
        if (mask.length < size) {
            mask = new boolean[size];
        }
        Arrays.fill(mask, 0, size, true);
        test.and(batch, mask);
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += mask[i] ? 1 : 0;
        }
        if (count == 0) {
            return null;
        }
        Batch projected = batch.project(output);
        if (count == size) {
            return projected;
        }
        if (output.length == 0) {
            return new Batch(count, List.of());
        }
        int row = 0;
        while (row < size) {
            if (!mask[row]) {
                row++;
                continue;
            }
            int from = row;
            while (row < size && mask[row]) {
                row++;
            }
            kept.append(projected, from, row);
        }
        return kept.build();
    }
}
