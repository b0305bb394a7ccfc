package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.VersionSteps;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.schema.TableShape;

/** Finds the states of keys by the rules of a merge engine. Not thread-safe. */
final class StateMaker {
    private final MergeRules rules;
    private final VersionSteps steps;
    private final BatchBuilder states;

    StateMaker(MergeRules rules, TableShape shape) {
        this.rules = rules;
        this.steps = new VersionSteps(rules, shape);
        this.states = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
    }

    /**
     * The states after each version.
     *
     * @param net whether only the state after all versions of a key is wanted, whose order is then that of the rules
     */
    KeyStates states(SortedVersions sorted, KeyLookup.Found before, boolean net) {
        if (rules.lastCounts() && !net) {
            return KeyStates.ofLastVersions(sorted);
        }
        int[] at = new int[sorted.order().length];
        Batch versions = sorted.versions();
        int[] kinds = KeyValues.kinds(versions);
        for (int group = 0; group < sorted.groups(); group++) {
            int end = sorted.starts()[group + 1];
            steps.begin(before.rows(), before.position()[group]);
            for (int i = sorted.starts()[group]; i < end; i++) {
                boolean step;
                if (net) {
                    steps.gather(versions, sorted.order()[i]);
                    step = i == end - 1 && steps.mergeAll();
                } else {
                    step = steps.take(versions, sorted.order()[i]) && !KeyStates.isFirstHalf(sorted, kinds, i, end);
                }
                at[i] = !step ? KeyStates.NO_STEP : steps.isUnchanged() ? KeyStates.BEFORE : states.size();
                if (step && !steps.isUnchanged()) {
                    steps.appendTo(states);
                }
            }
        }
        return new KeyStates(states.build(), at);
    }
}
