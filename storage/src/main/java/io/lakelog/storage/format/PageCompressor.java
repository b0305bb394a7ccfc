package io.lakelog.storage.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/** Compresses pages, one at a time. Holds native memory until closed. Not thread-safe. */
final class PageCompressor implements AutoCloseable {
    private final ParquetCodec codec;
    private final @Nullable ZstdCompressCtx zstd;
    private byte[] scratch = new byte[0];

    PageCompressor(ParquetCodec codec, int zstdLevel) {
        this.codec = codec;
        this.zstd = codec == ParquetCodec.ZSTD ? new ZstdCompressCtx().setLevel(zstdLevel) : null;
    }

    CompressionCodecName name() {
        return switch (codec) {
            case NONE -> CompressionCodecName.UNCOMPRESSED;
            case SNAPPY -> CompressionCodecName.SNAPPY;
            case GZIP -> CompressionCodecName.GZIP;
            case ZSTD -> CompressionCodecName.ZSTD;
        };
    }

    /** The compressed form of the first {@code length} bytes, in an array of its own. */
    byte[] compress(byte[] source, int length) throws IOException {
        return switch (codec) {
            case NONE -> Arrays.copyOf(source, length);
            case SNAPPY -> {
                byte[] target = scratch(Snappy.maxCompressedLength(length));
                yield Arrays.copyOf(target, Snappy.compress(source, 0, length, target, 0));
            }
            case GZIP -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream(length / 2 + 64);
                try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                    gzip.write(source, 0, length);
                }
                yield bytes.toByteArray();
            }
            case ZSTD -> {
                byte[] target = scratch(Math.toIntExact(Zstd.compressBound(length)));
                int size = java.util.Objects.requireNonNull(zstd)
                        .compressByteArray(target, 0, target.length, source, 0, length);
                yield Arrays.copyOf(target, size);
            }
        };
    }

    private byte[] scratch(int length) {
        if (scratch.length < length) {
            scratch = new byte[length];
        }
        return scratch;
    }

    @Override
    public void close() {
        if (zstd != null) {
            zstd.close();
        }
    }
}
