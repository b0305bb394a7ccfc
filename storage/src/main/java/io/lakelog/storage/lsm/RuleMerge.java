package io.lakelog.storage.lsm;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.KeyComparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges versions by the rules of a merge engine: of each key the resolved row, if there is one, and all versions above
 * it. Ranges of keys without such versions are copied as ranges. Not thread-safe.
 */
final class RuleMerge implements BatchSource {
    private final BatchSource versionSource;
    private final BatchSource resolvedSource;
    private final KeyComparator comparator;
    private final KeyMerge keyMerge;
    private final boolean dropRetracts;
    private final BatchBuilder output;
    private final RunCursor versions;
    private final RunCursor resolved;
    private boolean started;
    private boolean moreVersions;
    private boolean moreResolved;

    /**
     * @param versions all versions that are to be merged, by key; not lent: those of a key may lie in several batches
     * @param resolved rows that count as they are unless there are versions, by key, one row a key; may be lent
     * @param keyColumns where the key lies in the batches of both
     * @param output an empty builder of such batches; if it lends them, this does too
     */
    RuleMerge(
            BatchSource versions,
            BatchSource resolved,
            Keys keyColumns,
            KeyMerge keyMerge,
            boolean dropRetracts,
            BatchBuilder output) {
        this.versionSource = versions;
        this.resolvedSource = resolved;
        this.comparator = keyColumns.comparator();
        this.keyMerge = keyMerge;
        this.dropRetracts = dropRetracts;
        this.output = output;
        this.versions = new RunCursor(versions, keyColumns.places(), 0);
        this.resolved = new RunCursor(resolved, keyColumns.places(), 1);
    }

    /** Where keys lie, and how they compare. */
    record Keys(int[] places, KeyComparator comparator) {}

    @Override
    public @Nullable Batch next() {
        if (!started) {
            started = true;
            moreVersions = versions.start();
            moreResolved = resolved.start();
        }
        while (output.size() < Batch.TARGET_ROWS && (moreVersions || moreResolved)) {
            if (moreResolved && (!moreVersions || compare() < 0)) {
                copyResolved();
            } else {
                mergeKey();
            }
        }
        return output.size() > 0 ? output.build() : null;
    }

    private int compare() {
        return comparator.compare(resolved.keys(), resolved.row(), versions.keys(), versions.row());
    }

    private void copyResolved() {
        Batch batch = resolved.batch();
        int from = resolved.row();
        int limit = Math.min(batch.size(), from + Batch.TARGET_ROWS - output.size());
        int end = moreVersions
                ? comparator.lowerBound(resolved.keys(), from + 1, limit, versions.keys(), versions.row())
                : limit;
        if (dropRetracts) {
            KeyValues.appendPresent(output, batch, from, end);
        } else {
            output.append(batch, from, end);
        }
        moreResolved = resolved.moveTo(end);
    }

    private void mergeKey() {
        Batch first = versions.batch();
        int firstRow = versions.row();
        List<Column> keyColumns = versions.keys();
        keyMerge.clear();
        boolean isResolved = moreResolved && compare() == 0;
        if (isResolved) {
            keyMerge.add(resolved.batch(), resolved.row());
        }
        keyMerge.add(first, firstRow);
        moreVersions = versions.moveTo(firstRow + 1);
        while (moreVersions && comparator.compare(versions.keys(), versions.row(), keyColumns, firstRow) == 0) {
            keyMerge.add(versions.batch(), versions.row());
            moreVersions = versions.moveTo(versions.row() + 1);
        }
        keyMerge.appendTo(output, dropRetracts);
        if (isResolved) {
            moreResolved = resolved.moveTo(resolved.row() + 1);
        }
    }

    @Override
    public void close() {
        versionSource.close();
        resolvedSource.close();
    }
}
