package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.RowKind;

/**
 * The state of each key after each version: what the versions of a piece make of the rows present before. Immutable.
 *
 * @param rows where the states lie, {@link KeyValues} with all columns
 * @param at for each place in the piece's order the row in {@code rows} after that version; {@link #BEFORE} while the state
 *     from before holds; {@link #NO_STEP} where a version makes no state of its own. A row that is a retract says that the
 *     key is absent
 */
record KeyStates(Batch rows, int[] at) {
    static final int BEFORE = -1;
    static final int NO_STEP = -2;

    /** The states when the last version counts, whatever it holds. */
    static KeyStates ofLastVersions(SortedVersions sorted) {
        int[] at = new int[sorted.order().length];
        int[] kinds = KeyValues.kinds(sorted.versions());
        for (int group = 0; group < sorted.groups(); group++) {
            int end = sorted.starts()[group + 1];
            for (int i = sorted.starts()[group]; i < end; i++) {
                at[i] = isFirstHalf(sorted, kinds, i, end) ? NO_STEP : sorted.order()[i];
            }
        }
        return new KeyStates(sorted.versions(), at);
    }

    /** Whether a version only takes back what the next version of the key replaces. */
    static boolean isFirstHalf(SortedVersions sorted, int[] kinds, int place, int end) {
        return kinds[sorted.order()[place]] == RowKind.UPDATE_BEFORE.code() && place + 1 < end;
    }

    /** Whether the key is present after the version at a place. */
    boolean isPresent(int place, KeyLookup.Found before, int group) {
        return at[place] == BEFORE ? before.isPresent(group) : !RowKind.isRetract(KeyValues.kinds(rows)[at[place]]);
    }
}
