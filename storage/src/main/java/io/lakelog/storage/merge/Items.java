package io.lakelog.storage.merge;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.row.ListsBuilder;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import java.util.Arrays;
import java.util.List;

/**
 * The items of arrays or maps, one after the other, and which of them are equal: elements, entries by their keys, rows by
 * some of their fields. Immutable.
 */
final class Items {
    private final Column.Lists values;
    /** All items, those that are equal side by side and in their sequence. */
    private final int[] sorted;

    private final List<Column> identity;
    private final KeyComparator comparator;

    /** What makes items equal. Immutable. */
    static final class Identity {
        private final int[] fields;
        private final KeyComparator comparator;

        /** Elements as a whole, or entries by their keys. */
        Identity(DataType type) {
            this.fields = new int[0];
            this.comparator = new KeyComparator(List.of(type.children().get(0).type()));
        }

        /** Rows of an array by some of their fields. */
        Identity(DataType type, int[] fields) {
            DataType element = type.children().get(0).type();
            this.fields = fields;
            this.comparator = new KeyComparator(Arrays.stream(fields)
                    .mapToObj(field -> element.children().get(field).type())
                    .toList());
        }

        private List<Column> columns(Column items) {
            return fields.length == 0
                    ? List.of(items)
                    : Arrays.stream(fields)
                            .mapToObj(((Column.Structs) items).children::get)
                            .toList();
        }
    }

    Items(Column.Lists values, Identity identity) {
        this.values = values;
        Column items = values.children.get(0);
        this.identity = identity.columns(items);
        this.comparator = identity.comparator;
        this.sorted = comparator.sortedOrder(this.identity, values.offsets[values.size()]);
    }

    /** Where the items equal to the one at {@code sorted[from]} end. */
    private int end(int from) {
        int to = from + 1;
        while (to < sorted.length && comparator.compare(identity, sorted[from], identity, sorted[to]) == 0) {
            to++;
        }
        return to;
    }

    /** Of equal items one, in the place of the first: the last, or the first itself. */
    Column.Lists distinct(boolean last) {
        int[] chosen = new int[sorted.length];
        Arrays.fill(chosen, -1);
        for (int from = 0; from < sorted.length; from = end(from)) {
            chosen[sorted[from]] = sorted[last ? end(from) - 1 : from];
        }
        return pick(chosen);
    }

    /**
     * The items before {@code start} without those that equal an item from {@code start} on.
     *
     * @param oneForOne whether each of those takes one item away, the first, and not all that equal it
     */
    Column.Lists without(int start, boolean oneForOne) {
        int[] chosen = new int[start];
        Arrays.setAll(chosen, i -> i);
        for (int from = 0; from < sorted.length; from = end(from)) {
            int to = end(from);
            int middle = from;
            while (middle < to && sorted[middle] < start) {
                middle++;
            }
            int gone = oneForOne ? Math.min(to - middle, middle - from) : middle == to ? 0 : middle - from;
            for (int i = from; i < from + gone; i++) {
                chosen[sorted[i]] = -1;
            }
        }
        return pick(chosen);
    }

    private Column.Lists pick(int[] chosen) {
        ListsBuilder target = (ListsBuilder) ColumnBuilder.like(values);
        for (int item : chosen) {
            if (item >= 0) {
                append(target, values, item, item + 1);
            }
        }
        return value(target);
    }

    /** The items of several values as one value. */
    static Column.Lists join(Column.Lists[] columns, int[] rows, int count, boolean leaveOutNulls) {
        ListsBuilder target = (ListsBuilder) ColumnBuilder.like(columns[0]);
        for (int i = 0; i < count; i++) {
            int from = columns[i].offsets[rows[i]];
            int to = columns[i].offsets[rows[i] + 1];
            if (leaveOutNulls) {
                appendPresent(target, columns[i], from, to, Integer.MAX_VALUE);
            } else {
                append(target, columns[i], from, to);
            }
        }
        return value(target);
    }

    /** Appends up to {@code limit} items that are not NULL. */
    static void appendPresent(ListsBuilder target, Column.Lists source, int from, int to, int limit) {
        Column items = source.children.get(0);
        int taken = 0;
        for (int i = from; i < to && taken < limit; i++) {
            if (!items.isNull(i)) {
                append(target, source, i, i + 1);
                taken++;
            }
        }
    }

    static Column.Lists value(ListsBuilder target) {
        target.endValue();
        return (Column.Lists) target.build();
    }

    private static void append(ListsBuilder target, Column.Lists source, int from, int to) {
        for (int c = 0; c < source.children.size(); c++) {
            target.child(c).append(source.children.get(c), from, to);
        }
    }

    /** The places of named fields in the rows of an array. */
    static int[] fields(DataType type, List<String> names) {
        DataType element = type.children().get(0).type();
        return names.stream().mapToInt(name -> place(element, name)).toArray();
    }

    private static int place(DataType row, String name) {
        if (row.kind() == TypeKind.ROW) {
            for (int i = 0; i < row.children().size(); i++) {
                if (row.children().get(i).name().equals(name)) {
                    return i;
                }
            }
        }
        throw new IllegalArgumentException("no field " + name);
    }
}
