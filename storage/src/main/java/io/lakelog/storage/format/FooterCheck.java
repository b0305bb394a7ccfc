package io.lakelog.storage.format;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Checksums of the parts of a Parquet file that the format itself leaves unprotected. Pages have checksums; the page
 * indexes and the footer do not, and a broken one can cost rows silently. We put 16 bytes, which other readers skip,
 * between the two:
 *
 * <pre>
 * file  := "PAR1" pages indexes check footer footer-length "PAR1"
 * check := length of indexes | CRC-32 of indexes | CRC-32 of footer and footer-length | "LKC1"      4 bytes each
 * </pre>
 *
 * A file without the mark "LKC1" is another writer's and not checked. Pure.
 */
final class FooterCheck {
    /** Bytes of the check itself. */
    static final int BYTES = 16;

    /** Bytes after the footer: its length, and Parquet's mark. */
    static final int TRAILER_BYTES = 8;

    private static final int MARK = 'L' | 'K' << 8 | 'C' << 16 | '1' << 24;

    private FooterCheck() {}

    /** The end of a file as Parquet wrote it (indexes, footer, trailer), with the check put in its place. */
    static byte[] insert(byte[] end) {
        int footerLength = (int) LittleEndianBuffer.INT.get(end, end.length - TRAILER_BYTES);
        int indexLength = end.length - TRAILER_BYTES - footerLength;
        byte[] checked = Arrays.copyOf(end, end.length + BYTES);
        LittleEndianBuffer.INT.set(checked, indexLength, indexLength);
        LittleEndianBuffer.INT.set(checked, indexLength + 4, crc(end, 0, indexLength));
        LittleEndianBuffer.INT.set(checked, indexLength + 8, crc(end, indexLength, footerLength + Integer.BYTES));
        LittleEndianBuffer.INT.set(checked, indexLength + 12, MARK);
        System.arraycopy(end, indexLength, checked, indexLength + BYTES, footerLength + TRAILER_BYTES);
        return checked;
    }

    /** Whether the 16 bytes before a footer are a check. */
    static boolean isPresent(byte[] tail, int footerFrom) {
        return footerFrom >= BYTES && (int) LittleEndianBuffer.INT.get(tail, footerFrom - 4) == MARK;
    }

    /** Length of the indexes before the check that ends at {@code footerFrom}. */
    static int indexLength(byte[] tail, int footerFrom) {
        return (int) LittleEndianBuffer.INT.get(tail, footerFrom - BYTES);
    }

    static void verifyFooter(byte[] tail, int footerFrom, int footerLength) {
        int expected = (int) LittleEndianBuffer.INT.get(tail, footerFrom - 8);
        int found = crc(tail, footerFrom, footerLength + Integer.BYTES);
        if (found != expected) {
            throw new MalformedFileException(mismatch("footer", found, expected));
        }
    }

    static void verifyIndexes(byte[] tail, int footerFrom, byte[] indexes) {
        int expected = (int) LittleEndianBuffer.INT.get(tail, footerFrom - 12);
        int found = crc(indexes, 0, indexes.length);
        if (found != expected) {
            throw new MalformedFileException(mismatch("page indexes", found, expected));
        }
    }

    private static String mismatch(String what, int found, int expected) {
        return String.format("the %s have checksum %08x, but %08x was written", what, found, expected);
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
