package io.lakelog.storage.format;

import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * The header of a page, in {@link CompactThrift}. Nothing in it is protected by a checksum. Immutable.
 *
 * <pre>
 * PageHeader           1 type  2 uncompressed size  3 compressed size  4 crc  5 DataPageHeader  7 DictionaryPageHeader
 *                      8 DataPageHeaderV2
 * DataPageHeader       1 values  2 encoding  3 encoding of definition levels
 * DictionaryPageHeader 1 values  2 encoding
 * DataPageHeaderV2     1 values  4 encoding  5, 6 bytes of definition and repetition levels  7 compressed
 * </pre>
 */
final class PageHeader {
    /** What a page holds. The codes are the format's. */
    enum Type {
        DATA(0),
        DICTIONARY(2),
        DATA_V2(3),
        OTHER(-1);

        final int code;

        Type(int code) {
            this.code = code;
        }
    }

    /** Encodings by the format's codes; 1 was never used. */
    private static final @Nullable Encoding[] ENCODINGS = {
        Encoding.PLAIN,
        null,
        Encoding.PLAIN_DICTIONARY,
        Encoding.RLE,
        Encoding.BIT_PACKED,
        Encoding.DELTA_BINARY_PACKED,
        Encoding.DELTA_LENGTH_BYTE_ARRAY,
        Encoding.DELTA_BYTE_ARRAY,
        Encoding.RLE_DICTIONARY,
        Encoding.BYTE_STREAM_SPLIT
    };

    final Type type;
    final int length;
    final int uncompressedBytes;
    final int compressedBytes;
    final @Nullable Integer crc;
    /** Values in the page, NULLs too; for a dictionary its size. */
    final int values;

    final int definitionBytes;
    final int repetitionBytes;
    final boolean compressed;
    private final int encodingCode;
    private final int levelEncodingCode;

    private PageHeader(int[] page, int[] details, int length) {
        this.length = length;
        this.type = type(page[1]);
        this.uncompressedBytes = required(page[2], "size");
        this.compressedBytes = required(page[3], "compressed size");
        this.crc = page[0] == 0 ? null : Integer.valueOf(page[4]);
        this.values = required(details[1], "number of values");
        boolean v2 = type == Type.DATA_V2;
        this.encodingCode = v2 ? details[4] : details[2];
        this.levelEncodingCode = details[3];
        this.definitionBytes = v2 ? required(details[5], "length of levels") : 0;
        this.repetitionBytes = v2 ? required(details[6], "length of levels") : 0;
        this.compressed = !v2 || details[7] != 0;
    }

    /**
     * The header that begins at {@code from}.
     *
     * @return null if the bytes up to {@code to} do not hold all of it
     * @throws MalformedFileException if they are no header
     */
    static @Nullable PageHeader read(byte[] bytes, int from, int to) {
        BinaryCursor in = new BinaryCursor(bytes, from, to);
        // Slot 0 of the page's fields says whether there is a checksum, for any number may be one.
        int[] page = {0, -1, -1, -1, 0};
        int[] details = {0, -1, -1, -1, -1, -1, -1, 1};
        try {
            int id = 0;
            for (int field = in.readUnsignedByte(); field != 0; field = in.readUnsignedByte()) {
                int kind = CompactThrift.type(field);
                id = CompactThrift.fieldId(field, id, in);
                if (kind == CompactThrift.STRUCT && (id == 5 || id == 7 || id == 8)) {
                    readDetails(in, details);
                } else if (kind == CompactThrift.INT32 && id >= 1 && id <= 4) {
                    page[id] = in.readInt();
                    page[0] |= id == 4 ? 1 : 0;
                } else {
                    CompactThrift.skip(in, kind);
                }
            }
        } catch (BinaryCursor.EndException e) {
            return null;
        }
        return new PageHeader(page, details, in.position() - from);
    }

    private static void readDetails(BinaryCursor in, int[] details) {
        int id = 0;
        for (int field = in.readUnsignedByte(); field != 0; field = in.readUnsignedByte()) {
            int kind = CompactThrift.type(field);
            id = CompactThrift.fieldId(field, id, in);
            if (kind == CompactThrift.INT32 && id >= 1 && id <= 6) {
                details[id] = in.readInt();
            } else if ((kind == CompactThrift.TRUE || kind == CompactThrift.FALSE) && id == 7) {
                details[id] = kind == CompactThrift.TRUE ? 1 : 0;
            } else {
                CompactThrift.skip(in, kind);
            }
        }
    }

    boolean isData() {
        return type == Type.DATA || type == Type.DATA_V2;
    }

    /** How the values are encoded. */
    Encoding encoding() {
        return encoding(encodingCode);
    }

    /** How the levels of a page of version 1 are encoded. */
    Encoding levelEncoding() {
        return encoding(levelEncodingCode);
    }

    private static Encoding encoding(int code) {
        Encoding encoding = code >= 0 && code < ENCODINGS.length ? ENCODINGS[code] : null;
        if (encoding == null) {
            throw new MalformedFileException("a page in encoding " + code);
        }
        return encoding;
    }

    private static Type type(int code) {
        for (Type type : Type.values()) {
            if (type.code == code) {
                return type;
            }
        }
        return Type.OTHER;
    }

    private int required(int value, String what) {
        if (value < 0 && type != Type.OTHER) {
            throw new MalformedFileException("a page header with " + what + " " + value);
        }
        return value;
    }
}
