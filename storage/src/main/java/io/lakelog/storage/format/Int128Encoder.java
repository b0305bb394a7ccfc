package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Int128;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/** Wide decimals: unscaled values as big-endian two's complement of a fixed number of bytes. Not thread-safe. */
final class Int128Encoder extends ColumnEncoder {
    private final int width;
    private final LittleEndianBuffer plain = new LittleEndianBuffer();
    private final Bounds page = new Bounds();
    private final Bounds file = new Bounds();

    Int128Encoder(DataType type, ColumnDescriptor descriptor, ParquetWriteOptions options, PageCompressor compressor) {
        super(type, descriptor, options, compressor);
        width = descriptor.getPrimitiveType().getTypeLength();
    }

    @Override
    int endOfSlice(Column column, int from, int limit, long bytes) {
        return (int) Math.min(limit, from + Math.max(1, bytes / width));
    }

    @Override
    void appendValues(Column column, int from, int to) {
        Column.Int128s values = (Column.Int128s) column;
        plain.reserve((to - from) * width);
        for (int i = from; i < to; i++) {
            if (!column.isNull(i)) {
                page.add(values.high[i], values.low[i]);
                put(values.high[i], values.low[i], plain);
            }
        }
    }

    private void put(long high, long low, LittleEndianBuffer out) {
        for (int i = width - 1; i >= 0; i--) {
            out.putByte((int) (i >= 8 ? high >> (8 * (i - 8)) : low >>> (8 * i)));
        }
    }

    @Override
    long pageValueBytes() {
        return plain.size();
    }

    @Override
    Encoding putValues(LittleEndianBuffer out) {
        out.put(plain.array(), 0, plain.size());
        return Encoding.PLAIN;
    }

    @Override
    byte @Nullable [][] takePageMinMax() {
        if (!page.any) {
            return null;
        }
        file.add(page.minHigh, page.minLow);
        file.add(page.maxHigh, page.maxLow);
        LittleEndianBuffer bytes = new LittleEndianBuffer();
        put(page.minHigh, page.minLow, bytes);
        byte[] min = bytes.toArray();
        bytes.clear();
        put(page.maxHigh, page.maxLow, bytes);
        page.any = false;
        return new byte[][] {min, bytes.toArray()};
    }

    @Override
    Object @Nullable [] fileMinMax() {
        return file.any ? new Object[] {value(file.minHigh, file.minLow), value(file.maxHigh, file.maxLow)} : null;
    }

    private BigDecimal value(long high, long low) {
        return new BigDecimal(Int128.toBigInteger(high, low), type.scale());
    }

    @Override
    void resetPage() {
        plain.clear();
    }

    private static final class Bounds {
        boolean any;
        long minHigh;
        long minLow;
        long maxHigh;
        long maxLow;

        void add(long high, long low) {
            if (!any || Int128.compare(high, low, minHigh, minLow) < 0) {
                minHigh = high;
                minLow = low;
            }
            if (!any || Int128.compare(high, low, maxHigh, maxLow) > 0) {
                maxHigh = high;
                maxLow = low;
            }
            any = true;
        }
    }
}
