package io.lakelog.storage.format;

import io.lakelog.storage.row.Batch;

/**
 * How a Parquet file is laid out. Immutable.
 *
 * @param codec how pages are compressed
 * @param zstdLevel the level of ZSTD, ignored by the other codecs
 * @param rowGroupBytes a row group ends once its encoded pages take this many bytes of memory
 * @param pageBytes a page ends once its values take this many bytes, before compression
 * @param pageRows a page has at most this many rows
 * @param dictionary whether columns with few distinct values are written through a dictionary
 */
public record ParquetWriteOptions(
        ParquetCodec codec, int zstdLevel, long rowGroupBytes, int pageBytes, int pageRows, boolean dictionary) {
    /**
     * What new tables use. Pages of 4096 rows instead of Parquet's 20,000 make files about 1 % larger and look-ups by key
     * several times as fast; and where a page of every column holds a batch, reading copies nothing. Row groups of 8 MB
     * are written before their pages grow old and costly to collect.
     */
    public static final ParquetWriteOptions DEFAULT =
            new ParquetWriteOptions(ParquetCodec.ZSTD, 1, 8L << 20, 256 << 10, Batch.TARGET_ROWS, true);

    public ParquetWriteOptions {
        if (rowGroupBytes < 1 || pageBytes < 1 || pageRows < 1) {
            throw new IllegalArgumentException("row groups and pages must have room: " + rowGroupBytes + ", "
                    + pageBytes + " bytes, " + pageRows + " rows");
        }
    }

    public ParquetWriteOptions withCodec(ParquetCodec newCodec) {
        return new ParquetWriteOptions(newCodec, zstdLevel, rowGroupBytes, pageBytes, pageRows, dictionary);
    }

    public ParquetWriteOptions withRowGroupBytes(long bytes) {
        return new ParquetWriteOptions(codec, zstdLevel, bytes, pageBytes, pageRows, dictionary);
    }

    public ParquetWriteOptions withPages(int bytes, int rows) {
        return new ParquetWriteOptions(codec, zstdLevel, rowGroupBytes, bytes, rows, dictionary);
    }

    public ParquetWriteOptions withDictionary(boolean wanted) {
        return new ParquetWriteOptions(codec, zstdLevel, rowGroupBytes, pageBytes, pageRows, wanted);
    }
}
