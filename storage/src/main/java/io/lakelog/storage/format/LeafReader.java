package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one leaf of a nested column of one row group, page after page. A row ends where the next begins, which may
 * be on a later page. Not thread-safe.
 */
final class LeafReader {
    private final ChunkPages pages;
    private final PageDecoder decoder;
    private final long rowsInGroup;
    private final long entriesInChunk;
    private boolean started;
    private @Nullable LeafEntries page;
    /** Where in the page the next entry, and its value, is. */
    private int entry;

    private int value;
    private long entriesBefore;
    /** Rows that have begun. */
    private long rows;

    LeafReader(ChunkPages pages, PageDecoder decoder, long rowsInGroup, long entriesInChunk) {
        this.pages = pages;
        this.decoder = decoder;
        this.rowsInGroup = rowsInGroup;
        this.entriesInChunk = entriesInChunk;
    }

    /** The entries of {@code count} rows from {@code from} on, which lies behind all rows read so far. */
    LeafEntries read(long from, int count) throws IOException {
        while (rows < from) {
            skipRow();
        }
        LeafEntries taken =
                new LeafEntries(new int[count], new int[count], 0, new Column.Booleans(0, null, new boolean[0]));
        ColumnBuilder values = ColumnBuilder.of(decoder.type);
        long end = from + count;
        while (true) {
            LeafEntries current = current();
            if (current == null) {
                break;
            }
            int start = entry;
            int firstValue = value;
            while (entry < current.count && !(current.repetition[entry] == 0 && rows == end)) {
                pass(current);
            }
            taken.addLevels(current.repetition, current.definition, start, entry);
            values.append(current.values, firstValue, value);
            if (entry < current.count) {
                break;
            }
        }
        if (rows != end) {
            throw new MalformedFileException("it has " + rows + " rows where the row group has " + rowsInGroup);
        }
        taken.values = values.build();
        return taken;
    }

    private void skipRow() throws IOException {
        LeafEntries current = current();
        if (current == null) {
            throw new MalformedFileException("it has " + rows + " rows where the row group has " + rowsInGroup);
        }
        pass(current);
        while ((current = current()) != null && current.repetition[entry] != 0) {
            pass(current);
        }
    }

    private void pass(LeafEntries current) {
        if (current.repetition[entry] == 0) {
            rows++;
        } else if (rows == 0) {
            throw new MalformedFileException("its first entry goes on with a row before it");
        }
        if (current.definition[entry] == decoder.descriptor.getMaxDefinitionLevel()) {
            value++;
        }
        entry++;
    }

    /** The page with the next entry, or null at the end. */
    private @Nullable LeafEntries current() throws IOException {
        LeafEntries current = page;
        while (current == null || entry == current.count) {
            if (!started) {
                started = true;
                decoder.startChunk();
                if (pages.nextIsDictionary()) {
                    decoder.dictionary(pages.header(), pages.body(), pages.bodyLength());
                }
            }
            if (entriesBefore == entriesInChunk) {
                return null;
            }
            pages.nextData();
            current = decoder.decodeNested(pages.header(), pages.body(), pages.bodyLength());
            entriesBefore += current.count;
            if (entriesBefore > entriesInChunk) {
                throw new MalformedFileException("its pages hold more than the " + entriesInChunk + " values it has");
            }
            page = current;
            entry = 0;
            value = 0;
        }
        return current;
    }
}
