package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/** Strings and binary: a length in 4 bytes and the bytes, or ids of a dictionary of these. Not thread-safe. */
final class BytesEncoder extends ColumnEncoder {
    private final LittleEndianBuffer plain = new LittleEndianBuffer();
    private final BytesDictionary dictionary = new BytesDictionary();
    private final DictionaryIds ids = new DictionaryIds();
    private final BytesBounds page = new BytesBounds();
    private final BytesBounds file = new BytesBounds();
    /** For each id the number of the page that last used it: bounds look at each value of a page once. */
    private int[] seenInPage = new int[128];

    private int pageNumber = 1;
    private long pageBytes;
    private boolean dictionaryOn;
    private boolean dictionaryUsed;
    private int sizeBeforePage;

    BytesEncoder(DataType type, ColumnDescriptor descriptor, ParquetWriteOptions options, PageCompressor compressor) {
        super(type, descriptor, options, compressor);
        dictionaryOn = options.dictionary();
    }

    @Override
    int endOfSlice(Column column, int from, int limit, long bytes) {
        int[] offsets = ((Column.Bytes) column).offsets;
        int end = from + 1;
        while (end < limit && offsets[end + 1] - offsets[from] + 4L * (end + 1 - from) <= bytes) {
            end++;
        }
        return end;
    }

    @Override
    void appendValues(Column column, int from, int to) {
        Column.Bytes values = (Column.Bytes) column;
        if (dictionaryOn) {
            appendIds(values, from, to);
            if (dictionaryBytes() > DictionaryIds.BYTES_MAX
                    || ids.tooVaried(dictionary.size() - sizeBeforePage, false)) {
                giveDictionaryUp();
            }
        } else {
            appendPlain(values, from, to);
        }
    }

    private void appendIds(Column.Bytes values, int from, int to) {
        int[] target = ids.room(to - from);
        int next = ids.count();
        boolean[] nulls = values.nulls();
        for (int i = from; i < to; i++) {
            if (nulls != null && nulls[i]) {
                continue;
            }
            int id = dictionary.idOf(values.data, values.offsets[i], values.offsets[i + 1]);
            target[next++] = id;
            if (id >= seenInPage.length) {
                seenInPage = Arrays.copyOf(seenInPage, Math.max(id + 1, seenInPage.length * 2));
            }
            if (seenInPage[id] != pageNumber) {
                seenInPage[id] = pageNumber;
                page.add(values.data, values.offsets[i], values.offsets[i + 1]);
            }
            pageBytes += Integer.BYTES + values.offsets[i + 1] - values.offsets[i];
        }
        ids.added(next - ids.count());
    }

    private void appendPlain(Column.Bytes values, int from, int to) {
        int[] offsets = values.offsets;
        plain.reserve(Math.addExact(offsets[to] - offsets[from], Integer.BYTES * (to - from)));
        boolean[] nulls = values.nulls();
        for (int i = from; i < to; i++) {
            if (nulls == null || !nulls[i]) {
                page.add(values.data, offsets[i], offsets[i + 1]);
                plain.putInt(offsets[i + 1] - offsets[i]);
                plain.put(values.data, offsets[i], offsets[i + 1] - offsets[i]);
            }
        }
        pageBytes = plain.size();
    }

    private void giveDictionaryUp() {
        for (int i = 0; i < ids.count(); i++) {
            int id = ids.id(i);
            int length = dictionary.offset(id + 1) - dictionary.offset(id);
            plain.putInt(length);
            plain.put(dictionary.data(), dictionary.offset(id), length);
        }
        pageBytes = plain.size();
        ids.clear();
        dictionary.keep(sizeBeforePage);
        dictionaryOn = false;
    }

    @Override
    long pageValueBytes() {
        return pageBytes;
    }

    @Override
    Encoding putValues(LittleEndianBuffer out) {
        if (dictionaryOn && ids.tooVaried(dictionary.size() - sizeBeforePage, true)) {
            giveDictionaryUp();
        }
        if (dictionaryOn && ids.count() > 0) {
            ids.put(dictionary.size(), out);
            dictionaryUsed = true;
            return Encoding.PLAIN_DICTIONARY;
        }
        out.put(plain.array(), 0, plain.size());
        return Encoding.PLAIN;
    }

    @Override
    byte @Nullable [][] takePageMinMax() {
        if (!page.isKnown()) {
            return null;
        }
        byte[][] minMax = {page.min(), page.max()};
        file.add(minMax[0], 0, minMax[0].length);
        file.add(minMax[1], 0, minMax[1].length);
        page.clear();
        return minMax;
    }

    @Override
    Object @Nullable [] fileMinMax() {
        return file.isKnown() ? new Object[] {value(file.min()), value(file.max())} : null;
    }

    private Object value(byte[] bytes) {
        return type.kind() == TypeKind.CHAR || type.kind() == TypeKind.VARCHAR
                ? new String(bytes, StandardCharsets.UTF_8)
                : bytes;
    }

    @Override
    void resetPage() {
        sizeBeforePage = dictionary.size();
        ids.clear();
        plain.clear();
        pageBytes = 0;
        pageNumber++;
    }

    @Override
    int dictionarySize() {
        return dictionaryUsed ? dictionary.size() : 0;
    }

    @Override
    long dictionaryBytes() {
        return dictionary.size() == 0 ? 0 : dictionary.bytes() + 4L * dictionary.size();
    }

    @Override
    void putDictionary(LittleEndianBuffer out) {
        for (int id = 0; id < dictionary.size(); id++) {
            int length = dictionary.offset(id + 1) - dictionary.offset(id);
            out.putInt(length);
            out.put(dictionary.data(), dictionary.offset(id), length);
        }
    }

    @Override
    void resetChunk() {
        dictionary.clear();
        sizeBeforePage = 0;
        // Where a chunk gained nothing from a dictionary, the next one of the same column will not either.
        dictionaryOn = options.dictionary() && (dictionaryOn || dictionaryUsed);
        dictionaryUsed = false;
    }
}
