package io.lakelog.storage.row;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Grows one column: values one by one, or ranges of other columns of the same layout. {@link #build()} hands the vector
 * over and starts anew. Not thread-safe.
 */
public abstract sealed class ColumnBuilder {
    int size;
    private boolean @Nullable [] nulls;

    /** A builder for values of {@code type}. */
    public static ColumnBuilder of(DataType type) {
        List<ColumnBuilder> children = new ArrayList<>();
        for (Field child : type.children()) {
            children.add(of(child.type()));
        }
        return of(type.layout(), children);
    }

    /** A builder for values that lie as those of {@code column} do. */
    public static ColumnBuilder like(Column column) {
        List<Column> children = column instanceof Column.Lists lists
                ? lists.children
                : column instanceof Column.Structs structs ? structs.children : List.of();
        return of(column.layout(), children.stream().map(child -> like(child)).toList());
    }

    private static ColumnBuilder of(DataType.Layout layout, List<ColumnBuilder> children) {
        return switch (layout) {
            case BOOLEAN -> new OfBooleans();
            case INT -> new OfInts();
            case LONG -> new OfLongs();
            case NANOS -> new OfNanos();
            case FLOAT -> new OfFloats();
            case DOUBLE -> new OfDoubles();
            case INT128 -> new OfInt128s();
            case BYTES -> new OfBytes();
            case LIST -> new OfLists(children);
            case STRUCT -> new OfStructs(children);
        };
    }

    /** A column of {@code count} times the only value of {@code single}. */
    public static Column repeat(Column single, int count) {
        ColumnBuilder builder = like(single);
        for (int i = 0; i < count; i++) {
            builder.append(single, 0, 1);
        }
        return builder.build();
    }

    public final int size() {
        return size;
    }

    /** Bytes of memory that the values hold at present, roughly. */
    public abstract long memoryBytes();

    public final void appendNull() {
        int row = size;
        appendDefault();
        markNull(row);
    }

    /** Appends rows {@code from} (inclusive) to {@code to} (exclusive) of a column of the same layout. */
    public final void append(Column source, int from, int to) {
        int start = size;
        appendValues(source, from, to);
        boolean[] sourceNulls = source.nulls();
        if (sourceNulls != null) {
            for (int i = from; i < to; i++) {
                if (sourceNulls[i]) {
                    markNull(start + i - from);
                }
            }
        }
    }

    /** The column built so far; the builder is empty afterwards. */
    public final Column build() {
        boolean[] mask = nulls;
        if (mask != null && mask.length < size) {
            mask = Arrays.copyOf(mask, size);
        }
        Column column = take(size, mask);
        size = 0;
        nulls = null;
        return column;
    }

    abstract void appendDefault();

    abstract void appendValues(Column source, int from, int to);

    abstract Column take(int count, boolean @Nullable [] mask);

    private void markNull(int row) {
        boolean[] mask = nulls;
        if (mask == null) {
            mask = new boolean[Math.max(64, size)];
        } else if (mask.length < size) {
            mask = Arrays.copyOf(mask, grown(mask.length, size));
        }
        mask[row] = true;
        nulls = mask;
    }

    /** The next column is likely as large as the one before, unless that was unusually large. */
    static int nextCapacity(int count) {
        return Math.min(count, 16 * Batch.TARGET_ROWS);
    }

    static int grown(int capacity, int needed) {
        return (int) Math.max(needed, Math.min(Integer.MAX_VALUE - 16, Math.max(64, capacity * 3L / 2)));
    }

    /** Builds {@link Column.Booleans}. */
    public static final class OfBooleans extends ColumnBuilder {
        private boolean[] values = new boolean[0];

        private void reserve(int more) {
            if (values.length < size + more) {
                values = Arrays.copyOf(values, grown(values.length, size + more));
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
        Column take(int count, boolean @Nullable [] mask) {
            Column column = new Column.Booleans(count, mask, values);
            values = new boolean[nextCapacity(count)];
            return column;
        }
    }

    /** Builds {@link Column.Ints}. */
    public static final class OfInts extends ColumnBuilder {
        private int[] values = new int[0];

        private void reserve(int more) {
            if (values.length < size + more) {
                values = Arrays.copyOf(values, grown(values.length, size + more));
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
        Column take(int count, boolean @Nullable [] mask) {
            Column column = new Column.Ints(count, mask, values);
            values = new int[nextCapacity(count)];
            return column;
        }
    }

    /** Builds {@link Column.Longs}. */
    public static final class OfLongs extends ColumnBuilder {
        private long[] values = new long[0];

        private void reserve(int more) {
            if (values.length < size + more) {
                values = Arrays.copyOf(values, grown(values.length, size + more));
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
        Column take(int count, boolean @Nullable [] mask) {
            Column column = new Column.Longs(count, mask, values);
            values = new long[nextCapacity(count)];
            return column;
        }
    }

    /** Builds {@link Column.Floats}. */
    public static final class OfFloats extends ColumnBuilder {
        private float[] values = new float[0];

        private void reserve(int more) {
            if (values.length < size + more) {
                values = Arrays.copyOf(values, grown(values.length, size + more));
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
        Column take(int count, boolean @Nullable [] mask) {
            Column column = new Column.Floats(count, mask, values);
            values = new float[nextCapacity(count)];
            return column;
        }
    }

    /** Builds {@link Column.Doubles}. */
    public static final class OfDoubles extends ColumnBuilder {
        private double[] values = new double[0];

        private void reserve(int more) {
            if (values.length < size + more) {
                values = Arrays.copyOf(values, grown(values.length, size + more));
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
        Column take(int count, boolean @Nullable [] mask) {
            Column column = new Column.Doubles(count, mask, values);
            values = new double[nextCapacity(count)];
            return column;
        }
    }

    /** Builds {@link Column.Int128s}. */
    public static final class OfInt128s extends ColumnBuilder {
        private long[] high = new long[0];
        private long[] low = new long[0];

        private void reserve(int more) {
            if (high.length < size + more) {
                int capacity = grown(high.length, size + more);
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
        Column take(int count, boolean @Nullable [] mask) {
            Column column = new Column.Int128s(count, mask, high, low);
            high = new long[nextCapacity(count)];
            low = new long[nextCapacity(count)];
            return column;
        }
    }

    /** Builds {@link Column.Bytes}. */
    public static final class OfBytes extends ColumnBuilder {
        private byte[] data = new byte[0];
        private int[] offsets = new int[1];

        private void reserve(int moreRows, int moreBytes) {
            if (offsets.length < size + moreRows + 1) {
                offsets = Arrays.copyOf(offsets, grown(offsets.length, size + moreRows + 1));
            }
            int used = offsets[size];
            if (data.length - used < moreBytes) {
                data = Arrays.copyOf(data, grown(data.length, Math.addExact(used, moreBytes)));
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
        Column take(int count, boolean @Nullable [] mask) {
            Column column = new Column.Bytes(count, mask, data, offsets);
            data = new byte[nextCapacity(offsets[count])];
            offsets = new int[nextCapacity(count) + 1];
            return column;
        }
    }

    /** Builds {@link Column.Nanos}. */
    public static final class OfNanos extends ColumnBuilder {
        private long[] micros = new long[0];
        private short[] nanos = new short[0];

        private void reserve(int more) {
            if (micros.length < size + more) {
                int capacity = grown(micros.length, size + more);
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
        Column take(int count, boolean @Nullable [] mask) {
            Column column = new Column.Nanos(count, mask, micros, nanos);
            micros = new long[nextCapacity(count)];
            nanos = new short[nextCapacity(count)];
            return column;
        }
    }

    /** Builds {@link Column.Lists}: items go to the children, then {@link #endValue} makes those since the last call one value. */
    public static final class OfLists extends ColumnBuilder {
        private final List<ColumnBuilder> children;
        private int[] offsets = new int[1];

        OfLists(List<ColumnBuilder> children) {
            this.children = List.copyOf(children);
        }

        /** Where the elements, or keys (0) and values (1), of the next value are appended. */
        public ColumnBuilder child(int position) {
            return children.get(position);
        }

        public void endValue() {
            if (offsets.length < size + 2) {
                offsets = Arrays.copyOf(offsets, grown(offsets.length, size + 2));
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
                offsets = Arrays.copyOf(offsets, grown(offsets.length, size + to - from + 1));
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
        Column take(int count, boolean @Nullable [] mask) {
            Column column = new Column.Lists(
                    count,
                    mask,
                    offsets,
                    children.stream().map(ColumnBuilder::build).toList());
            offsets = new int[nextCapacity(count) + 1];
            return column;
        }
    }

    /** Builds {@link Column.Structs}: a value goes to each child, then {@link #endValue} makes them one. */
    public static final class OfStructs extends ColumnBuilder {
        private final List<ColumnBuilder> children;

        OfStructs(List<ColumnBuilder> children) {
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
        Column take(int count, boolean @Nullable [] mask) {
            return new Column.Structs(
                    count, mask, children.stream().map(ColumnBuilder::build).toList());
        }
    }
}
