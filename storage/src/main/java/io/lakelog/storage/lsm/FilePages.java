package io.lakelog.storage.lsm;

import io.lakelog.storage.format.PagedParquet;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
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
    private int current = -1;

    /** @param keys where the key's columns are among those stored */
    FilePages(PagedParquet file, int[] keys, DataFileReader.Mapping mapping, List<PagedParquet.Block> blocks) {
        this.file = file;
        this.keys = keys;
        this.mapping = mapping;
        this.blocks = blocks;
    }

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
        for (int i = 0; i < mapping.prefix(); i++) {
            target.column(i).append(file.rows(block, i, rows, count), 0, count);
        }
        for (int i = 0; i < mapping.source().length; i++) {
            int source = mapping.source()[i];
            Column column = source >= 0
                    ? file.rows(block, source, rows, count)
                    : ColumnBuilder.repeat(mapping.constants()[i], count);
            target.column(mapping.prefix() + i).append(column, 0, count);
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
