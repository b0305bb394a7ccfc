package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.values.ValuesReader;
import org.jspecify.annotations.Nullable;

/**
 * Turns pages of one column into vectors, a whole page at once. Every decoding checks that the values take exactly the
 * bytes there are, because page headers have no checksum. Subclasses know how one physical type lies in the bytes.
 * Not thread-safe.
 */
abstract class PageDecoder {
    final DataType type;
    final ColumnDescriptor descriptor;
    private boolean lends;
    private int dictionarySize = -1;
    private int[] present = new int[0];
    private int[] ids = new int[0];

    PageDecoder(DataType type, ColumnDescriptor descriptor) {
        this.type = type;
        this.descriptor = descriptor;
    }

    static PageDecoder of(DataType type, ColumnDescriptor descriptor) {
        return switch (descriptor.getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> new BooleanDecoder(type, descriptor);
            case INT32, FLOAT -> new IntDecoder(type, descriptor);
            case INT64, DOUBLE -> new LongDecoder(type, descriptor);
            case FIXED_LEN_BYTE_ARRAY -> new Int128Decoder(type, descriptor);
            case BINARY -> new BytesDecoder(type, descriptor);
            case INT96 -> new Int96Decoder(type, descriptor);
        };
    }

    /** From now on the arrays of a vector are used again for the next one, if its values are of a common type. */
    final void lend() {
        lends = true;
    }

    /** Forgets the dictionary: another chunk begins. */
    final void startChunk() {
        dictionarySize = -1;
    }

    /** Takes the values that ids of later pages stand for. */
    final void dictionary(PageHeader header, byte[] body, int length) {
        int size = header.values;
        if (size > length) {
            throw new MalformedFileException("a dictionary of " + size + " values in " + length + " bytes");
        }
        readDictionary(body, length, size);
        dictionarySize = size;
    }

    /** The values of a data page, as many as its header says. */
    final Column decode(PageHeader header, byte[] body, int length) throws IOException {
        int rows = header.values;
        int at = 0;
        boolean[] nulls = null;
        if (header.type == PageHeader.Type.DATA_V2) {
            at = header.repetitionBytes + header.definitionBytes;
            nulls = levels(body, header.repetitionBytes, at, rows);
        } else if (descriptor.getMaxDefinitionLevel() > 0) {
            if (header.levelEncoding() != Encoding.RLE) {
                throw new MalformedFileException("levels in encoding " + header.levelEncoding());
            }
            int bytes = length < Integer.BYTES ? -1 : (int) LittleEndianBuffer.INT.get(body, 0);
            if (bytes < 0 || bytes > length - Integer.BYTES) {
                throw new MalformedFileException("levels of " + bytes + " bytes in a page of " + length);
            }
            at = Integer.BYTES + bytes;
            nulls = levels(body, Integer.BYTES, at, rows);
        }
        int count = rows;
        if (nulls != null) {
            for (int i = 0; i < rows; i++) {
                count -= nulls[i] ? 1 : 0;
            }
            if (!type.nullable() && count < rows) {
                throw new MalformedFileException("NULL in a column that allows none");
            }
        }
        return values(header.encoding(), body, at, length, rows, nulls, count);
    }

    /** The entries of a data page of a leaf of a nested column, as many as its header says. */
    final LeafEntries decodeNested(PageHeader header, byte[] body, int length) throws IOException {
        int entries = header.values;
        int[] repetition = new int[entries];
        int[] definition = new int[entries];
        int at;
        if (header.type == PageHeader.Type.DATA_V2) {
            int middle = header.repetitionBytes;
            at = middle + header.definitionBytes;
            nestedLevels(body, 0, middle, descriptor.getMaxRepetitionLevel(), repetition);
            nestedLevels(body, middle, at, descriptor.getMaxDefinitionLevel(), definition);
        } else {
            int middle = countedLevels(header, body, 0, length, descriptor.getMaxRepetitionLevel(), repetition);
            at = countedLevels(header, body, middle, length, descriptor.getMaxDefinitionLevel(), definition);
        }
        int count = 0;
        for (int level : definition) {
            count += level == descriptor.getMaxDefinitionLevel() ? 1 : 0;
        }
        return new LeafEntries(
                repetition, definition, entries, values(header.encoding(), body, at, length, count, null, count));
    }

