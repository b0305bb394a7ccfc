package io.lakelog.storage.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/** Compresses pages, one at a time. Holds native memory until closed. Not thread-safe. */
final class PageCompressor implements AutoCloseable {
    private final ParquetCodec codec;
    private final @Nullable ZstdCompressCtx zstd;
    private byte[] compressed = new byte[0];

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

    /** Compresses the first {@code length} bytes: so many of {@link #compressed()} are the result. */
    int compress(byte[] source, int length) throws IOException {
        return switch (codec) {
            case NONE -> {
                compressed = source;
                yield length;
            }
            case SNAPPY -> {
                reserve(Snappy.maxCompressedLength(length));
                yield Snappy.compress(source, 0, length, compressed, 0);
            }
            case GZIP -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream(length / 2 + 64);
                try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                    gzip.write(source, 0, length);
                }
                compressed = bytes.toByteArray();
                yield compressed.length;
            }
            case ZSTD -> {
                reserve(Math.toIntExact(Zstd.compressBound(length)));
                yield Objects.requireNonNull(zstd)
                        .compressByteArray(compressed, 0, compressed.length, source, 0, length);
            }
        };
    }

    /** What was compressed last, without compression the source itself; valid until the next. */
    byte[] compressed() {
        return compressed;
    }

    private void reserve(int length) {
        if (compressed.length < length) {
            compressed = new byte[length];
        }
    }

    @Override
    public void close() {
        if (zstd != null) {
            zstd.close();
        }
    }
}
