package io.lakelog.storage.format;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Parquet file as batches of the wanted columns, in the order of its rows. Columns are found by name and not cast.
 * Whatever is wrong with the file ends in a {@link LakelogException} CORRUPT that names it, never in fewer rows. Used by
 * one thread at a time.
 */
public final class ParquetRowReader implements BatchSource {
    private final ParquetInput input;
    private final ParquetFooter footer;
    private final RowType columns;
    private final boolean lends;
    private final RowSelection selection;
    private final PageDecompressor decompressor = new PageDecompressor();
    /** For each wanted column how it is read; null where the file lacks it. */
    private final List<@Nullable StoredColumn> stored;

    private final BatchBuilder builder;
    private int nextGroup;
    private List<@Nullable ColumnReader> chunks = List.of();
    private RowSelection.Ranges ranges = RowSelection.Ranges.none();
    private boolean closed;

    private ParquetRowReader(
            ParquetInput input, ParquetFooter footer, RowType columns, @Nullable Predicate filter, boolean lends) {
        this.input = input;
        this.footer = footer;
        this.columns = columns;
        this.lends = lends;
        this.stored = new ArrayList<>(columns.size());
        for (Field field : columns.fields()) {
            stored.add(storedColumn(field));
        }
        this.selection = new RowSelection(input, footer, columns, filter, decompressor);
        this.builder = lends ? new BatchBuilder(columns).lending() : new BatchBuilder(columns);
    }

    /**
     * Opens a file and checks its footer.
     *
     * @param expectedLength the file's exact length in bytes as metadata knows it, or -1
     * @param columns the columns to read; one that the file lacks is read as NULLs if it is nullable
     * @param filter a condition over positions of {@code columns}; row groups and pages that cannot hold a match are left
     *     out, other rows that do not match may still come; null for all rows
     * @param lends whether the batches are lent
     * @throws LakelogException CORRUPT if the file is missing, cut, not Parquet, or lacks a column that is not nullable or
     *     holds one in another type; UNSUPPORTED for what we cannot read; IO if the disk fails
     */
    public static ParquetRowReader open(
            FileSystem files,
            String path,
            long expectedLength,
            RowType columns,
            @Nullable Predicate filter,
            boolean lends) {
        ParquetInput input = ParquetInput.open(files, path);
        try {
            return new ParquetRowReader(input, ParquetFooter.read(input, expectedLength), columns, filter, lends);
        } catch (RuntimeException e) {
            input.close();
            throw e;
        }
    }

    /** Rows in the file, whatever the filter. */
    public long rowCount() {
        return footer.rowCount();
    }

    private @Nullable StoredColumn storedColumn(Field field) {
        DataType type = field.type();
        MessageType schema = footer.schema();
        if (!schema.containsField(field.name())) {
            if (type.nullable()) {
                return null;
            }
            throw input.corrupt("it has no column '" + field.name() + "' (" + type + "), only " + names(schema), null);
        }
        if (type.kind().isNested()) {
            return nestedColumn(field, schema);
        }
        if (!schema.getType(field.name()).isPrimitive()) {
            throw input.corrupt("column '" + field.name() + "' should be " + type + ", but is nested", null);
        }
        ColumnDescriptor descriptor = schema.getColumnDescription(new String[] {field.name()});
        String other = ParquetTypes.mismatch(descriptor.getPrimitiveType(), type, field.name());
        if (other != null) {
            throw input.corrupt(
                    "column '" + field.name() + "' should be " + type + ", but is stored as " + other, null);
        }
        PageDecoder decoder = PageDecoder.of(type, descriptor);
        if (lends) {
            decoder.lend();
        }
        return (group, wanted) -> {
            ColumnChunkMetaData chunk = chunk(group, ColumnPath.get(field.name()));
            checkValues(field, chunk, group);
            ChunkPages.PagesWanted pages = selection().pagesOf(chunk, group, wanted);
            return new ChunkReader(new ChunkPages(input, chunk, group.getRowCount(), pages, decompressor), decoder);
        };
    }

    static void checkValues(Field field, ColumnChunkMetaData chunk, BlockMetaData group) {
        if (chunk.getValueCount() != group.getRowCount()) {
            throw new MalformedFileException("column '" + field.name() + "' has " + chunk.getValueCount()
                    + " values for " + group.getRowCount() + " rows");
        }
    }

