package io.lakelog.storage.format;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import java.util.Arrays;
import java.util.List;

/**
 * Takes nested values apart into the entries of their leaves, level by level: each step turns the slots of a value into the
 * slots of its children. The inverse of {@link Assembler}. Pure.
 */
final class Shredder {
    private final String column;
    private final LeafEntries[] leaves;

    private Shredder(String column, int leaves) {
        this.column = column;
        this.leaves = new LeafEntries[leaves];
    }

    /** The entries of all leaves for rows {@code from} to {@code to} of a column. */
    static LeafEntries[] shred(ColumnNode root, int leaves, String name, Column column, int from, int to) {
        Slots rows = new Slots(to - from);
        for (int i = from; i < to; i++) {
            rows.add(0, 0, i);
        }
        Shredder shredder = new Shredder(name, leaves);
        shredder.node(root, column, rows);
        return shredder.leaves;
    }

    private void node(ColumnNode node, Column values, Slots slots) {
        if (node.isLeaf()) {
            leaves[node.firstLeaf()] = leaf(node, values, slots);
        } else if (values instanceof Column.Lists lists) {
            Slots items = items(node, lists, slots);
            for (int i = 0; i < node.children().size(); i++) {
                node(node.children().get(i), lists.children.get(i), items);
            }
        } else {
            List<Column> fields = ((Column.Structs) values).children;
            Slots present = present(node, values, slots);
            for (int i = 0; i < node.children().size(); i++) {
                node(node.children().get(i), fields.get(i), present);
            }
        }
    }

    private LeafEntries leaf(ColumnNode node, Column values, Slots slots) {
        Slots present = present(node, values, slots);
        ColumnBuilder builder = ColumnBuilder.like(values);
        int at = 0;
        while (at < present.count) {
            int from = present.position[at];
            int run = 1;
            if (from >= 0) {
                while (at + run < present.count && present.position[at + run] == from + run) {
                    run++;
                }
                builder.append(values, from, from + run);
            }
            at += run;
        }
        return new LeafEntries(present.repetition, present.definition, present.count, builder.build());
    }

    /** The slots with the level of what is there; NULLs end here. */
    private Slots present(ColumnNode node, Column values, Slots slots) {
        Slots made = new Slots(slots.count);
        for (int i = 0; i < slots.count; i++) {
            int position = slots.position[i];
            if (position >= 0 && values.isNull(position)) {
                made.add(slots.repetition[i], nullLevel(node, slots.definition[i]), -1);
            } else {
                made.add(slots.repetition[i], position >= 0 ? node.presentLevel() : slots.definition[i], position);
            }
        }
        return made;
    }

    /** The slots of the items; a list without any keeps one slot that says so. */
    private Slots items(ColumnNode node, Column.Lists lists, Slots slots) {
        Slots made = new Slots(slots.count);
        for (int i = 0; i < slots.count; i++) {
            int position = slots.position[i];
            if (position < 0) {
                made.add(slots.repetition[i], slots.definition[i], -1);
            } else if (lists.isNull(position)) {
                made.add(slots.repetition[i], nullLevel(node, slots.definition[i]), -1);
            } else if (lists.length(position) == 0) {
                made.add(slots.repetition[i], node.presentLevel(), -1);
            } else {
                int repetition = slots.repetition[i];
                for (int item = lists.offsets[position]; item < lists.offsets[position + 1]; item++) {
                    made.add(repetition, node.presentLevel() + 1, item);
                    repetition = node.itemRepetition();
                }
            }
        }
        return made;
    }

    private int nullLevel(ColumnNode node, int slotLevel) {
        if (node.presentLevel() == slotLevel) {
            throw new LakelogException(
                    ErrorCode.NULL_VALUE,
                    "column '" + column + "' holds NULL where its type allows none: " + node.type());
        }
        return slotLevel;
    }

    /** Places for a value: the levels so far, and where it is in its column; -1 where an outer value is missing. */
    private static final class Slots {
        int[] repetition;
        int[] definition;
        int[] position;
        int count;

        Slots(int capacity) {
            repetition = new int[capacity];
            definition = new int[capacity];
            position = new int[capacity];
        }

        void add(int repetitionLevel, int definitionLevel, int at) {
            if (count == position.length) {
                int capacity = Math.max(16, count * 2);
                repetition = Arrays.copyOf(repetition, capacity);
                definition = Arrays.copyOf(definition, capacity);
                position = Arrays.copyOf(position, capacity);
            }
            repetition[count] = repetitionLevel;
            definition[count] = definitionLevel;
            position[count++] = at;
        }
    }
}
