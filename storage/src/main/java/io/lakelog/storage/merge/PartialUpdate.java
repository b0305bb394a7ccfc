package io.lakelog.storage.merge;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.MergeOptions;
import org.jspecify.annotations.Nullable;

/**
 * {@code partial-update}: a version changes the columns that it has values for. Columns of a sequence group change, to NULL
 * too, only with a version whose sequence columns are not older than those merged so far; a group whose sequence columns
 * are all NULL leaves its columns alone.
 */
final class PartialUpdate implements RowMerger {
    /**
     * What is known of each column.
     *
     * @param aggregated whether a function of its own was given for the column, which older retracts reach too
     * @param group number of the column's group, or -1
     */
    record Columns(
            Accumulator[] accumulators,
            boolean[] ignoreRetract,
            boolean[] notNull,
            boolean[] aggregated,
            int[] group) {}

    /**
     * A sequence group.
     *
     * @param sequences places of the columns that order it
     * @param removes whether a {@code -D} that is not older takes the whole row away
     */
    record Group(int[] sequences, KeyComparator comparator, boolean removes) {
        boolean orders(int place) {
            for (int sequence : sequences) {
                if (sequence == place) {
                    return true;
                }
            }
            return false;
        }
    }

    private enum Standing {
        /** The group's sequence columns are all NULL: it is not concerned. */
        EMPTY,
        OLDER,
        NOT_OLDER
    }

    private final Columns columns;
    private final Group[] groups;
    private final Standing[] standings;
    private final MergeOptions options;
    private final int offset;
    private boolean any;
    private boolean inserted;
    private boolean removed;

    PartialUpdate(Columns columns, Group[] groups, MergeOptions options, int offset) {
        this.columns = columns;
        this.groups = groups;
        this.standings = new Standing[groups.length];
        this.options = options;
        this.offset = offset;
    }

    @Override
    public void reset() {
        any = false;
        inserted = false;
        removed = false;
        clear();
    }

    private void clear() {
        for (Accumulator column : columns.accumulators()) {
            column.reset();
        }
    }

    @Override
    public void add(Batch batch, int row, int kind) {
        if (RowKind.isRetract(kind)) {
            retract(batch, row, kind);
            return;
        }
        if (removed) {
            clear();
        }
        any = true;
        inserted = true;
        removed = false;
        compare(batch, row);
        Accumulator[] accumulators = columns.accumulators();
        for (int i = 0; i < accumulators.length; i++) {
            Column value = batch.column(offset + i);
            int group = columns.group()[i];
            if (group < 0 || standings[group] == Standing.NOT_OLDER) {
                accumulators[i].add(value, row);
            } else if (standings[group] == Standing.OLDER && !groups[group].orders(i)) {
                accumulators[i].addEarlier(value, row);
            }
        }
    }

    private void retract(Batch batch, int row, int kind) {
        if (options.ignoreDelete()) {
            return;
        }
        String refusal = options.refusesRetract();
        if (refusal != null) {
            throw LakelogException.unsupported(refusal);
        }
        if (!any) {
            keepNotNull(batch, row);
        }
        any = true;
        // Not of those among the columns at hand: a retract is for the groups, whichever are read.
        if (options.sequenceGroups().isEmpty()) {
            if (kind == RowKind.DELETE.code()) {
                remove(batch, row);
            }
            return;
        }
        compare(batch, row);
        for (int g = 0; g < groups.length; g++) {
            if (groups[g].removes() && standings[g] == Standing.NOT_OLDER && kind == RowKind.DELETE.code()) {
                remove(batch, row);
                return;
            }
        }
        Accumulator[] accumulators = columns.accumulators();
        for (int i = 0; i < accumulators.length; i++) {
            int group = columns.group()[i];
            if (group < 0 || standings[group] == Standing.EMPTY) {
                continue;
            }
            Column value = batch.column(offset + i);
            if (!groups[group].orders(i)) {
                boolean counts = standings[group] == Standing.NOT_OLDER || columns.aggregated()[i];
                if (counts && !columns.ignoreRetract()[i]) {
                    accumulators[i].retract(value, row);
                }
            } else if (standings[group] == Standing.NOT_OLDER) {
                accumulators[i].add(value, row);
            }
        }
    }

    private void remove(Batch batch, int row) {
        removed = true;
        inserted = false;
        clear();
        keepNotNull(batch, row);
    }

    /** Columns that cannot be NULL need a value in the row that stands for the deletion. */
    private void keepNotNull(Batch batch, int row) {
        for (int i = 0; i < columns.accumulators().length; i++) {
            if (columns.notNull()[i]) {
                columns.accumulators()[i].add(batch.column(offset + i), row);
            }
        }
    }

    /** Finds for each group how the version stands to what is merged so far. */
    private void compare(Batch batch, int row) {
        for (int g = 0; g < groups.length; g++) {
            standings[g] = standing(groups[g], batch, row);
        }
    }

    private Standing standing(Group group, Batch batch, int row) {
        boolean empty = true;
        int order = 0;
        for (int s = 0; s < group.sequences().length; s++) {
            int place = group.sequences()[s];
            Column value = batch.column(offset + place);
            empty &= value.isNull(row);
            if (order == 0) {
                PickedValue present = (PickedValue) columns.accumulators()[place];
                order = compare(group.comparator(), s, value, row, present);
            }
        }
        return empty ? Standing.EMPTY : order >= 0 ? Standing.NOT_OLDER : Standing.OLDER;
    }

    private static int compare(KeyComparator comparator, int c, Column value, int row, PickedValue present) {
        @Nullable Column other = present.column();
        if (other == null) {
            return value.isNull(row) ? 0 : 1;
        }
        return comparator.compareColumn(c, value, row, other, present.row());
    }

    @Override
    public boolean hasResult() {
        return any;
    }

    @Override
    public boolean isPresent() {
        return inserted && !removed;
    }

    @Override
    public void appendValues(BatchBuilder target) {
        for (int i = 0; i < columns.accumulators().length; i++) {
            columns.accumulators()[i].appendTo(target.column(offset + i));
        }
    }
}