    /** Levels of a page of version 1, with their length before them; returns where they end. */
    private static int countedLevels(PageHeader header, byte[] body, int from, int length, int max, int[] levels) {
        if (max == 0) {
            return from;
        }
        if (header.levelEncoding() != Encoding.RLE) {
            throw new MalformedFileException("levels in encoding " + header.levelEncoding());
        }
        int bytes = length - from < Integer.BYTES ? -1 : (int) LittleEndianBuffer.INT.get(body, from);
        if (bytes < 0 || bytes > length - from - Integer.BYTES) {
            throw new MalformedFileException("levels of " + bytes + " bytes in a page of " + length);
        }
        int start = from + Integer.BYTES;
        nestedLevels(body, start, start + bytes, max, levels);
        return start + bytes;
    }

    private static void nestedLevels(byte[] body, int from, int to, int max, int[] levels) {
        if (max == 0) {
            return;
        }
        RleDecoder.decode(body, from, to, RleEncoder.bitWidth(max), levels, levels.length);
        for (int level : levels) {
            if (level > max) {
                throw new MalformedFileException("a level of " + level + " where " + max + " is the highest");
            }
        }
    }

    private boolean @Nullable [] levels(byte[] body, int from, int to, int rows) {
        if (descriptor.getMaxDefinitionLevel() == 0) {
            return null;
        }
        if (RleDecoder.isRun(body, from, to, 1, rows)) {
            return null;
        }
        present = sized(present, rows);
        RleDecoder.decode(body, from, to, 1, present, rows);
        boolean[] nulls = null;
        for (int i = 0; i < rows; i++) {
            if (present[i] == 0) {
                if (nulls == null) {
                    nulls = new boolean[rows];
                }
                nulls[i] = true;
            }
        }
        return nulls;
    }

    private Column values(
            Encoding encoding, byte[] body, int from, int to, int rows, boolean @Nullable [] nulls, int count)
            throws IOException {
        switch (encoding) {
            case PLAIN -> readPlain(body, from, to, count);
            case PLAIN_DICTIONARY, RLE_DICTIONARY -> readIds(body, from, to, count);
            default -> {
                if (encoding == Encoding.RLE && this instanceof BooleanDecoder booleans) {
                    booleans.readRle(body, from, to, count);
                } else {
                    ValuesReader reader = encoding.getValuesReader(descriptor, ValuesType.VALUES);
                    reader.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(body, from, to - from)));
                    readOther(reader, count);
                }
            }
        }
        return take(rows, nulls, count);
    }

    private void readIds(byte[] body, int from, int to, int count) {
        ids = sized(ids, count);
        if (count > 0) {
            if (dictionarySize < 0) {
                throw new MalformedFileException("a page of dictionary ids without a dictionary");
            }
            if (from >= to) {
                throw new MalformedFileException("a page of dictionary ids is empty");
            }
            RleDecoder.decode(body, from + 1, to, body[from], ids, count);
            int inside = -1;
            for (int i = 0; i < count; i++) {
                inside &= ids[i] - dictionarySize & ~ids[i];
            }
            if (inside >= 0) {
                throw new MalformedFileException("a dictionary id beyond its " + dictionarySize + " values");
            }
        }
        readDictionaryIds(ids, count);
    }

    static int[] sized(int[] array, int length) {
        return array.length >= length ? array : new int[length];
    }

    /** Room for values of a vector: in the array of the one before if that was lent. */
    final int[] room(int[] before, int count) {
        return lends && before.length >= count ? before : new int[count];
    }

    /** Likewise. */
    final long[] room(long[] before, int count) {
        return lends && before.length >= count ? before : new long[count];
    }

    /** Likewise. */
    final double[] room(double[] before, int count) {
        return lends && before.length >= count ? before : new double[count];
    }

    /** Likewise. */
    final byte[] room(byte[] before, int count) {
        return lends && before.length >= count ? before : new byte[count];
    }

    static void requireBytes(int from, int to, long needed, int count) {
        if (to - from != needed) {
            throw new MalformedFileException(
                    count + " values take " + needed + " bytes, but " + (to - from) + " are there");
        }
    }

    /** Keeps {@code size} plainly stored values, which must be all there is in {@code body[0 .. length)}. */
    abstract void readDictionary(byte[] body, int length, int size);

    /** Reads {@code count} plainly stored values, which must be all there is. */
    abstract void readPlain(byte[] body, int from, int to, int count);

    /** Takes values from the dictionary; ids are valid. */
    abstract void readDictionaryIds(int[] ids, int count);

    /** Reads {@code count} values in an encoding that only other writers use. */
    abstract void readOther(ValuesReader reader, int count);

    /** The {@code count} values read last, spread over {@code rows} rows where some are null. */
    abstract Column take(int rows, boolean @Nullable [] nulls, int count);
}
