package io.lakelog.storage.merge;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.ListsBuilder;
import io.lakelog.storage.schema.MergeOptions;
import io.lakelog.storage.type.DataType;
import java.util.Arrays;

/**
 * {@code collect}, {@code merge_map} and {@code nested_update}: arrays and maps put together. Values are gathered where
 * they lie and joined when the result is wanted. A single value stays as it was written.
 */
abstract class NestedValue extends Accumulator {
    private Column.Lists[] columns = new Column.Lists[4];
    private int[] rows = new int[4];
    private int count;

    /** What several values come to: one value. */
    abstract Column.Lists join(Column.Lists[] values, int[] places, int size);

    /** What is left of the first of two values without the second: one value. */
    abstract Column.Lists without(Column.Lists[] values, int[] places);

    @Override
    final void reset() {
        Arrays.fill(columns, 0, count, null);
        count = 0;
    }

    @Override
    final void add(Column column, int row) {
        insert(count, column, row);
    }

    @Override
    void addEarlier(Column column, int row) {
        // What is there was put together without the earlier value: a limit has been applied to it by itself.
        settle();
        insert(0, column, row);
    }

    private void insert(int place, Column column, int row) {
        if (column.isNull(row)) {
            return;
        }
        if (count == rows.length) {
            columns = Arrays.copyOf(columns, 2 * count);
            rows = Arrays.copyOf(rows, 2 * count);
        }
        System.arraycopy(columns, place, columns, place + 1, count - place);
        System.arraycopy(rows, place, rows, place + 1, count - place);
        columns[place] = (Column.Lists) column;
        rows[place] = row;
        count++;
    }

    @Override
    final void retract(Column column, int row) {
        if (count == 0 || column.isNull(row)) {
            return;
        }
        settle();
        add(column, row);
        set(without(columns, rows));
    }

    private void settle() {
        if (count > 1) {
            set(join(columns, rows, count));
        }
    }

    private void set(Column.Lists value) {
        reset();
        add(value, 0);
    }

    @Override
    final void appendTo(ColumnBuilder target) {
        settle();
        if (count == 0) {
            target.appendNull();
        } else {
            target.append(columns[0], rows[0], rows[0] + 1);
        }
    }

    /** {@code collect}: all elements, or each once. */
    static final class Collect extends NestedValue {
        private final Items.Identity identity;
        private final boolean distinct;

        Collect(DataType type, boolean distinct) {
            this.identity = new Items.Identity(type);
            this.distinct = distinct;
        }

        @Override
        void addEarlier(Column column, int row) {
            add(column, row);
        }

        @Override
        Column.Lists join(Column.Lists[] values, int[] places, int size) {
            Column.Lists all = Items.join(values, places, size, false);
            return distinct ? new Items(all, identity).distinct(false) : all;
        }

        @Override
        Column.Lists without(Column.Lists[] values, int[] places) {
            return new Items(Items.join(values, places, 2, false), identity).without(values[0].length(places[0]), true);
        }
    }

    /** {@code merge_map}: all entries, of equal keys the last; an entry is taken back by its key. */
    static final class MergeMap extends NestedValue {
        private final Items.Identity identity;

        MergeMap(DataType type) {
            this.identity = new Items.Identity(type);
        }

        @Override
        Column.Lists join(Column.Lists[] values, int[] places, int size) {
            return new Items(Items.join(values, places, size, false), identity).distinct(true);
        }

        @Override
        Column.Lists without(Column.Lists[] values, int[] places) {
            return new Items(Items.join(values, places, 2, false), identity)
                    .without(values[0].length(places[0]), false);
        }
    }

    /** {@code nested_update}: a table in an array of rows, perhaps with a key, perhaps with a limit to what it takes. */
    static final class NestedTable extends NestedValue {
        private final Items.Identity identity;
        private final boolean keyed;
        private final int limit;

        NestedTable(DataType type, MergeOptions.FieldRule rule) {
            this.keyed = !rule.nestedKey().isEmpty();
            this.identity =
                    keyed ? new Items.Identity(type, Items.fields(type, rule.nestedKey())) : new Items.Identity(type);
            this.limit = rule.countLimit();
        }

        @Override
        Column.Lists join(Column.Lists[] values, int[] places, int size) {
            if (limit == Integer.MAX_VALUE) {
                return byKey(Items.join(values, places, size, true));
            }
            Column.Lists result = values[0];
            int place = places[0];
            for (int i = 1; i < size; i++) {
                int room = limit - result.length(place);
                if (room > 0) {
                    result = limited(result, place, values[i], places[i], room);
                    place = 0;
                }
            }
            return place == 0 && result.size() == 1
                    ? result
                    : Items.join(new Column.Lists[] {result}, new int[] {place}, 1, false);
        }

        private Column.Lists limited(Column.Lists present, int row, Column.Lists more, int moreRow, int room) {
            ListsBuilder target = (ListsBuilder) ColumnBuilder.like(present);
            Items.appendPresent(target, present, present.offsets[row], present.offsets[row + 1], Integer.MAX_VALUE);
            Items.appendPresent(target, more, more.offsets[moreRow], more.offsets[moreRow + 1], room);
            return byKey(Items.value(target));
        }

        private Column.Lists byKey(Column.Lists all) {
            return keyed ? new Items(all, identity).distinct(true) : all;
        }

        @Override
        Column.Lists without(Column.Lists[] values, int[] places) {
            Column.Lists present = byKey(Items.join(values, places, 1, true));
            Column.Lists[] both = {present, values[1]};
            Column.Lists all = Items.join(both, new int[] {0, places[1]}, 2, true);
            return new Items(all, identity).without(present.length(0), false);
        }
    }
}
