package io.lakelog.storage.write;

import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyMerge;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.schema.TableShape;
import java.util.List;

/** Brings the versions of a key in one commit down to one row, by the merge rules of the table. Not thread-safe. */
final class KeyCollapse {
    private final MergeRules rules;
    private final KeyMerge keyMerge;
    private final BatchBuilder discarded;

    KeyCollapse(MergeRules rules, TableShape shape) {
        this.rules = rules;
        this.keyMerge = new KeyMerge(rules, shape, shape.allPositions());
        this.discarded = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
    }

    /** Appends the row of a key; none if the engine leaves all its versions out. */
    void appendTo(BatchBuilder target, SortedVersions sorted, int group) {
        if (rules.lastCounts()) {
            target.append(sorted.versions(), sorted.last(group), sorted.last(group) + 1);
        } else {
            gather(sorted, group);
            keyMerge.appendTo(target);
        }
    }

    /** All keys. */
    Batch collapse(SortedVersions sorted, BatchBuilder builder) {
        for (int group = 0; group < sorted.groups(); group++) {
            appendTo(builder, sorted, group);
        }
        return builder.build();
    }

    /**
     * Merges the versions of each key with those that the table has, only to find out whether that can be done.
     *
     * @param older the versions of those keys in each run
     * @throws io.lakelog.storage.error.LakelogException NUMERIC_OVERFLOW naming column and key
     */
    void check(SortedVersions sorted, List<KeyLookup.Found> older) {
        for (int group = 0; group < sorted.groups(); group++) {
            gather(sorted, group);
            for (KeyLookup.Found found : older) {
                if (found.position()[group] >= 0) {
                    keyMerge.add(found.rows(), found.position()[group]);
                }
            }
            keyMerge.appendTo(discarded);
            if (discarded.size() >= Batch.TARGET_ROWS) {
                discarded.build();
            }
        }
        discarded.build();
    }

    private void gather(SortedVersions sorted, int group) {
        keyMerge.clear();
        for (int i = sorted.starts()[group]; i < sorted.starts()[group + 1]; i++) {
            keyMerge.add(sorted.versions(), sorted.order()[i]);
        }
    }
}
