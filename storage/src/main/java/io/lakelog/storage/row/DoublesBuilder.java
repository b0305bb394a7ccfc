package io.lakelog.storage.row;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds {@link Column.Doubles}. */
public final class DoublesBuilder extends ColumnBuilder {
    private double[] values = new double[0];

    private void reserve(int more) {
        if (values.length < size + more) {
            values = Arrays.copyOf(values, capacity(values.length, size + more));
        }
    }

    public void append(double value) {
        reserve(1);
        values[size++] = value;
    }

    @Override
    public long memoryBytes() {
        return 8L * values.length;
    }

    @Override
    void appendDefault() {
        append(0d);
    }

    @Override
    void appendValues(Column source, int from, int to) {
        reserve(to - from);
        System.arraycopy(((Column.Doubles) source).values, from, values, size, to - from);
        size += to - from;
    }

    @Override
    Column column(int count, boolean @Nullable [] mask) {
        return new Column.Doubles(count, mask, values);
    }

    @Override
    void renew() {
        values = new double[0];
    }
}
