package io.lakelog.storage.row;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds {@link Column.Booleans}. */
public final class BooleansBuilder extends ColumnBuilder {
    private boolean[] values = new boolean[0];

    private void reserve(int more) {
        if (values.length < size + more) {
            values = Arrays.copyOf(values, capacity(values.length, size + more));
        }
    }

    public void append(boolean value) {
        reserve(1);
        values[size++] = value;
    }

    @Override
    public long memoryBytes() {
        return values.length;
    }

    @Override
    void appendDefault() {
        append(false);
    }

    @Override
    void appendValues(Column source, int from, int to) {
        reserve(to - from);
        System.arraycopy(((Column.Booleans) source).values, from, values, size, to - from);
        size += to - from;
    }

    @Override
    Column column(int count, boolean @Nullable [] mask) {
        return new Column.Booleans(count, mask, values);
    }

    @Override
    void renew() {
        values = new boolean[0];
    }
}
