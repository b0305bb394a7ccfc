package io.lakelog.storage.format;

import com.github.luben.zstd.ZstdInputStream;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.format.AvroDecoding.ValueReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.xerial.snappy.Snappy;

/**
 * Avro object container files of metadata records: manifests and their lists. Thread-safe.
 *
 * <pre>
 * file   := "Obj" 1 header sync block*
 * header := map of bytes: avro.schema, avro.codec, and of our own lakelog.check
 * block  := number of records | number of bytes | records, compressed | sync
 * </pre>
 *
 * Avro has no checksum over the header and no count of records in the file, so that a broken or cut file can look whole.
 * Ours name both in {@code lakelog.check}: the number of records and the CRC-32 of schema and codec, as text. Blocks are
 * compressed with ZSTD and its checksum.
 */
public final class AvroFile {
    private static final String CHECK = "lakelog.check";
    private static final int ZSTD_LEVEL = 1;
    private static final int SYNC_INTERVAL_BYTES = 64 << 10;

    private AvroFile() {}

    /**
     * Writes a new file and makes its content durable; its name needs {@link FileSystem#syncDirectory}. A file that cannot
     * be written whole is removed.
     *
     * @param rows values in the order of the fields of {@code type}
     * @return the file's length in bytes
     * @throws LakelogException IO if the file exists or the disk fails
     */
    public static long write(FileSystem files, String path, MetaType.Record type, List<Object[]> rows) {
        byte[] content;
        try {
            content = encode(type, rows);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.INTERNAL, "cannot encode metadata file " + path, e);
        }
        try {
            FileSystem.Output file = files.create(path);
            boolean whole = false;
            try (file) {
                file.write(content, 0, content.length);
                file.sync();
                whole = true;
            } finally {
                if (!whole) {
                    files.delete(path);
                }
            }
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot write metadata file " + path + ": " + e.getMessage(), e);
        }
        return content.length;
    }

    private static byte[] encode(MetaType.Record type, List<Object[]> rows) throws IOException {
        Schema schema = AvroSchemas.of(type);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataFileWriter<Object[]> writer = new DataFileWriter<>(new AvroEncoding(type))) {
            writer.setCodec(CodecFactory.zstandardCodec(ZSTD_LEVEL, true));
            writer.setSyncInterval(SYNC_INTERVAL_BYTES);
            writer.setMeta(CHECK, check(rows.size(), schema.toString(), "zstandard"));
            writer.create(schema, bytes);
            for (Object[] row : rows) {
                writer.append(row);
            }
        }
        return bytes.toByteArray();
    }

    /**
     * The rows of a file.
     *
     * @param expectedLength the file's exact length in bytes as other metadata knows it, or -1
     * @return values in the order of the fields of {@code type}, matched by name at every level; fields that the file lacks
     *     are null
     * @throws LakelogException CORRUPT, naming the file, if it is missing, cut, broken, or lacks a required field; IO if the
     *     disk fails
     */
    public static List<Object[]> read(FileSystem files, String path, long expectedLength, MetaType.Record type) {
        byte[] content;
        try {
            content = files.read(path);
        } catch (FileNotFoundException e) {
            throw LakelogException.corrupt(path, "it does not exist", e);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read metadata file " + path + ": " + e.getMessage(), e);
        }
        if (expectedLength >= 0 && content.length != expectedLength) {
            throw LakelogException.corrupt(
                    path, "it is " + content.length + " bytes long, but " + expectedLength + " were written", null);
        }
        try {
            return decode(content, type);
        } catch (MalformedFileException e) {
            throw LakelogException.corrupt(path, Objects.requireNonNull(e.getMessage()), e);
        } catch (IOException | RuntimeException e) {
            if (e instanceof LakelogException ours) {
                throw new LakelogException(ours.code(), "file " + path + ": " + ours.getMessage(), ours);
            }
            throw LakelogException.corrupt(path, "its records cannot be read: " + e, e);
        }
    }

    /** As {@link #read(FileSystem, String, long, MetaType.Record)} for a file whose length is not known. */
    public static List<Object[]> read(FileSystem files, String path, MetaType.Record type) {
        return read(files, path, -1, type);
    }

    private static List<Object[]> decode(byte[] content, MetaType.Record type) throws IOException {
        AvroHeader header = AvroHeader.parse(content);
        BinaryCursor in = new BinaryCursor(content, header.lengthBytes(), content.length);
        String codec = header.codec();
        String check = header.meta().get(CHECK);
        int checkedRows = check == null ? -1 : checkedRows(check, header.schemaText(), codec);
        ValueReader reader = AvroDecoding.record(type, header.schema(), "the record");
        List<Object[]> rows = new ArrayList<>();
        while (in.remaining() > 0) {
            long count = in.readLong();
            long length = in.readLong();
            int from = in.skip(length);
            byte[] records = decompress(codec, content, from, (int) length);
            readBlock(reader, records, count, rows);
            int end = in.skip(AvroHeader.SYNC_BYTES);
            if (!Arrays.equals(header.sync(), 0, AvroHeader.SYNC_BYTES, content, end, end + AvroHeader.SYNC_BYTES)) {
                throw new MalformedFileException("a block at byte " + from + " does not end with the file's mark");
            }
        }
        if (check != null && rows.size() != checkedRows) {
            throw new MalformedFileException(
                    "it has " + rows.size() + " records, but " + checkedRows + " were written");
        }
        return rows;
    }

    private static void readBlock(ValueReader reader, byte[] records, long count, List<Object[]> rows) {
        BinaryCursor in = new BinaryCursor(records, 0, records.length);
        if (count < 0 || count > records.length) {
            throw new MalformedFileException("a block of " + count + " records in " + records.length + " bytes");
        }
        for (long i = 0; i < count; i++) {
            rows.add((Object[]) Objects.requireNonNull(reader.read(in)));
        }
        if (in.remaining() > 0) {
            throw new MalformedFileException(in.remaining() + " bytes are left after a block of " + count + " records");
        }
    }

    static byte[] decompress(String codec, byte[] content, int from, int length) throws IOException {
        switch (codec) {
            case "null" -> {
                return Arrays.copyOfRange(content, from, from + length);
            }
            case "zstandard" -> {
                try (InputStream zstd = new ZstdInputStream(new ByteArrayInputStream(content, from, length))) {
                    return zstd.readAllBytes();
                }
            }
            case "deflate" -> {
                Inflater inflater = new Inflater(true);
                try (InputStream deflated =
                        new InflaterInputStream(new ByteArrayInputStream(content, from, length), inflater)) {
                    return deflated.readAllBytes();
                } finally {
                    inflater.end();
                }
            }
            case "snappy" -> {
                return unsnap(content, from, length - Integer.BYTES);
            }
            default ->
                throw LakelogException.unsupported(
                        "Avro codec " + codec + " is not supported; zstandard, deflate, snappy and null are");
        }
    }

    /** Snappy blocks end with the CRC-32 of what they hold, highest byte first. */
    private static byte[] unsnap(byte[] content, int from, int length) throws IOException {
        if (length < 0) {
            throw new MalformedFileException("a block too short for its checksum");
        }
        int size = Snappy.uncompressedLength(content, from, length);
        // Snappy cannot shrink data by more than a factor of about 21.
        if (size < 0 || size > 64L * (length + 1)) {
            throw new MalformedFileException("a block of " + length + " bytes would hold " + size);
        }
        byte[] records = new byte[size];
        Snappy.uncompress(content, from, length, records, 0);
        CRC32 crc = new CRC32();
        crc.update(records);
        int expected = Integer.reverseBytes((int) LittleEndianBuffer.INT.get(content, from + length));
        if ((int) crc.getValue() != expected) {
            throw new MalformedFileException(
                    String.format("a block has checksum %08x, but %08x was written", (int) crc.getValue(), expected));
        }
        return records;
    }

    private static String check(int rows, String schema, String codec) {
        CRC32 crc = new CRC32();
        crc.update((rows + " " + codec + " " + schema).getBytes(StandardCharsets.UTF_8));
        return rows + " " + Long.toHexString(crc.getValue());
    }

    private static int checkedRows(String check, String schema, String codec) {
        int blank = check.indexOf(' ');
        if (blank > 0 && check.substring(0, blank).matches("\\d{1,9}")) {
            int rows = Integer.parseInt(check.substring(0, blank));
            if (check(rows, schema, codec).equals(check)) {
                return rows;
            }
        }
        throw new MalformedFileException("its header does not match its checksum");
    }
}
