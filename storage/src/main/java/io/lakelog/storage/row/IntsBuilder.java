package io.lakelog.storage.row;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds {@link Column.Ints}. */
public final class IntsBuilder extends ColumnBuilder {
    private int[] values = new int[0];

    private void reserve(int more) {
        if (values.length < size + more) {
            values = Arrays.copyOf(values, capacity(values.length, size + more));
        }
    }

    public void append(int value) {
        reserve(1);
        values[size++] = value;
    }

    @Override
    public long memoryBytes() {
        return 4L * values.length;
    }

    @Override
    void appendDefault() {
        append(0);
    }

    @Override
    void appendValues(Column source, int from, int to) {
        reserve(to - from);
        System.arraycopy(((Column.Ints) source).values, from, values, size, to - from);
        size += to - from;
    }

    @Override
    Column column(int count, boolean @Nullable [] mask) {
        return new Column.Ints(count, mask, values);
    }

    @Override
    void renew() {
        values = new int[0];
    }
}
