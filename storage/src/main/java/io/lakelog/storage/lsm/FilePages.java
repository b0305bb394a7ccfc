package io.lakelog.storage.lsm;

import io.lakelog.storage.format.PagedParquet;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Gather;
import java.util.ArrayList;
import java.util.List;

/**
 * A file in which keys are looked up, page by page: the keys of each, and of those rows that are asked for the other columns.
 * Not thread-safe.
 */
final class FilePages implements AutoCloseable {
    private final PagedParquet file;
    private final int[] keys;
    private final DataFileReader.Mapping mapping;
    private final List<PagedParquet.Block> blocks;
    private final Known known;
    private int current = -1;

    /** @param keys where the key's columns are among those stored */
    FilePages(
            PagedParquet file,
            int[] keys,
            DataFileReader.Mapping mapping,
            List<PagedParquet.Block> blocks,
            Known known) {
        this.file = file;
        this.keys = keys;
        this.mapping = mapping;
        this.blocks = blocks;
        this.known = known;
    }

    /**
     * What need not be read.
     *
     * @param sequences whether nobody asks for sequence numbers: they are 0 then
     * @param kinds whether no row is a retract: all are inserts then
     */
    record Known(boolean sequences, boolean kinds) {}

    /** Goes to the next page, if there is one. */
    boolean next() {
        current++;
        return current < blocks.size();
    }

    /** Rows of this page. */
    int size() {
        return blocks.get(current).count();
    }

    /** The key columns of this page. */
    List<Column> keys() {
        List<Column> columns = new ArrayList<>(keys.length);
        for (int key : keys) {
            columns.add(file.page(blocks.get(current), key));
        }
        return columns;
    }

    /** Appends the first {@code count} of some rows of this page, as {@link KeyValues}. */
    void append(int[] rows, int count, BatchBuilder target) {
        PagedParquet.Block block = blocks.get(current);
        appendMeta(block, rows, count, target);
        for (int i = 0; i < mapping.source().length; i++) {
            int source = mapping.source()[i];
            Column column = source >= 0
                    ? read(block, source, rows, count)
                    : ColumnBuilder.repeat(mapping.constants()[i], count);
            target.column(mapping.prefix() + i).append(column, 0, count);
        }
    }

    private void appendMeta(PagedParquet.Block block, int[] rows, int count, BatchBuilder target) {
        for (int place : new int[] {KeyValues.SEQUENCE, KeyValues.KIND}) {
            if (place == KeyValues.SEQUENCE ? known.sequences() : known.kinds()) {
                target.column(place).appendDefaults(count);
            } else {
                target.column(place).append(file.rows(block, place, rows, count), 0, count);
            }
        }
    }

    /** The page of a key is at hand. */
    private Column read(PagedParquet.Block block, int source, int[] rows, int count) {
        for (int key : keys) {
            if (key == source) {
                Column page = file.page(block, key);
                return Gather.choose(page, page, rows, count);
            }
        }
        return file.rows(block, source, rows, count);
    }

    @Override
    public void close() {
        file.close();
    }
}
