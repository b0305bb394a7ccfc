package io.lakelog.storage.row;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds {@link Column.Longs}. */
public final class LongsBuilder extends ColumnBuilder {
    private long[] values = new long[0];

    private void reserve(int more) {
        if (values.length < size + more) {
            values = Arrays.copyOf(values, capacity(values.length, size + more));
        }
    }

    public void append(long value) {
        reserve(1);
        values[size++] = value;
    }

    @Override
    public long memoryBytes() {
        return 8L * values.length;
    }

    @Override
    void appendDefault() {
        append(0L);
    }

    @Override
    void appendValues(Column source, int from, int to) {
        reserve(to - from);
        System.arraycopy(((Column.Longs) source).values, from, values, size, to - from);
        size += to - from;
    }

    @Override
    Column column(int count, boolean @Nullable [] mask) {
        return new Column.Longs(count, mask, values);
    }

    @Override
    void renew() {
        values = new long[0];
    }
}
