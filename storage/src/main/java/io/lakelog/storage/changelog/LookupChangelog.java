package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.type.DataType;
import java.util.List;
import java.util.function.Consumer;

/**
 * The changes that a commit makes in one bucket, found from the versions written and the rows present before: every
 * intermediate state is a change, and of each key at most one resolved row remains to be stored. Pure apart from the
 * consumers. Not thread-safe.
 */
public final class LookupChangelog {
    private final RowDiff diff;
    private final MergeRules rules;
    private final StateMaker stateMaker;
    private final boolean net;
    private final BatchBuilder changes;
    private final BatchBuilder rows;
    private final Consumer<Batch> changeConsumer;
    private final Consumer<Batch> rowConsumer;

    /**
     * How changes are found.
     *
     * @param merge what versions of a key come to
     * @param deduplicate whether a step that changes no column gives nothing rather than a pair
     * @param net whether the versions of a key are one step, in the order that the merge rules give them
     */
    public record Rules(TableShape shape, MergeRules merge, boolean deduplicate, boolean net) {}

    /**
     * @param changeConsumer takes the changelog, by key, every state of a key in order
     * @param rowConsumer takes the resolved rows that differ from those before, by key; retracts for keys now absent
     */
    public LookupChangelog(Rules rules, Consumer<Batch> changeConsumer, Consumer<Batch> rowConsumer) {
        TableShape shape = rules.shape();
        this.diff = new RowDiff(shape.rowType(), rules.deduplicate());
        this.rules = rules.merge();
        this.stateMaker = new StateMaker(rules.merge(), shape);
        this.net = rules.net();
        List<DataType> types = KeyValues.types(shape.rowType(), shape.allPositions());
        this.changes = new BatchBuilder(types);
        this.rows = new BatchBuilder(types);
        this.changeConsumer = changeConsumer;
        this.rowConsumer = rowConsumer;
    }

    /**
     * Resolves keys that follow those before in key order.
     *
     * @param before the rows present before, one place for each group
     */
    public void resolve(SortedVersions sorted, KeyLookup.Found before) {
        KeyStates states = stateMaker.states(sorted, before, net);
        long[] sequences = KeyValues.sequences(sorted.versions());
        for (int group = 0; group < sorted.groups(); group++) {
            int oldRow = before.isPresent(group) ? before.position()[group] : -1;
            Batch current = oldRow < 0 ? null : before.rows();
            int currentRow = oldRow;
            int end = sorted.starts()[group + 1];
            int lastState = KeyStates.BEFORE;
            for (int i = sorted.starts()[group]; i < end; i++) {
                int state = states.at()[i];
                if (state == KeyStates.NO_STEP) {
                    continue;
                }
                boolean present = states.isPresent(i, before, group);
                Batch next = !present ? null : state == KeyStates.BEFORE ? before.rows() : states.rows();
                int nextRow = state == KeyStates.BEFORE ? oldRow : state;
                diff.append(current, currentRow, next, nextRow, changes);
                current = next;
                currentRow = nextRow;
                lastState = state;
            }
            if (lastState != KeyStates.BEFORE) {
                long sequence = sequences[sorted.last(group)];
                if (current != null) {
                    storePresent(before, oldRow, current, currentRow, sequence);
                } else if (oldRow >= 0) {
                    // With sequence fields the retract's own values protect the key from older versions.
                    boolean ordered = rules.hasSequenceFields();
                    RowDiff.copy(
                            ordered ? states.rows() : before.rows(),
                            ordered ? lastState : oldRow,
                            sequence,
                            RowKind.DELETE,
                            rows);
                }
            }
            flush(Batch.TARGET_ROWS);
        }
    }

    /** Hands over what is left. */
    public void finish() {
        flush(1);
    }

    /** Keeps the last state of a key if it is not the one before. */
    private void storePresent(KeyLookup.Found before, int oldRow, Batch current, int currentRow, long sequence) {
        if (oldRow < 0 || !diff.sameRow(before.rows(), oldRow, current, currentRow)) {
            RowDiff.copy(current, currentRow, sequence, RowKind.INSERT, rows);
        }
    }

    private void flush(int threshold) {
        if (changes.size() >= threshold) {
            changeConsumer.accept(changes.build());
        }
        if (rows.size() >= threshold) {
            rowConsumer.accept(rows.build());
        }
    }
}
