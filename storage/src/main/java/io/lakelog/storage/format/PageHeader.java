package io.lakelog.storage.format;

import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * The header of a page. It is Thrift in its compact form, read here without Thrift's classes: these trust the lengths they
 * find, and a header has no checksum. Immutable.
 *
 * <pre>
 * struct   := (field value)* 0
 * field    := (id - previous id) << 4 | type    or, where that does not fit: type, zigzag varint id
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

    private static final int BOOLEAN_TRUE = 1;
    private static final int BOOLEAN_FALSE = 2;
    private static final int BYTE = 3;
    private static final int INT16 = 4;
    private static final int INT32 = 5;
    private static final int INT64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;
    private static final int DEPTH_MAX = 16;

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
                int kind = field & 0xf;
                id = field >>> 4 == 0 ? in.readInt() : id + (field >>> 4);
                if (kind == STRUCT && (id == 5 || id == 7 || id == 8)) {
                    readDetails(in, details);
                } else if (kind == INT32 && id >= 1 && id <= 4) {
                    page[id] = in.readInt();
                    page[0] |= id == 4 ? 1 : 0;
                } else {
                    skip(in, kind, 0);
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
            int kind = field & 0xf;
            id = field >>> 4 == 0 ? in.readInt() : id + (field >>> 4);
            if (kind == INT32 && id >= 1 && id <= 6) {
                details[id] = in.readInt();
            } else if ((kind == BOOLEAN_TRUE || kind == BOOLEAN_FALSE) && id == 7) {
                details[id] = kind == BOOLEAN_TRUE ? 1 : 0;
            } else {
                skip(in, kind, 0);
            }
        }
    }

    private static void skip(BinaryCursor in, int kind, int depth) {
        if (depth > DEPTH_MAX) {
            throw new MalformedFileException("a page header nested more than " + DEPTH_MAX + " deep");
        }
        switch (kind) {
            case BOOLEAN_TRUE, BOOLEAN_FALSE -> {}
            case BYTE -> in.skip(1);
            case INT16, INT32, INT64 -> in.readLong();
            case DOUBLE -> in.skip(8);
            case BINARY -> in.skip(in.readUnsignedInt());
            case LIST, SET -> {
                int head = in.readUnsignedByte();
                long size = head >>> 4 == 15 ? in.readUnsignedInt() : head >>> 4;
                for (long i = 0; i < size; i++) {
                    skipElement(in, head & 0xf, depth);
                }
            }
            case MAP -> {
                long size = in.readUnsignedInt();
                int kinds = size == 0 ? 0 : in.readUnsignedByte();
                for (long i = 0; i < size; i++) {
                    skipElement(in, kinds >>> 4, depth);
                    skipElement(in, kinds & 0xf, depth);
                }
            }
            case STRUCT -> {
                for (int field = in.readUnsignedByte(); field != 0; field = in.readUnsignedByte()) {
                    if (field >>> 4 == 0) {
                        in.readInt();
                    }
                    skip(in, field & 0xf, depth + 1);
                }
            }
            default -> throw new MalformedFileException("a page header with a field of type " + kind);
        }
    }

    /** Inside collections a boolean takes a byte. */
    private static void skipElement(BinaryCursor in, int kind, int depth) {
        if (kind == BOOLEAN_TRUE || kind == BOOLEAN_FALSE) {
            in.skip(1);
        } else {
            skip(in, kind, depth + 1);
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
