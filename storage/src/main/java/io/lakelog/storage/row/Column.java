package io.lakelog.storage.row;

import io.lakelog.storage.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a batch: {@code size} values of one {@linkplain io.lakelog.storage.type.DataType.Layout layout} and a null
 * mask. Immutable once built, unless lent ({@link BatchSource}); the arrays may be longer than {@code size} and must not
 * be written to. The slot of a null holds any value.
 */
public abstract sealed class Column {
    private final int size;
    private final boolean @Nullable [] nulls;

    private Column(int size, boolean @Nullable [] nulls) {
        this.size = size;
        this.nulls = nulls;
    }

    public final int size() {
        return size;
    }

    /** How the values lie. */
    public abstract DataType.Layout layout();

    public final boolean isNull(int row) {
        return nulls != null && nulls[row];
    }

    /** Whether any value may be null; false promises that none is. */
    public final boolean mayHaveNulls() {
        return nulls != null;
    }

    /** The null mask, or null when no value is null. */
    public final boolean @Nullable [] nulls() {
        return nulls;
    }

    /** BOOLEAN. */
    public static final class Booleans extends Column {
        public final boolean[] values;

        public Booleans(int size, boolean @Nullable [] nulls, boolean[] values) {
            super(size, nulls);
            this.values = values;
        }

        @Override
        public DataType.Layout layout() {
            return DataType.Layout.BOOLEAN;
        }
    }

    /** Layout INT. */
    public static final class Ints extends Column {
        public final int[] values;

        public Ints(int size, boolean @Nullable [] nulls, int[] values) {
            super(size, nulls);
            this.values = values;
        }

        @Override
        public DataType.Layout layout() {
            return DataType.Layout.INT;
        }
    }

    /** Layout LONG. */
    public static final class Longs extends Column {
        public final long[] values;

        public Longs(int size, boolean @Nullable [] nulls, long[] values) {
            super(size, nulls);
            this.values = values;
        }

        @Override
        public DataType.Layout layout() {
            return DataType.Layout.LONG;
        }
    }

    /** FLOAT. */
    public static final class Floats extends Column {
        public final float[] values;

        public Floats(int size, boolean @Nullable [] nulls, float[] values) {
            super(size, nulls);
            this.values = values;
        }

        @Override
        public DataType.Layout layout() {
            return DataType.Layout.FLOAT;
        }
    }

    /** DOUBLE. */
    public static final class Doubles extends Column {
        public final double[] values;

        public Doubles(int size, boolean @Nullable [] nulls, double[] values) {
            super(size, nulls);
            this.values = values;
        }

        @Override
        public DataType.Layout layout() {
            return DataType.Layout.DOUBLE;
        }
    }

    /** Layout INT128: two's complement, {@code high} holding the sign and the upper 64 bits. */
    public static final class Int128s extends Column {
        public final long[] high;
        public final long[] low;

        public Int128s(int size, boolean @Nullable [] nulls, long[] high, long[] low) {
            super(size, nulls);
            this.high = high;
            this.low = low;
        }

        @Override
        public DataType.Layout layout() {
            return DataType.Layout.INT128;
        }
    }

    /** Layout BYTES: value {@code i} is {@code data[offsets[i] .. offsets[i + 1])}; a null is empty. */
    public static final class Bytes extends Column {
        public final byte[] data;
        public final int[] offsets;

        public Bytes(int size, boolean @Nullable [] nulls, byte[] data, int[] offsets) {
            super(size, nulls);
            this.data = data;
            this.offsets = offsets;
        }

        @Override
        public DataType.Layout layout() {
            return DataType.Layout.BYTES;
        }

        public int length(int row) {
            return offsets[row + 1] - offsets[row];
        }
    }

    /** Layout NANOS: microseconds since 1970-01-01T00:00, towards the past, and 0 to 999 nanoseconds more. */
    public static final class Nanos extends Column {
        public final long[] micros;
        public final short[] nanos;

        public Nanos(int size, boolean @Nullable [] nulls, long[] micros, short[] nanos) {
            super(size, nulls);
            this.micros = micros;
            this.nanos = nanos;
        }

        @Override
        public DataType.Layout layout() {
            return DataType.Layout.NANOS;
        }

        public static int compare(long microsA, short nanosA, long microsB, short nanosB) {
            int order = Long.compare(microsA, microsB);
            return order != 0 ? order : Short.compare(nanosA, nanosB);
        }
    }

    /** Layout LIST: value {@code i} has the items {@code offsets[i] .. offsets[i + 1]} of each child; a null has none. */
    public static final class Lists extends Column {
        public final int[] offsets;
        /** The elements; or keys and values. Immutable. */
        public final List<Column> children;

        public Lists(int size, boolean @Nullable [] nulls, int[] offsets, List<Column> children) {
            super(size, nulls);
            this.offsets = offsets;
            this.children = List.copyOf(children);
        }

        @Override
        public DataType.Layout layout() {
            return DataType.Layout.LIST;
        }

        public int length(int row) {
            return offsets[row + 1] - offsets[row];
        }
    }

    /** Layout STRUCT: a column of the same size for each field, which holds any value where the row is null. */
    public static final class Structs extends Column {
        /** Immutable. */
        public final List<Column> children;

        public Structs(int size, boolean @Nullable [] nulls, List<Column> children) {
            super(size, nulls);
            this.children = List.copyOf(children);
        }

        @Override
        public DataType.Layout layout() {
            return DataType.Layout.STRUCT;
        }
    }
}
