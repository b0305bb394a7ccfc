package io.lakelog.storage.row;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds {@link Column.Lists}: items go to the children, then {@link #endValue} makes those since the last call one value. */
public final class ListsBuilder extends ColumnBuilder {
    private final List<ColumnBuilder> children;
    private int[] offsets = new int[1];

    ListsBuilder(List<ColumnBuilder> children) {
        this.children = List.copyOf(children);
    }

    /** Where the elements, or keys (0) and values (1), of the next value are appended. */
    public ColumnBuilder child(int position) {
        return children.get(position);
    }

    public void endValue() {
        if (offsets.length < size + 2) {
            offsets = Arrays.copyOf(offsets, capacity(offsets.length, size + 2));
        }
        offsets[++size] = children.get(0).size();
    }

    @Override
    public long memoryBytes() {
        return 4L * offsets.length
                + children.stream().mapToLong(ColumnBuilder::memoryBytes).sum();
    }

    @Override
    void appendDefault() {
        endValue();
    }

    @Override
    void appendValues(Column source, int from, int to) {
        Column.Lists column = (Column.Lists) source;
        if (offsets.length < size + to - from + 1) {
            offsets = Arrays.copyOf(offsets, capacity(offsets.length, size + to - from + 1));
        }
        int shift = offsets[size] - column.offsets[from];
        for (int i = 0; i < children.size(); i++) {
            children.get(i).append(column.children.get(i), column.offsets[from], column.offsets[to]);
        }
        for (int i = from + 1; i <= to; i++) {
            offsets[++size] = column.offsets[i] + shift;
        }
    }

    @Override
    Column column(int count, boolean @Nullable [] mask) {
        return new Column.Lists(
                count,
                mask,
                offsets,
                children.stream().map(ColumnBuilder::build).toList());
    }

    @Override
    void renew() {
        offsets = new int[1];
    }

    @Override
    void lend() {
        super.lend();
        children.forEach(ColumnBuilder::lend);
    }
}
