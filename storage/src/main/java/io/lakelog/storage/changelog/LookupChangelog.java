package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import java.util.function.Consumer;

/**
 * The changes that a commit makes in one bucket, found from the versions written and the rows present before: every
 * intermediate state is a change, and of each key at most one resolved row remains to be stored. Pure apart from the
 * consumers. Not thread-safe.
 */
public final class LookupChangelog {
    /** No image: a reference that no row can have. */
    private static final int ABSENT = Integer.MIN_VALUE;

    private final RowDiff diff;
    private final TableShape shape;
    private final MergeRules rules;
    private final StateMaker stateMaker;
    private final boolean net;
    private final ChosenRows changes = new ChosenRows();
    private final ChosenRows rows = new ChosenRows();
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
     * @param rowConsumer takes the resolved rows that differ from those before, by key; retracts for keys now absent, and
     *     for the old row of a key that has moved to another partition, before the new one
     */
    public LookupChangelog(Rules rules, Consumer<Batch> changeConsumer, Consumer<Batch> rowConsumer) {
        this.shape = rules.shape();
        this.diff = new RowDiff(shape.rowType(), rules.deduplicate());
        this.rules = rules.merge();
        this.stateMaker = new StateMaker(rules.merge(), shape);
        this.net = rules.net();
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
        Images images = new Images(before.rows(), states.rows());
        long[] sequences = KeyValues.sequences(sorted.versions());
        for (int group = 0; group < sorted.groups(); group++) {
            int old = before.isPresent(group) ? Gather.first(before.position()[group]) : ABSENT;
            int current = old;
            int lastState = KeyStates.BEFORE;
            for (int i = sorted.starts()[group]; i < sorted.starts()[group + 1]; i++) {
                int state = states.at()[i];
                if (state != KeyStates.NO_STEP) {
                    boolean present = states.isPresent(i, before, group);
                    int next = !present ? ABSENT : state == KeyStates.BEFORE ? old : state;
                    tell(images, current, next);
                    current = next;
                    lastState = state;
                }
            }
            if (lastState != KeyStates.BEFORE) {
                store(images, old, current, lastState, sequences[sorted.last(group)]);
            }
            if (changes.size() >= Batch.TARGET_ROWS) {
                flush(images);
            }
        }
        flush(images);
    }

    /** The batches that hold the images of keys: those from before, and those after some version. */
    private record Images(Batch before, Batch states) {
        Batch batch(int ref) {
            return ref >= 0 ? states : before;
        }

        static int row(int ref) {
            return ref >= 0 ? ref : ~ref;
        }

        long sequence(int ref) {
            return KeyValues.sequences(batch(ref))[row(ref)];
        }
    }

    private void tell(Images images, int from, int to) {
        if (from == ABSENT && to == ABSENT) {
            return;
        }
        if (from == ABSENT) {
            changes.add(to, images.sequence(to), RowKind.INSERT);
        } else if (to == ABSENT) {
            changes.add(from, images.sequence(from), RowKind.DELETE);
        } else if (!diff.isNoChange(images.batch(from), Images.row(from), images.batch(to), Images.row(to))) {
            changes.add(from, images.sequence(from), RowKind.UPDATE_BEFORE);
            changes.add(to, images.sequence(to), RowKind.UPDATE_AFTER);
        }
    }

    /** Keeps the last state of a key if it is not the one before. */
    private void store(Images images, int old, int current, int lastState, long sequence) {
        if (current == ABSENT) {
            if (old != ABSENT) {
                // With sequence fields the retract's own values protect the key from older versions.
                rows.add(rules.hasSequenceFields() ? lastState : old, sequence, RowKind.DELETE);
            }
        } else if (old == ABSENT
                || !diff.sameRow(images.batch(old), Images.row(old), images.batch(current), Images.row(current))) {
            if (old != ABSENT && hasMoved(images, old, current)) {
                rows.add(old, sequence, RowKind.DELETE);
            }
            rows.add(current, sequence, RowKind.INSERT);
        }
    }

    private boolean hasMoved(Images images, int old, int current) {
        return shape.keySpansPartitions()
                && !diff.sameColumns(
                        shape.partitionPositions(),
                        images.batch(old),
                        Images.row(old),
                        images.batch(current),
                        Images.row(current));
    }

    private void flush(Images images) {
        if (changes.size() > 0) {
            changeConsumer.accept(changes.gather(images.before(), images.states()));
        }
        if (rows.size() > 0) {
            rowConsumer.accept(rows.gather(images.before(), images.states()));
        }
    }
}
