package io.lakelog.storage.merge;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** {@code rbm32} and {@code rbm64}: the union of roaring bitmaps in their portable form. A single one stays as it was written. */
final class BitmapUnion extends Accumulator {
    private final String name;
    private final boolean wide;
    private Column.@Nullable Bytes first;
    private int firstRow;
    private @Nullable RoaringBitmap narrowUnion;
    private @Nullable Roaring64Bitmap wideUnion;

    BitmapUnion(String name, boolean wide) {
        this.name = name;
        this.wide = wide;
    }

    @Override
    void reset() {
        first = null;
        narrowUnion = null;
        wideUnion = null;
    }

    @Override
    void add(Column column, int row) {
        if (column.isNull(row)) {
            return;
        }
        Column.Bytes bytes = (Column.Bytes) column;
        if (first == null) {
            first = bytes;
            firstRow = row;
        } else if (wide) {
            Roaring64Bitmap union = wideUnion == null ? readWide(name, first, firstRow) : wideUnion;
            union.or(readWide(name, bytes, row));
            wideUnion = union;
        } else {
            RoaringBitmap union = narrowUnion == null ? readNarrow(name, first, firstRow) : narrowUnion;
            union.or(readNarrow(name, bytes, row));
            narrowUnion = union;
        }
    }

    @Override
    void addEarlier(Column column, int row) {
        add(column, row);
    }

    @Override
    void retract(Column column, int row) {
        throw noRetract(wide ? "rbm64" : "rbm32", name);
    }

    @Override
    void appendTo(ColumnBuilder target) {
        BytesBuilder bytes = (BytesBuilder) target;
        if (first == null) {
            bytes.appendNull();
        } else if (narrowUnion != null) {
            narrowUnion.runOptimize();
            ByteBuffer buffer = ByteBuffer.allocate(narrowUnion.serializedSizeInBytes());
            narrowUnion.serialize(buffer);
            bytes.append(buffer.flip());
        } else if (wideUnion != null) {
            wideUnion.runOptimize();
            bytes.append(written(wideUnion));
        } else {
            bytes.append(first, firstRow, firstRow + 1);
        }
    }

    private static byte[] written(Roaring64Bitmap bitmap) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            bitmap.serialize(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    /** Finds out whether the bytes are a bitmap. */
    static void check(String name, boolean wide, Column.Bytes bytes, int row) {
        if (wide) {
            readWide(name, bytes, row);
        } else {
            readNarrow(name, bytes, row);
        }
    }

    private static RoaringBitmap readNarrow(String name, Column.Bytes bytes, int row) {
        RoaringBitmap bitmap = new RoaringBitmap();
        try {
            bitmap.deserialize(ByteBuffer.wrap(bytes.data, bytes.offsets[row], bytes.length(row)));
            return bitmap;
        } catch (IOException | RuntimeException e) {
            throw noBitmap("32", name, e);
        }
    }

    private static Roaring64Bitmap readWide(String name, Column.Bytes bytes, int row) {
        Roaring64Bitmap bitmap = new Roaring64Bitmap();
        try {
            bitmap.deserialize(new BoundedInput(bytes.data, bytes.offsets[row], bytes.length(row)));
            return bitmap;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // The reader goes down a tree as deep as the bytes say.
            throw noBitmap("64", name, e);
        }
    }

    private static LakelogException noBitmap(String bits, String name, Throwable cause) {
        return new LakelogException(
                ErrorCode.INVALID_ARGUMENT,
                "a value for column '" + name + "' is no roaring bitmap of " + bits
                        + "-bit numbers in its portable form, which 'rbm" + bits + "' needs",
                cause);
    }
}
