package io.lakelog.storage.row;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds {@link Column.Bytes}. */
public final class BytesBuilder extends ColumnBuilder {
    private static final int EXPECTED_BYTES_MAX = 1 << 20;

    private byte[] data = new byte[0];
    private int[] offsets = new int[1];
    private int expectedBytes;

    private void reserve(int moreRows, int moreBytes) {
        if (offsets.length < size + moreRows + 1) {
            offsets = Arrays.copyOf(offsets, capacity(offsets.length, size + moreRows + 1));
        }
        int used = offsets[size];
        if (data.length - used < moreBytes) {
            int grown = grown(data.length, Math.addExact(used, moreBytes));
            data = Arrays.copyOf(data, Math.max(grown, expectedBytes));
        }
    }

    public void append(byte[] value) {
        append(value, 0, value.length);
    }

    public void append(byte[] source, int from, int length) {
        reserve(1, length);
        int used = offsets[size];
        System.arraycopy(source, from, data, used, length);
        offsets[++size] = used + length;
    }

    /** Appends the bytes between the position and the limit of {@code source}, which keeps its position. */
    public void append(java.nio.ByteBuffer source) {
        int length = source.remaining();
        reserve(1, length);
        int used = offsets[size];
        source.get(source.position(), data, used, length);
        offsets[++size] = used + length;
    }

    @Override
    public long memoryBytes() {
        return data.length + 4L * offsets.length;
    }

    @Override
    void appendDefault() {
        reserve(1, 0);
        offsets[size + 1] = offsets[size];
        size++;
    }

    @Override
    void appendValues(Column source, int from, int to) {
        Column.Bytes column = (Column.Bytes) source;
        int start = column.offsets[from];
        int length = column.offsets[to] - start;
        reserve(to - from, length);
        int used = offsets[size];
        System.arraycopy(column.data, start, data, used, length);
        int shift = used - start;
        for (int i = from + 1; i <= to; i++) {
            offsets[++size] = column.offsets[i] + shift;
        }
    }

    @Override
    Column column(int count, boolean @Nullable [] mask) {
        return new Column.Bytes(count, mask, data, offsets);
    }

    @Override
    void renew() {
        expectedBytes = Math.min(offsets[size], EXPECTED_BYTES_MAX);
        data = new byte[0];
        offsets = new int[1];
    }

    @Override
    void expect(List<Column> columns) {
        super.expect(columns);
        long bytes = 0;
        for (Column column : columns) {
            bytes += ((Column.Bytes) column).offsets[column.size()];
        }
        expectedBytes = (int) Math.min(bytes, SIZE_MAX);
    }
}
