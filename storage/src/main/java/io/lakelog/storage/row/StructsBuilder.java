package io.lakelog.storage.row;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds {@link Column.Structs}: a value goes to each child, then {@link #endValue} makes them one. */
public final class StructsBuilder extends ColumnBuilder {
    private final List<ColumnBuilder> children;

    StructsBuilder(List<ColumnBuilder> children) {
        this.children = List.copyOf(children);
    }

    /** Where the next value of a field is appended. */
    public ColumnBuilder child(int position) {
        return children.get(position);
    }

    /** Where the next value of each field is appended. Immutable. */
    public List<ColumnBuilder> children() {
        return children;
    }

    public void endValue() {
        size++;
    }

    @Override
    public long memoryBytes() {
        return children.stream().mapToLong(ColumnBuilder::memoryBytes).sum();
    }

    @Override
    void appendDefault() {
        children.forEach(ColumnBuilder::appendNull);
        size++;
    }

    @Override
    void appendValues(Column source, int from, int to) {
        Column.Structs column = (Column.Structs) source;
        for (int i = 0; i < children.size(); i++) {
            children.get(i).append(column.children.get(i), from, to);
        }
        size += to - from;
    }

    @Override
    Column column(int count, boolean @Nullable [] mask) {
        return new Column.Structs(
                count, mask, children.stream().map(ColumnBuilder::build).toList());
    }

    @Override
    void renew() {}

    @Override
    void lend() {
        super.lend();
        children.forEach(ColumnBuilder::lend);
    }
}