    private StoredColumn nestedColumn(Field field, MessageType schema) {
        ColumnNode.Tree tree;
        try {
            tree = ColumnNode.of(field, schema);
        } catch (MalformedFileException e) {
            throw input.corrupt("column " + e.getMessage(), e);
        }
        List<PageDecoder> decoders = new ArrayList<>();
        decoders(tree.root(), tree.leaves(), decoders);
        return (group, wanted) -> {
            List<LeafReader> leaves = new ArrayList<>();
            for (PageDecoder decoder : decoders) {
                ColumnChunkMetaData chunk = chunk(group, ColumnPath.get(decoder.descriptor.getPath()));
                ChunkPages pages = new ChunkPages(input, chunk, group.getRowCount(), null, decompressor);
                leaves.add(new LeafReader(pages, decoder, group.getRowCount(), chunk.getValueCount()));
            }
            return new NestedReader(tree.root(), leaves);
        };
    }

    private static void decoders(ColumnNode node, List<ColumnDescriptor> leaves, List<PageDecoder> decoders) {
        if (node.isLeaf()) {
            decoders.add(PageDecoder.of(node.type(), leaves.get(node.firstLeaf())));
        }
        for (ColumnNode child : node.children()) {
            decoders(child, leaves, decoders);
        }
    }

    private RowSelection selection() {
        return selection;
    }

    /** A column of the file, not of one of its row groups. */
    @FunctionalInterface
    private interface StoredColumn {
        ColumnReader reader(BlockMetaData group, RowSelection.Ranges wanted);
    }

    private static List<String> names(MessageType schema) {
        return schema.getFields().stream().map(type -> type.getName()).toList();
    }

    @Override
    public @Nullable Batch next() {
        if (closed) {
            throw new IllegalStateException("the reader of " + input.path() + " is closed");
        }
        if (!ranges.hasNext() && !nextRowGroup()) {
            return null;
        }
        long from = ranges.position();
        int count = (int) Math.min(Batch.TARGET_ROWS, ranges.remaining());
        ranges.advance(count);
        if (count == Batch.TARGET_ROWS || !ranges.hasNext()) {
            List<Column> batch = new ArrayList<>(columns.size());
            for (int i = 0; i < columns.size(); i++) {
                Column page = wholePage(i, from, count);
                if (page == null) {
                    append(i, from, count);
                    page = builder.column(i).build();
                }
                batch.add(page);
            }
            return new Batch(count, batch);
        }
        return nextOfManyRanges(from, count);
    }

    /** Short ranges of the row group are put together until a batch is full. */
    private Batch nextOfManyRanges(long firstFrom, int firstCount) {
        long from = firstFrom;
        int count = firstCount;
        int rows = 0;
        while (true) {
            for (int i = 0; i < columns.size(); i++) {
                append(i, from, count);
            }
            rows += count;
            if (rows == Batch.TARGET_ROWS || !ranges.hasNext()) {
                return columns.size() == 0 ? new Batch(rows, List.of()) : builder.build();
            }
            from = ranges.position();
            count = (int) Math.min(Batch.TARGET_ROWS - rows, ranges.remaining());
            ranges.advance(count);
        }
    }

    private @Nullable Column wholePage(int position, long from, int count) {
        ColumnReader chunk = chunks.get(position);
        try {
            return chunk == null ? null : chunk.wholePage(from, count);
        } catch (IOException | RuntimeException e) {
            throw broken(position, e);
        }
    }

    private void append(int position, long from, int count) {
        ColumnBuilder target = builder.column(position);
        ColumnReader chunk = chunks.get(position);
        if (chunk == null) {
            for (int i = 0; i < count; i++) {
                target.appendNull();
            }
            return;
        }
        try {
            chunk.append(from, count, target);
        } catch (IOException | RuntimeException e) {
            throw broken(position, e);
        }
    }

    private LakelogException broken(int position, Exception failure) {
        return input.broken("column '" + columns.field(position).name() + "' cannot be read", failure);
    }

    private boolean nextRowGroup() {
        while (nextGroup < footer.rowGroups().size()) {
            BlockMetaData group = footer.rowGroups().get(nextGroup++);
            try {
                ranges = selection.of(group);
                if (ranges.hasNext()) {
                    chunks = chunks(group);
                    return true;
                }
            } catch (RuntimeException e) {
                throw input.broken("row group " + (nextGroup - 1) + " cannot be read", e);
            }
        }
        return false;
    }

    private List<@Nullable ColumnReader> chunks(BlockMetaData group) {
        List<@Nullable ColumnReader> readers = new ArrayList<>(columns.size());
        for (StoredColumn column : stored) {
            readers.add(column == null ? null : column.reader(group, ranges));
        }
        return readers;
    }

    static ColumnChunkMetaData chunk(BlockMetaData group, ColumnPath path) {
        for (ColumnChunkMetaData chunk : group.getColumns()) {
            if (chunk.getPath().equals(path)) {
                return chunk;
            }
        }
        throw new MalformedFileException("a row group lacks column '" + path.toDotString() + "'");
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            decompressor.close();
            input.close();
        }
    }
}
