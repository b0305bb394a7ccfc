package io.lakelog.storage.format;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import java.util.Arrays;
import java.util.Locale;

/** How the pages of a Parquet file that we write are compressed. */
public enum ParquetCodec {
    NONE,
    SNAPPY,
    GZIP,
    ZSTD;

    /**
     * The codec that a table option such as {@code file.compression} names, in any case.
     *
     * @throws LakelogException INVALID_OPTION, with the near match, for an unknown one
     */
    public static ParquetCodec of(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return switch (upper) {
            case "NONE", "UNCOMPRESSED" -> NONE;
            case "SNAPPY" -> SNAPPY;
            case "GZIP" -> GZIP;
            case "ZSTD", "ZSTANDARD" -> ZSTD;
            case "LZ4", "LZ4_RAW", "LZO", "BROTLI" ->
                throw LakelogException.unsupported(
                        "compression '" + name + "' is not supported yet for writing; use zstd, snappy, gzip or none");
            default ->
                throw new LakelogException(
                        ErrorCode.INVALID_OPTION,
                        "unknown compression '" + name + "'; known are zstd, snappy, gzip and none"
                                + NearMatch.hint(name, Arrays.asList("zstd", "snappy", "gzip", "none")));
        };
    }
}
