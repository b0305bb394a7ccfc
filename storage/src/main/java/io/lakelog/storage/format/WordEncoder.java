package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.DoublesBuilder;
import io.lakelog.storage.row.FloatsBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.util.Objects;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Columns whose values fit 64 bits: layouts INT, LONG, FLOAT, DOUBLE, stored in 4 or 8 bytes. A slice of values is first
 * gathered into dense words without nulls; every later loop runs over these. Not thread-safe.
 */
final class WordEncoder extends ColumnEncoder {
    private final boolean wide;
    private final boolean millis;
    private final long[] words = new long[SLICE_ROWS];
    private final LittleEndianBuffer plain = new LittleEndianBuffer();
    private final WordDictionary dictionary = new WordDictionary();
    private final DictionaryIds ids = new DictionaryIds();
    private boolean dictionaryOn;
    private boolean dictionaryUsed;
    private int sizeBeforePage;
    private final WordBounds page;
    private final WordBounds file;

    WordEncoder(DataType type, ColumnDescriptor descriptor, ParquetWriteOptions options, PageCompressor compressor) {
        super(type, descriptor, options, compressor);
        PrimitiveTypeName physical = descriptor.getPrimitiveType().getPrimitiveTypeName();
        wide = physical == PrimitiveTypeName.INT64 || physical == PrimitiveTypeName.DOUBLE;
        millis = ParquetTypes.storedAsMillis(type);
        dictionaryOn = options.dictionary();
        page = new WordBounds(physical);
        file = new WordBounds(physical);
    }

    @Override
    int endOfSlice(Column column, int from, int limit, long bytes) {
        return (int) Math.min(limit, from + Math.max(1, bytes / width()));
    }

    @Override
    void appendValues(Column column, int from, int to) {
        int count = gather(column, from, to);
        page.add(words, count);
        if (!dictionaryOn) {
            putPlain(words, count);
            return;
        }
        int[] target = ids.room(count);
        int start = ids.count();
        for (int i = 0; i < count; i++) {
            target[start + i] = dictionary.idOf(words[i]);
        }
        ids.added(count);
        if (dictionaryBytes() > DictionaryIds.BYTES_MAX || ids.tooVaried(dictionary.size() - sizeBeforePage, false)) {
            giveDictionaryUp();
        }
    }

    /** Puts the values of these rows that are not null into {@link #words}, as they are stored, and counts them. */
    private int gather(Column column, int from, int to) {
        int count = to - from;
        switch (type.layout()) {
            case INT -> {
                int[] values = ((Column.Ints) column).values;
                for (int i = 0; i < count; i++) {
                    words[i] = values[from + i];
                }
            }
            case LONG -> System.arraycopy(((Column.Longs) column).values, from, words, 0, count);
            case FLOAT -> {
                float[] values = ((Column.Floats) column).values;
                for (int i = 0; i < count; i++) {
                    words[i] = Float.floatToRawIntBits(values[from + i]);
                }
            }
            case DOUBLE -> {
                double[] values = ((Column.Doubles) column).values;
                for (int i = 0; i < count; i++) {
                    words[i] = Double.doubleToRawLongBits(values[from + i]);
                }
            }
            default -> throw new IllegalStateException("not a layout of words: " + type.layout());
        }
        if (millis) {
            for (int i = 0; i < count; i++) {
                words[i] = Math.floorDiv(words[i], 1000L);
            }
        }
        boolean[] nulls = column.nulls();
        if (nulls == null) {
            return count;
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            words[kept] = words[i];
            kept += nulls[from + i] ? 0 : 1;
        }
        return kept;
    }

    private void putPlain(long[] source, int count) {
        if (wide) {
            plain.putLongs(source, count);
        } else {
            plain.putInts(source, count);
        }
    }

    private void giveDictionaryUp() {
        for (int at = 0; at < ids.count(); ) {
            int count = Math.min(SLICE_ROWS, ids.count() - at);
            for (int i = 0; i < count; i++) {
                words[i] = dictionary.word(ids.id(at + i));
            }
            putPlain(words, count);
            at += count;
        }
        ids.clear();
        dictionary.keep(sizeBeforePage);
        dictionaryOn = false;
    }

    @Override
    long pageValueBytes() {
        // Counted as if stored plainly, so that readers meet pages of the same number of values either way.
        return dictionaryOn ? (long) ids.count() * width() : plain.size();
    }

    private int width() {
        return wide ? Long.BYTES : Integer.BYTES;
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
    boolean pageHasNaN() {
        return page.hasNaN();
    }

    @Override
    byte @Nullable [][] takePageMinMax() {
        file.add(page);
        byte[][] minMax = page.any() ? new byte[][] {page.minBytes(), page.maxBytes()} : null;
        page.clear();
        return minMax;
    }

    @Override
    Object @Nullable [] fileMinMax() {
        return file.isKnown() ? new Object[] {value(file.min()), value(file.max())} : null;
    }

    private Object value(long stored) {
        ColumnBuilder builder = ColumnBuilder.of(type);
        switch (type.layout()) {
            case INT -> ((IntsBuilder) builder).append((int) stored);
            case FLOAT -> ((FloatsBuilder) builder).append(Float.intBitsToFloat((int) stored));
            case DOUBLE -> ((DoublesBuilder) builder).append(Double.longBitsToDouble(stored));
            default -> ((LongsBuilder) builder).append(millis ? stored * 1000 : stored);
        }
        return Objects.requireNonNull(Values.get(builder.build(), type, 0));
    }

    @Override
    void resetPage() {
        sizeBeforePage = dictionary.size();
        ids.clear();
        plain.clear();
    }

    @Override
    int dictionarySize() {
        return dictionaryUsed ? dictionary.size() : 0;
    }

    @Override
    long dictionaryBytes() {
        return (long) dictionary.size() * width();
    }

    @Override
    void putDictionary(LittleEndianBuffer out) {
        if (wide) {
            out.putLongs(dictionary.words(), dictionary.size());
        } else {
            out.putInts(dictionary.words(), dictionary.size());
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
