package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import java.io.IOException;
import java.util.List;

/** Rows of one nested column of one row group. Not thread-safe. */
final class NestedReader implements ColumnReader {
    private final ColumnNode root;
    private final List<LeafReader> leaves;

    /** @param leaves a reader for each leaf, in their order */
    NestedReader(ColumnNode root, List<LeafReader> leaves) {
        this.root = root;
        this.leaves = leaves;
    }

    @Override
    public Column wholePage(long from, int count) throws IOException {
        LeafEntries[] entries = new LeafEntries[leaves.size()];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = leaves.get(i).read(from, count);
        }
        return Assembler.assemble(root, entries, count);
    }

    @Override
    public void append(long from, int count, ColumnBuilder target) throws IOException {
        target.append(wholePage(from, count), 0, count);
    }
}
