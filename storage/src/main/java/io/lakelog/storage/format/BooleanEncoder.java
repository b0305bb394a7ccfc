package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/** BOOLEAN columns: one bit a value, lowest bit first. Not thread-safe. */
final class BooleanEncoder extends ColumnEncoder {
    private final LittleEndianBuffer plain = new LittleEndianBuffer();
    private int pending;
    private int pendingBits;
    private int pageTrue;
    private int pageFalse;
    private boolean fileTrue;
    private boolean fileFalse;

    BooleanEncoder(DataType type, ColumnDescriptor descriptor, ParquetWriteOptions options, PageCompressor compressor) {
        super(type, descriptor, options, compressor);
    }

    @Override
    int endOfSlice(Column column, int from, int limit, long bytes) {
        return limit;
    }

    @Override
    void appendValues(Column column, int from, int to) {
        boolean[] values = ((Column.Booleans) column).values;
        boolean[] nulls = column.nulls();
        for (int i = from; i < to; i++) {
            if (nulls == null || !nulls[i]) {
                int bit = values[i] ? 1 : 0;
                pageTrue += bit;
                pageFalse += 1 - bit;
                pending |= bit << pendingBits;
                if (++pendingBits == 8) {
                    plain.putByte(pending);
                    pending = 0;
                    pendingBits = 0;
                }
            }
        }
    }

    @Override
    long pageValueBytes() {
        return plain.size();
    }

    @Override
    Encoding putValues(LittleEndianBuffer out) {
        if (pendingBits > 0) {
            plain.putByte(pending);
        }
        out.put(plain.array(), 0, plain.size());
        return Encoding.PLAIN;
    }

    @Override
    byte @Nullable [][] takePageMinMax() {
        fileTrue |= pageTrue > 0;
        fileFalse |= pageFalse > 0;
        if (pageTrue + pageFalse == 0) {
            return null;
        }
        return new byte[][] {{(byte) (pageFalse > 0 ? 0 : 1)}, {(byte) (pageTrue > 0 ? 1 : 0)}};
    }

    @Override
    Object @Nullable [] fileMinMax() {
        return fileTrue || fileFalse ? new Object[] {!fileFalse, fileTrue} : null;
    }

    @Override
    void resetPage() {
        plain.clear();
        pending = 0;
        pendingBits = 0;
        pageTrue = 0;
        pageFalse = 0;
    }
}
