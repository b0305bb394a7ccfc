package io.lakelog.storage.format;

/**
 * The parts of compact Thrift that page headers and page offsets need. Thrift's own classes trust the lengths they find and
 * take far longer. Pure.
 *
 * <pre>
 * struct := (field value)* 0
 * field  := (id - previous id) << 4 | type    or, where that does not fit: type, zigzag varint id
 * list   := size << 4 | type    or, for 15 and more: 15 << 4 | type, varint size
 * </pre>
 */
final class CompactThrift {
    static final int TRUE = 1;
    static final int FALSE = 2;
    static final int BYTE = 3;
    static final int INT16 = 4;
    static final int INT32 = 5;
    static final int INT64 = 6;
    static final int DOUBLE = 7;
    static final int BINARY = 8;
    static final int LIST = 9;
    static final int SET = 10;
    static final int MAP = 11;
    static final int STRUCT = 12;

    private static final int DEPTH_MAX = 16;

    private CompactThrift() {}

    /** The id of the field that begins with {@code head}. */
    static int fieldId(int head, int previous, BinaryCursor in) {
        return head >>> 4 == 0 ? in.readInt() : previous + (head >>> 4);
    }

    /** The type of a field, or of the elements of a list. */
    static int type(int head) {
        return head & 0xf;
    }

    /** The number of elements of the list that begins with {@code head}, each taking at least a byte. */
    static int listSize(int head, BinaryCursor in) {
        long size = head >>> 4 == 15 ? in.readUnsignedInt() : head >>> 4;
        if (size > in.remaining()) {
            throw new BinaryCursor.EndException("a list of " + size + " where " + in.remaining() + " bytes are left");
        }
        return (int) size;
    }

    /** Goes past the value of a field. */
    static void skip(BinaryCursor in, int type) {
        skip(in, type, 0);
    }

    private static void skip(BinaryCursor in, int type, int depth) {
        if (depth > DEPTH_MAX) {
            throw new MalformedFileException("a value nested more than " + DEPTH_MAX + " deep");
        }
        switch (type) {
            case TRUE, FALSE -> {}
            case BYTE -> in.skip(1);
            case INT16, INT32, INT64 -> in.readLong();
            case DOUBLE -> in.skip(8);
            case BINARY -> in.skip(in.readUnsignedInt());
            case LIST, SET -> {
                int head = in.readUnsignedByte();
                for (int i = listSize(head, in); i > 0; i--) {
                    skipElement(in, type(head), depth);
                }
            }
            case MAP -> {
                long size = in.readUnsignedInt();
                int types = size == 0 ? 0 : in.readUnsignedByte();
                for (long i = 0; i < size; i++) {
                    skipElement(in, types >>> 4, depth);
                    skipElement(in, types & 0xf, depth);
                }
            }
            case STRUCT -> {
                for (int head = in.readUnsignedByte(); head != 0; head = in.readUnsignedByte()) {
                    fieldId(head, 0, in);
                    skip(in, type(head), depth + 1);
                }
            }
            default -> throw new MalformedFileException("a field of type " + type);
        }
    }

    /** Inside collections a boolean takes a byte. */
    private static void skipElement(BinaryCursor in, int type, int depth) {
        if (type == TRUE || type == FALSE) {
            in.skip(1);
        } else {
            skip(in, type, depth + 1);
        }
    }
}
