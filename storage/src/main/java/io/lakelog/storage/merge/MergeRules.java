package io.lakelog.storage.merge;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.AggregateFunction;
import io.lakelog.storage.schema.MergeEngine;
import io.lakelog.storage.schema.MergeOptions;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.type.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How the versions of a key are merged in one table. Immutable, thread-safe; the mergers it makes are not. */
public final class MergeRules {
    private final MergeOptions options;
    private final TableShape shape;
    private final int[] sequencePositions;

    public MergeRules(MergeOptions options, TableShape shape) {
        this.options = options;
        this.shape = shape;
        this.sequencePositions = positions(options.sequenceFields());
    }

    /** Whether of several versions simply the one with the highest sequence number counts, so that nothing is merged. */
    public boolean lastCounts() {
        return options.lastCounts();
    }

    /** Whether versions are ordered by columns of the table before their sequence numbers. */
    public boolean hasSequenceFields() {
        return sequencePositions.length > 0;
    }

    /** Whether only the first row of a key counts. */
    public boolean firstCounts() {
        return options.engine() == MergeEngine.FIRST_ROW;
    }

    /** Whether the state of a key is always one of its versions, as it was written. */
    public boolean oneVersionCounts() {
        return options.engine() == MergeEngine.DEDUPLICATE || firstCounts();
    }

    /** Whether versions of a kind are left out when versions are merged. */
    public boolean leavesOut(boolean retract) {
        return retract && options.ignoreDelete();
    }

    /** Whether rows of a kind are left out when they are written. */
    public boolean leavesOutWritten(RowKind kind) {
        return leavesOut(kind.isRetract()) || (kind == RowKind.UPDATE_BEFORE && options.ignoreUpdateBefore());
    }

    /** Why a retract cannot be merged, or null if it can. */
    public @Nullable String refusesRetract() {
        return options.refusesRetract();
    }

    /** Position of the column that tells a written row's kind, or -1. */
    public int rowKindPosition() {
        return options.rowKindField() == null ? -1 : shape.rowType().indexOf(options.rowKindField());
    }

    /** Whether merging can fail because a sum or product leaves the range of its column, and writers are to find out. */
    public boolean checksOverflow() {
        return options.checkOverflow() && mayOverflow();
    }

    /**
     * Finds out whether written values are what the functions of their columns need.
     *
     * @param written all columns of the table
     * @throws io.lakelog.storage.error.LakelogException INVALID_ARGUMENT naming the column
     */
    public void check(Batch written) {
        if (oneVersionCounts()) {
            return;
        }
        for (int position = 0; position < written.width(); position++) {
            AggregateFunction function = function(position);
            if (function != AggregateFunction.RBM32 && function != AggregateFunction.RBM64) {
                continue;
            }
            Column.Bytes bytes = (Column.Bytes) written.column(position);
            for (int row = 0; row < bytes.size(); row++) {
                if (!bytes.isNull(row)) {
                    String name = shape.rowType().field(position).name();
                    BitmapUnion.check(name, function == AggregateFunction.RBM64, bytes, row);
                }
            }
        }
    }

    private boolean mayOverflow() {
        for (int position : shape.allPositions()) {
            AggregateFunction function = function(position);
            DataType type = shape.rowType().type(position);
            boolean exact = type.layout() != DataType.Layout.FLOAT && type.layout() != DataType.Layout.DOUBLE;
            if (function != null && function.canOverflow() && exact) {
                return true;
            }
        }
        return false;
    }

    /** The columns that have to be read so that some can be merged: those, the key, and what orders versions. */
    public int[] needed(int[] wanted) {
        TreeSet<Integer> all = new TreeSet<>();
        Arrays.stream(shape.keyPositions()).forEach(all::add);
        Arrays.stream(sequencePositions).forEach(all::add);
        for (MergeOptions.SequenceGroup group : options.sequenceGroups()) {
            int[] sequences = positions(group.sequenceFields());
            boolean concerned =
                    Arrays.stream(positions(group.protectedFields())).anyMatch(position -> contains(wanted, position))
                            || Arrays.stream(sequences).anyMatch(position -> contains(wanted, position));
            if (concerned || !options.removeOnSequenceGroup().isEmpty()) {
                Arrays.stream(sequences).forEach(all::add);
            }
        }
        Arrays.stream(wanted).forEach(all::remove);
        int[] columns = Arrays.copyOf(wanted, wanted.length + all.size());
        int next = wanted.length;
        for (int position : all) {
            columns[next++] = position;
        }
        return columns;
    }

    /** Compares versions by the columns that order them, in batches that hold some columns of the table. */
    public VersionOrder order(int[] columns, int offset) {
        int[] places = places(sequencePositions, columns, offset);
        List<DataType> types =
                Arrays.stream(sequencePositions).mapToObj(shape.rowType()::type).toList();
        return new VersionOrder(places, new KeyComparator(types), options.descending());
    }

    /**
     * A merger of versions in batches that hold some columns of the table.
     *
     * @param columns positions in the table; what {@link #needed} adds must be among them
     * @param offset place of the first of them in the batches
     */
    public RowMerger merger(int[] columns, int offset) {
        return switch (options.engine()) {
            case DEDUPLICATE -> new LastRow(options.ignoreDelete(), columns.length, offset);
            case FIRST_ROW -> new FirstRow(options, columns.length, offset);
            case AGGREGATION ->
                new Aggregation(
                        accumulators(columns),
                        ignoreRetracts(columns),
                        notNull(columns),
                        options.removeOnDelete(),
                        offset);
            case PARTIAL_UPDATE -> partialUpdate(columns, offset);
        };
    }

