package io.lakelog.storage.merge;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.MergeOptions;

/** {@code first-row}: the first version counts. */
final class FirstRow implements RowMerger {
    private final MergeOptions options;
    private final LastRow.WholeRow first;

    FirstRow(MergeOptions options, int columns, int offset) {
        this.options = options;
        this.first = new LastRow.WholeRow(columns, offset);
    }

    @Override
    public void reset() {
        first.clear();
    }

    @Override
    public void add(Batch batch, int row, int kind) {
        if (RowKind.isRetract(kind)) {
            String refusal = options.refusesRetract();
            if (refusal != null) {
                throw LakelogException.unsupported(refusal);
            }
        } else if (!first.isSet()) {
            first.set(batch, row, kind);
        }
    }

    @Override
    public boolean hasResult() {
        return first.isSet();
    }

    @Override
    public boolean isPresent() {
        return first.isPresent();
    }

    @Override
    public void appendValues(BatchBuilder target) {
        first.appendValues(target);
    }
}
