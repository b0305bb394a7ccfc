package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * Timestamps of nanoseconds: the nanosecond of the day in 8 bytes and the Julian day in 4. Parquet defines no order for
 * these, so there are no bounds. Not thread-safe.
 */
final class Int96Encoder extends ColumnEncoder {
    static final int BYTES = 12;
    static final long MICROS_PER_DAY = 86_400_000_000L;
    /** The Julian day of 1970-01-01. */
    static final int JULIAN_EPOCH_DAY = 2_440_588;

    private final LittleEndianBuffer plain = new LittleEndianBuffer();

    Int96Encoder(DataType type, ColumnDescriptor descriptor, ParquetWriteOptions options, PageCompressor compressor) {
        super(type, descriptor, options, compressor);
    }

    @Override
    int endOfSlice(Column column, int from, int limit, long bytes) {
        return (int) Math.min(limit, from + Math.max(1, bytes / BYTES));
    }

    @Override
    void appendValues(Column column, int from, int to) {
        Column.Nanos values = (Column.Nanos) column;
        plain.reserve((to - from) * BYTES);
        for (int i = from; i < to; i++) {
            if (!column.isNull(i)) {
                long day = Math.floorDiv(values.micros[i], MICROS_PER_DAY);
                long nanoOfDay = (values.micros[i] - day * MICROS_PER_DAY) * 1000 + values.nanos[i];
                plain.putInt((int) nanoOfDay);
                plain.putInt((int) (nanoOfDay >>> 32));
                plain.putInt((int) day + JULIAN_EPOCH_DAY);
            }
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
        return null;
    }

    @Override
    Object @Nullable [] fileMinMax() {
        return null;
    }

    @Override
    void resetPage() {
        plain.clear();
    }
}
