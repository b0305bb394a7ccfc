package io.lakelog.storage.row;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds {@link Column.Floats}. */
public final class FloatsBuilder extends ColumnBuilder {
    private float[] values = new float[0];

    private void reserve(int more) {
        if (values.length < size + more) {
            values = Arrays.copyOf(values, capacity(values.length, size + more));
        }
    }

    public void append(float value) {
        reserve(1);
        values[size++] = value;
    }

    @Override
    public long memoryBytes() {
        return 4L * values.length;
    }

    @Override
    void appendDefault() {
        append(0f);
    }

    @Override
    void appendValues(Column source, int from, int to) {
        reserve(to - from);
        System.arraycopy(((Column.Floats) source).values, from, values, size, to - from);
        size += to - from;
    }

    @Override
    Column column(int count, boolean @Nullable [] mask) {
        return new Column.Floats(count, mask, values);
    }

    @Override
    void renew() {
        values = new float[0];
    }
}
