package io.lakelog.storage.row;

import org.jspecify.annotations.Nullable;

/** Picks rows of two columns into a new one, in one loop a column. Pure; thread-safe. */
public final class Gather {
    private Gather() {}

    /** How a row of the first column is written in {@code refs}; a row of the second is its number. */
    public static int first(int row) {
        return ~row;
    }

    /** The rows that {@code refs[0 .. count)} name, in that order, of two columns of the same layout. */
    public static Column choose(Column first, Column second, int[] refs, int count) {
        boolean[] nulls = nulls(first, second, refs, count);
        if (first instanceof Column.Ints a && second instanceof Column.Ints b) {
            int[] values = new int[count];
            for (int i = 0; i < count; i++) {
                values[i] = refs[i] >= 0 ? b.values[refs[i]] : a.values[~refs[i]];
            }
            return new Column.Ints(count, nulls, values);
        }
        if (first instanceof Column.Longs a && second instanceof Column.Longs b) {
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
                values[i] = refs[i] >= 0 ? b.values[refs[i]] : a.values[~refs[i]];
            }
            return new Column.Longs(count, nulls, values);
        }
        if (first instanceof Column.Doubles a && second instanceof Column.Doubles b) {
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = refs[i] >= 0 ? b.values[refs[i]] : a.values[~refs[i]];
            }
            return new Column.Doubles(count, nulls, values);
        }
        if (first instanceof Column.Bytes a && second instanceof Column.Bytes b) {
            return bytes(a, b, refs, count, nulls);
        }
        ColumnBuilder builder = ColumnBuilder.like(second);
        for (int i = 0; i < count; i++) {
            Column source = refs[i] >= 0 ? second : first;
            int row = refs[i] >= 0 ? refs[i] : ~refs[i];
            builder.append(source, row, row + 1);
        }
        return builder.build();
    }

    private static boolean @Nullable [] nulls(Column first, Column second, int[] refs, int count) {
        if (!first.mayHaveNulls() && !second.mayHaveNulls()) {
            return null;
        }
        boolean[] nulls = new boolean[count];
        for (int i = 0; i < count; i++) {
            nulls[i] = refs[i] >= 0 ? second.isNull(refs[i]) : first.isNull(~refs[i]);
        }
        return nulls;
    }

    private static Column bytes(Column.Bytes a, Column.Bytes b, int[] refs, int count, boolean @Nullable [] nulls) {
        int[] offsets = new int[count + 1];
        for (int i = 0; i < count; i++) {
            int length = refs[i] >= 0 ? b.length(refs[i]) : a.length(~refs[i]);
            offsets[i + 1] = Math.addExact(offsets[i], length);
        }
        byte[] data = new byte[offsets[count]];
        for (int i = 0; i < count; i++) {
            Column.Bytes source = refs[i] >= 0 ? b : a;
            int row = refs[i] >= 0 ? refs[i] : ~refs[i];
            System.arraycopy(source.data, source.offsets[row], data, offsets[i], offsets[i + 1] - offsets[i]);
        }
        return new Column.Bytes(count, nulls, data, offsets);
    }
}
