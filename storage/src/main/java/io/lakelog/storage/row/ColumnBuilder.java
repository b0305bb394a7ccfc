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
public abstract sealed class ColumnBuilder
        permits BooleansBuilder,
                IntsBuilder,
                LongsBuilder,
                FloatsBuilder,
                DoublesBuilder,
                Int128sBuilder,
                BytesBuilder,
                NanosBuilder,
                ListsBuilder,
                StructsBuilder {
    static final int SIZE_MAX = Integer.MAX_VALUE - 16;
    private static final int EXPECTED_ROWS_MAX = 16 * Batch.TARGET_ROWS;

    int size;
    private boolean @Nullable [] nulls;
    private boolean lends;
    /** So much room is made at once, when there is to be any. */
    private int expected;

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
            case BOOLEAN -> new BooleansBuilder();
            case INT -> new IntsBuilder();
            case LONG -> new LongsBuilder();
            case NANOS -> new NanosBuilder();
            case FLOAT -> new FloatsBuilder();
            case DOUBLE -> new DoublesBuilder();
            case INT128 -> new Int128sBuilder();
            case BYTES -> new BytesBuilder();
            case LIST -> new ListsBuilder(children);
            case STRUCT -> new StructsBuilder(children);
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

    /** Makes room for all rows of some columns, once the first of them is appended. */
    void expect(List<Column> columns) {
        long rows = 1;
        for (Column column : columns) {
            rows += column.size();
        }
        expected = (int) Math.min(rows, SIZE_MAX);
    }

    /** From now on the builder keeps the arrays of the columns that it builds: each is valid until the next is begun. */
    void lend() {
        lends = true;
    }

    /** The column built so far; the builder is empty afterwards. */
    public final Column build() {
        boolean[] mask = nulls;
        if (mask != null && mask.length < size) {
            mask = Arrays.copyOf(mask, size);
        }
        Column column = column(size, mask);
        if (!lends) {
            renew();
        }
        // The next column is likely as large as the one before, unless that was unusually large.
        expected = Math.min(size, EXPECTED_ROWS_MAX);
        size = 0;
        nulls = null;
        return column;
    }

    /** Appends zeros, or what is as empty. */
    public final void appendDefaults(int count) {
        for (int i = 0; i < count; i++) {
            appendDefault();
        }
    }

    abstract void appendDefault();

    abstract void appendValues(Column source, int from, int to);

    /** The values as a column, without copying them. */
    abstract Column column(int count, boolean @Nullable [] mask);

    /** Leaves its arrays to the column that was built of them. */
    abstract void renew();

    private void markNull(int row) {
        boolean[] mask = nulls;
        if (mask == null) {
            mask = new boolean[Math.max(64, Math.max(size, expected))];
        } else if (mask.length < size) {
            mask = Arrays.copyOf(mask, grown(mask.length, size));
        }
        mask[row] = true;
        nulls = mask;
    }

    /** How long an array of values of {@code length} should become to hold {@code needed} of them. */
    final int capacity(int length, int needed) {
        return Math.max(grown(length, needed), expected);
    }

    static int grown(int length, int needed) {
        return (int) Math.max(needed, Math.min(SIZE_MAX, Math.max(64, length * 3L / 2)));
    }
}