    private RowMerger partialUpdate(int[] columns, int offset) {
        int[] groupOf = new int[columns.length];
        Arrays.fill(groupOf, -1);
        PartialUpdate.Group[] groups = options.sequenceGroups().stream()
                .map(group -> {
                    int[] sequences = positions(group.sequenceFields());
                    int[] places = places(sequences, columns, 0);
                    List<DataType> types = Arrays.stream(sequences)
                            .mapToObj(shape.rowType()::type)
                            .toList();
                    boolean removes =
                            group.sequenceFields().stream().anyMatch(options.removeOnSequenceGroup()::contains);
                    return new PartialUpdate.Group(places, new KeyComparator(types), removes);
                })
                .filter(group -> Arrays.stream(group.sequences()).allMatch(place -> place >= 0))
                .toArray(PartialUpdate.Group[]::new);
        for (int g = 0; g < groups.length; g++) {
            for (int place : groups[g].sequences()) {
                groupOf[place] = g;
            }
        }
        for (MergeOptions.SequenceGroup group : options.sequenceGroups()) {
            int first = indexOf(columns, positions(group.sequenceFields())[0]);
            for (int position : positions(group.protectedFields())) {
                int place = indexOf(columns, position);
                if (place >= 0 && first >= 0) {
                    groupOf[place] = groupOf[first];
                }
            }
        }
        return new PartialUpdate(
                new PartialUpdate.Columns(
                        accumulators(columns), ignoreRetracts(columns), notNull(columns), aggregated(columns), groupOf),
                groups,
                options,
                offset);
    }

    private Accumulator[] accumulators(int[] columns) {
        Accumulator[] accumulators = new Accumulator[columns.length];
        for (int i = 0; i < columns.length; i++) {
            int position = columns[i];
            DataType type = shape.rowType().type(position);
            String name = shape.rowType().field(position).name();
            if (contains(shape.keyPositions(), position) || contains(shape.partitionPositions(), position)) {
                accumulators[i] = new PickedValue.Constant();
                continue;
            }
            AggregateFunction function = function(position);
            accumulators[i] = function == null
                    ? new PickedValue.LastNonNull()
                    : Accumulator.of(function, type, name, options.field(name));
        }
        return accumulators;
    }

    private @Nullable AggregateFunction function(int position) {
        String name = shape.rowType().field(position).name();
        boolean inGroup = options.sequenceGroups().stream()
                .anyMatch(group -> group.protectedFields().contains(name));
        boolean orders = options.sequenceGroups().stream()
                .anyMatch(group -> group.sequenceFields().contains(name));
        boolean aggregation = options.engine() == MergeEngine.AGGREGATION;
        if (!aggregation && options.engine() != MergeEngine.PARTIAL_UPDATE) {
            return null;
        }
        if ((aggregation && options.sequenceFields().contains(name)) || (!aggregation && orders)) {
            return AggregateFunction.LAST_VALUE;
        }
        String own = options.field(name).function();
        String text = own != null ? own : options.defaultFunction();
        if (text != null) {
            return AggregateFunction.of("fields." + name + ".aggregate-function", text);
        }
        return inGroup && !aggregation ? AggregateFunction.LAST_VALUE : AggregateFunction.LAST_NON_NULL_VALUE;
    }

    private boolean[] ignoreRetracts(int[] columns) {
        boolean[] ignore = new boolean[columns.length];
        for (int i = 0; i < columns.length; i++) {
            ignore[i] = options.field(shape.rowType().field(columns[i]).name()).ignoreRetract();
        }
        return ignore;
    }

    private boolean[] aggregated(int[] columns) {
        boolean[] aggregated = new boolean[columns.length];
        for (int i = 0; i < columns.length; i++) {
            String name = shape.rowType().field(columns[i]).name();
            aggregated[i] = options.field(name).function() != null || options.defaultFunction() != null;
        }
        return aggregated;
    }

    private boolean[] notNull(int[] columns) {
        boolean[] notNull = new boolean[columns.length];
        for (int i = 0; i < columns.length; i++) {
            notNull[i] = !shape.rowType().type(columns[i]).nullable();
        }
        return notNull;
    }

    private int[] positions(List<String> names) {
        return names.stream().mapToInt(shape.rowType()::indexOf).toArray();
    }

    private static int[] places(int[] positions, int[] columns, int offset) {
        return Arrays.stream(positions)
                .map(position -> indexOf(columns, position) < 0 ? -1 : indexOf(columns, position) + offset)
                .toArray();
    }

    private static int indexOf(int[] columns, int position) {
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] == position) {
                return i;
            }
        }
        return -1;
    }

    private static boolean contains(int[] columns, int position) {
        return indexOf(columns, position) >= 0;
    }

    /** The order that columns of the table give to versions, before sequence numbers do. Thread-safe. */
    public record VersionOrder(int[] places, KeyComparator comparator, boolean descending) {
        /** Below 0 if row {@code i} of {@code a} is older than row {@code j} of {@code b}; 0 if the columns do not say. */
        public int compare(Batch a, int i, Batch b, int j) {
            for (int c = 0; c < places.length; c++) {
                Column left = a.column(places[c]);
                Column right = b.column(places[c]);
                int result = comparator.compareColumn(c, left, i, right, j);
                if (result != 0) {
                    // NULL is the oldest either way.
                    return descending && !left.isNull(i) && !right.isNull(j) ? -result : result;
                }
            }
            return 0;
        }
    }
}
