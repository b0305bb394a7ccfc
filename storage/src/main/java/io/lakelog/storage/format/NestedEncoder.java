package io.lakelog.storage.format;

import io.lakelog.storage.format.ParquetFileInfo.ColumnBounds;
import io.lakelog.storage.row.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.ParquetFileWriter;

/** A column of a nested type: an encoder for each leaf. There are no bounds for the whole. Not thread-safe. */
final class NestedEncoder implements ColumnSink {
    /** Rows are long: the levels of few take the room of many. */
    private static final int ROWS_AT_ONCE = 256;

    private final String name;
    private final ColumnNode root;
    private final List<ColumnEncoder> leaves = new ArrayList<>();
    private long nulls;

    NestedEncoder(String name, ColumnNode.Tree tree, ParquetWriteOptions options, PageCompressor compressor) {
        this.name = name;
        this.root = tree.root();
        collect(root, tree.leaves(), options, compressor);
    }

    private void collect(
            ColumnNode node,
            List<ColumnDescriptor> descriptors,
            ParquetWriteOptions options,
            PageCompressor compressor) {
        if (node.isLeaf()) {
            leaves.add(ColumnEncoder.of(node.type(), descriptors.get(node.firstLeaf()), options, compressor));
        }
        for (ColumnNode child : node.children()) {
            collect(child, descriptors, options, compressor);
        }
    }

    @Override
    public void append(Column column, int from, int to) throws IOException {
        for (int at = from; at < to; at += ROWS_AT_ONCE) {
            int end = Math.min(to, at + ROWS_AT_ONCE);
            LeafEntries[] entries = Shredder.shred(root, leaves.size(), name, column, at, end);
            for (int i = 0; i < entries.length; i++) {
                leaves.get(i).append(entries[i]);
            }
        }
        for (int i = from; i < to; i++) {
            nulls += column.isNull(i) ? 1 : 0;
        }
    }

    @Override
    public long bufferedBytes() {
        return leaves.stream().mapToLong(ColumnEncoder::bufferedBytes).sum();
    }

    @Override
    public void writeChunk(ParquetFileWriter file) throws IOException {
        for (ColumnEncoder leaf : leaves) {
            leaf.writeChunk(file);
        }
    }

    @Override
    public ColumnBounds bounds() {
        return new ColumnBounds(null, null, nulls);
    }
}
