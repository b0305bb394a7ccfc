package io.lakelog.storage.lsm;

import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.merge.RowMerger;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import org.jspecify.annotations.Nullable;

/**
 * Takes the versions of one key in the order they were written, and knows the key's state after each of them by the rules
 * of a merge engine. All batches are {@link KeyValues} with all columns. Not thread-safe.
 */
public final class VersionSteps {
    private final MergeRules rules;
    private final KeyMerge keyMerge;
    private final RowMerger running;
    private final BatchBuilder single;

    private @Nullable Batch before;
    private int beforeRow;
    /** With sequence fields the state itself: a late version must be compared with it. */
    private @Nullable Batch state;

    private int stateRow;
    private boolean present;
    private boolean unchanged;
    private long sequence;

    public VersionSteps(MergeRules rules, TableShape shape) {
        this.rules = rules;
        this.keyMerge = new KeyMerge(rules, shape, shape.allPositions());
        this.running = rules.merger(shape.allPositions(), KeyValues.VALUES);
        this.single = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
    }

    /**
     * Begins another key.
     *
     * @param row the row of the key that was there before, perhaps a retract; -1 if there is none
     */
    public void begin(Batch rows, int row) {
        before = row < 0 ? null : rows;
        beforeRow = row;
        state = before;
        stateRow = row;
        unchanged = true;
        present = row >= 0 && !RowKind.isRetract(KeyValues.kinds(rows)[row]);
        keyMerge.clear();
        running.reset();
        if (!rules.hasSequenceFields() && present) {
            keyMerge.add(running, rows, row);
        }
    }

    /** Takes the next version; false if it is none of its own, because the engine leaves it out. */
    public boolean take(Batch versions, int row) {
        boolean retract = RowKind.isRetract(KeyValues.kinds(versions)[row]);
        sequence = KeyValues.sequences(versions)[row];
        if (rules.leavesOut(retract) || (rules.firstCounts() && present)) {
            return false;
        }
        if (rules.hasSequenceFields()) {
            takeOrdered(versions, row);
        } else if (present) {
            keyMerge.add(running, versions, row);
            present = running.isPresent();
            unchanged = false;
        } else if (!retract) {
            running.reset();
            keyMerge.add(running, versions, row);
            present = true;
            unchanged = false;
        }
        return true;
    }

    private void takeOrdered(Batch versions, int row) {
        Batch current = state;
        if (current == null) {
            state = versions;
            stateRow = row;
        } else if (rules.oneVersionCounts()) {
            if (keyMerge.isOlder(versions, row, current, stateRow)) {
                return;
            }
            state = versions;
            stateRow = row;
        } else {
            keyMerge.clear();
            keyMerge.add(current, stateRow);
            keyMerge.add(versions, row);
            if (!keyMerge.appendTo(single)) {
                return;
            }
            state = single.build();
            stateRow = 0;
        }
        unchanged = false;
        present = !RowKind.isRetract(KeyValues.kinds(state)[stateRow]);
    }

    /** Takes the next version, in any order, when only the state after all is wanted: see {@link #mergeAll()}. */
    public void gather(Batch versions, int row) {
        keyMerge.add(versions, row);
    }

    /** Merges what was gathered; false if it leaves the key as it was before. */
    public boolean mergeAll() {
        Batch old = before;
        if (old != null && rules.firstCounts() && present) {
            return false;
        }
        if (old != null) {
            keyMerge.add(old, beforeRow);
        }
        if (!keyMerge.appendTo(single)) {
            return false;
        }
        state = single.build();
        stateRow = 0;
        unchanged = false;
        present = !RowKind.isRetract(KeyValues.kinds(state)[0]);
        return true;
    }

    /** Whether the state is still the row from before, or still absence. */
    public boolean isUnchanged() {
        return unchanged;
    }

    /** Appends the state, if it has changed: a row, or a retract if the key is absent. */
    public void appendTo(BatchBuilder target) {
        Batch readable = state;
        if (readable != null && readable != before) {
            target.append(readable, stateRow, stateRow + 1);
        } else {
            KeyMerge.append(running, sequence, target);
        }
    }
}
