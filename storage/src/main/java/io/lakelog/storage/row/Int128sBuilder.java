package io.lakelog.storage.row;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds {@link Column.Int128s}. */
public final class Int128sBuilder extends ColumnBuilder {
    private long[] high = new long[0];
    private long[] low = new long[0];

    private void reserve(int more) {
        if (high.length < size + more) {
            int capacity = capacity(high.length, size + more);
            high = Arrays.copyOf(high, capacity);
            low = Arrays.copyOf(low, capacity);
        }
    }

    public void append(long highBits, long lowBits) {
        reserve(1);
        high[size] = highBits;
        low[size++] = lowBits;
    }

    @Override
    public long memoryBytes() {
        return 16L * high.length;
    }

    @Override
    void appendDefault() {
        append(0L, 0L);
    }

    @Override
    void appendValues(Column source, int from, int to) {
        reserve(to - from);
        Column.Int128s column = (Column.Int128s) source;
        System.arraycopy(column.high, from, high, size, to - from);
        System.arraycopy(column.low, from, low, size, to - from);
        size += to - from;
    }

    @Override
    Column column(int count, boolean @Nullable [] mask) {
        return new Column.Int128s(count, mask, high, low);
    }

    @Override
    void renew() {
        high = new long[0];
        low = new long[0];
    }
}
