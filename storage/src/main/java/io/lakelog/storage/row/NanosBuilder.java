package io.lakelog.storage.row;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds {@link Column.Nanos}. */
public final class NanosBuilder extends ColumnBuilder {
    private long[] micros = new long[0];
    private short[] nanos = new short[0];

    private void reserve(int more) {
        if (micros.length < size + more) {
            int capacity = capacity(micros.length, size + more);
            micros = Arrays.copyOf(micros, capacity);
            nanos = Arrays.copyOf(nanos, capacity);
        }
    }

    /** @param nanosMore 0 to 999 nanoseconds after {@code micros} */
    public void append(long microsValue, int nanosMore) {
        reserve(1);
        micros[size] = microsValue;
        nanos[size++] = (short) nanosMore;
    }

    @Override
    public long memoryBytes() {
        return 10L * micros.length;
    }

    @Override
    void appendDefault() {
        append(0L, 0);
    }

    @Override
    void appendValues(Column source, int from, int to) {
        reserve(to - from);
        Column.Nanos column = (Column.Nanos) source;
        System.arraycopy(column.micros, from, micros, size, to - from);
        System.arraycopy(column.nanos, from, nanos, size, to - from);
        size += to - from;
    }

    @Override
    Column column(int count, boolean @Nullable [] mask) {
        return new Column.Nanos(count, mask, micros, nanos);
    }

    @Override
    void renew() {
        micros = new long[0];
        nanos = new short[0];
    }
}
