package io.lakelog.storage.format;

import com.github.luben.zstd.ZstdDecompressCtx;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.lakelog.storage.error.LakelogException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/** Decompresses pages of any codec, one at a time. Holds native memory until closed. Not thread-safe. */
final class PageDecompressor implements AutoCloseable {
    private @Nullable ZstdDecompressCtx zstd;

    /**
     * Fills {@code target[targetFrom .. targetFrom + size)}.
     *
     * @throws MalformedFileException if the source is not {@code size} bytes compressed
     * @throws LakelogException UNSUPPORTED for a codec that we do not know
     */
    void decompress(
            CompressionCodecName codec, byte[] source, int from, int length, byte[] target, int targetFrom, int size)
            throws IOException {
        int found =
                switch (codec) {
                    case UNCOMPRESSED -> {
                        System.arraycopy(source, from, target, targetFrom, Math.min(length, size));
                        yield length;
                    }
                    case SNAPPY -> {
                        int uncompressed = Snappy.uncompressedLength(source, from, length);
                        yield uncompressed == size
                                ? Snappy.uncompress(source, from, length, target, targetFrom)
                                : uncompressed;
                    }
                    case GZIP -> gunzip(source, from, length, target, targetFrom, size);
                    case ZSTD -> zstd().decompressByteArray(target, targetFrom, size, source, from, length);
                    case LZ4 -> lz4InBlocks(source, from, length, target, targetFrom, size);
                    case LZ4_RAW -> new Lz4Decompressor().decompress(source, from, length, target, targetFrom, size);
                    default ->
                        throw LakelogException.unsupported("Parquet compression " + codec
                                + " is not supported; zstd, snappy, gzip, lz4, lz4_raw and none are");
                };
        if (found != size) {
            throw new MalformedFileException("a page has " + found + " bytes where its header says " + size);
        }
    }

    private ZstdDecompressCtx zstd() {
        if (zstd == null) {
            zstd = new ZstdDecompressCtx();
        }
        return zstd;
    }

    /** Hadoop's frame: blocks, each with its size before compression and pieces with theirs after it, as big-endian ints. */
    private static int lz4InBlocks(byte[] source, int from, int length, byte[] target, int targetFrom, int size)
            throws MalformedFileException {
        ByteBuffer frame = ByteBuffer.wrap(source, from, length);
        int found = 0;
        while (frame.hasRemaining()) {
            int end = found + blockSize(frame, size - found);
            while (found < end) {
                int piece = blockSize(frame, frame.remaining() - Integer.BYTES);
                int bytes = new Lz4Decompressor()
                        .decompress(source, frame.position(), piece, target, targetFrom + found, end - found);
                if (bytes == 0) {
                    throw new MalformedFileException("a block of LZ4 has an empty piece");
                }
                found += bytes;
                frame.position(frame.position() + piece);
            }
        }
        return found;
    }

    private static int blockSize(ByteBuffer frame, int most) throws MalformedFileException {
        int bytes = frame.remaining() < Integer.BYTES ? -1 : frame.getInt();
        if (bytes < 0 || bytes > most) {
            throw new MalformedFileException(
                    "a block of LZ4 has " + bytes + " bytes where at most " + most + " can be");
        }
        return bytes;
    }

    private static int gunzip(byte[] source, int from, int length, byte[] target, int targetFrom, int size)
            throws IOException {
        try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(source, from, length))) {
            int found = gzip.readNBytes(target, targetFrom, size);
            return found == size && gzip.read() >= 0 ? size + 1 : found;
        }
    }

    @Override
    public void close() {
        if (zstd != null) {
            zstd.close();
            zstd = null;
        }
    }
}
