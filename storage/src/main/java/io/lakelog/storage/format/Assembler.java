package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import java.util.ArrayList;
import java.util.List;

/** Puts the entries of leaves together to nested values. The inverse of {@link Shredder}. Pure. */
final class Assembler {
    private final LeafEntries[] leaves;

    private Assembler(LeafEntries[] leaves) {
        this.leaves = leaves;
    }

    /**
     * The column of {@code rows} values.
     *
     * @throws MalformedFileException if the leaves do not tell of as many, or of different lists
     */
    static Column assemble(ColumnNode root, LeafEntries[] leaves, int rows) {
        Column column = new Assembler(leaves).node(root, 0, 0);
        if (column.size() != rows) {
            throw new MalformedFileException("its levels tell of " + column.size() + " rows where there are " + rows);
        }
        return column;
    }

    /**
     * The values in all slots: entries that repeat at most at {@code repetition} and are defined from {@code slotLevel} on.
     * Rows are no bound to slots: a field of a missing row has a slot too.
     */
    private Column node(ColumnNode node, int repetition, int slotLevel) {
        if (node.isLeaf()) {
            return leaf(node, repetition, slotLevel);
        }
        LeafEntries first = leaves[node.firstLeaf()];
        boolean[] nulls = new boolean[first.count];
        int[] offsets = new int[first.count + 1];
        int slots = 0;
        int items = 0;
        boolean anyNull = false;
        for (int i = 0; i < first.count; i++) {
            int level = first.definition[i];
            if (level < slotLevel) {
                continue;
            }
            if (first.repetition[i] <= repetition) {
                anyNull |= nulls[slots] = level < node.presentLevel();
                offsets[slots++] = items;
            }
            if (node.isList() && first.repetition[i] <= node.itemRepetition() && level > node.presentLevel()) {
                items++;
            }
        }
        offsets[slots] = items;
        boolean[] mask = anyNull ? nulls : null;
        List<Column> children = new ArrayList<>(node.children().size());
        for (ColumnNode child : node.children()) {
            Column made = node.isList()
                    ? node(child, node.itemRepetition(), node.presentLevel() + 1)
                    : node(child, repetition, slotLevel);
            if (made.size() != (node.isList() ? items : slots)) {
                throw new MalformedFileException("the levels of its leaves do not agree");
            }
            children.add(made);
        }
        return node.isList()
                ? new Column.Lists(slots, mask, offsets, children)
                : new Column.Structs(slots, mask, children);
    }

    private Column leaf(ColumnNode node, int repetition, int slotLevel) {
        LeafEntries entries = leaves[node.firstLeaf()];
        ColumnBuilder builder = ColumnBuilder.like(entries.values);
        int next = 0;
        int runFrom = 0;
        for (int i = 0; i < entries.count; i++) {
            int level = entries.definition[i];
            if (level < slotLevel) {
                continue;
            }
            if (entries.repetition[i] > repetition) {
                throw new MalformedFileException("a value repeats where it may not");
            }
            if (level >= node.presentLevel()) {
                next++;
            } else {
                builder.append(entries.values, runFrom, next);
                runFrom = next;
                builder.appendNull();
            }
        }
        if (builder.size() == 0 && runFrom == 0 && next == entries.values.size()) {
            return entries.values;
        }
        builder.append(entries.values, runFrom, next);
        return builder.build();
    }
}
