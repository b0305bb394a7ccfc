package io.lakelog.storage.format;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
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
    private final RowSelection selection;
    private final PageDecompressor decompressor = new PageDecompressor();
    /** For each wanted column how its pages become vectors; null where the file lacks it. */
    private final List<@Nullable PageDecoder> decoders;

    private final BatchBuilder builder;
    private int nextGroup;
    private List<@Nullable ChunkReader> chunks = List.of();
    private RowSelection.Ranges ranges = RowSelection.Ranges.none();
    private boolean closed;

    private ParquetRowReader(ParquetInput input, ParquetFooter footer, RowType columns, @Nullable Predicate filter) {
        this.input = input;
        this.footer = footer;
        this.columns = columns;
        this.decoders = new ArrayList<>(columns.size());
        for (Field field : columns.fields()) {
            decoders.add(decoder(field));
        }
        this.selection = new RowSelection(input, footer, columns, filter, decompressor);
        this.builder = new BatchBuilder(columns);
    }

    /**
     * Opens a file and checks its footer.
     *
     * @param expectedLength the file's exact length in bytes as metadata knows it, or -1
     * @param columns the columns to read; one that the file lacks is read as NULLs if it is nullable
     * @param filter a condition over positions of {@code columns}; row groups and pages that cannot hold a match are left
     *     out, other rows that do not match may still come; null for all rows
     * @throws LakelogException CORRUPT if the file is missing, cut, not Parquet, or lacks a column that is not nullable or
     *     holds one in another type; UNSUPPORTED for what we cannot read; IO if the disk fails
     */
    public static ParquetRowReader open(
            FileSystem files, String path, long expectedLength, RowType columns, @Nullable Predicate filter) {
        ParquetInput input = ParquetInput.open(files, path);
        try {
            return new ParquetRowReader(input, ParquetFooter.read(input, expectedLength), columns, filter);
        } catch (RuntimeException e) {
            input.close();
            throw e;
        }
    }

    /** Rows in the file, whatever the filter. */
    public long rowCount() {
        return footer.rowCount();
    }

    private @Nullable PageDecoder decoder(Field field) {
        DataType type = field.type();
        ParquetTypes.physical(type, field.name());
        MessageType schema = footer.schema();
        if (!schema.containsField(field.name())) {
            if (type.nullable()) {
                return null;
            }
            throw input.corrupt("it has no column '" + field.name() + "' (" + type + "), only " + names(schema), null);
        }
        if (!schema.getType(field.name()).isPrimitive()) {
            throw input.corrupt("column '" + field.name() + "' should be " + type + ", but is nested", null);
        }
        ColumnDescriptor descriptor = schema.getColumnDescription(new String[] {field.name()});
        String stored = ParquetTypes.mismatch(descriptor.getPrimitiveType(), type, field.name());
        if (stored != null) {
            throw input.corrupt(
                    "column '" + field.name() + "' should be " + type + ", but is stored as " + stored, null);
        }
        return PageDecoder.of(type, descriptor);
    }

    private static List<String> names(MessageType schema) {
        return schema.getFields().stream().map(type -> type.getName()).toList();
    }

    @Override
    public @Nullable Batch next() {
        if (closed) {
            throw new IllegalStateException("the reader of " + input.path() + " is closed");
        }
        int rows = 0;
        while (rows == 0) {
            if (!ranges.hasNext() && !nextRowGroup()) {
                return null;
            }
            rows = read();
        }
        if (columns.size() == 0) {
            return new Batch(rows, List.of());
        }
        return builder.build();
    }

    /** Reads rows of the current row group into the builder: a full batch unless the group ends before. */
    private int read() {
        int rows = 0;
        while (rows < Batch.TARGET_ROWS && ranges.hasNext()) {
            long from = ranges.position();
            int count = (int) Math.min(Batch.TARGET_ROWS - rows, ranges.remaining());
            for (int i = 0; i < columns.size(); i++) {
                readColumn(i, from, count);
            }
            ranges.advance(count);
            rows += count;
        }
        return rows;
    }

    private void readColumn(int position, long from, int count) {
        ColumnBuilder target = builder.column(position);
        ChunkReader chunk = chunks.get(position);
        if (chunk == null) {
            for (int i = 0; i < count; i++) {
                target.appendNull();
            }
            return;
        }
        try {
            chunk.read(from, count, target);
        } catch (IOException | RuntimeException e) {
            throw input.broken("column '" + columns.field(position).name() + "' cannot be read", e);
        }
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
            } catch (IOException | RuntimeException e) {
                throw input.broken("row group " + (nextGroup - 1) + " cannot be read", e);
            }
        }
        return false;
    }

    private List<@Nullable ChunkReader> chunks(BlockMetaData group) throws IOException {
        List<@Nullable ChunkReader> readers = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            PageDecoder decoder = decoders.get(i);
            if (decoder == null) {
                readers.add(null);
                continue;
            }
            ColumnChunkMetaData chunk = chunk(group, columns.field(i).name());
            if (chunk.getValueCount() != group.getRowCount()) {
                throw new MalformedFileException("column '" + columns.field(i).name() + "' has " + chunk.getValueCount()
                        + " values for " + group.getRowCount() + " rows");
            }
            readers.add(new ChunkReader(
                    new ChunkPages(
                            input, chunk, group.getRowCount(), selection.pagesOf(chunk, group, ranges), decompressor),
                    decoder));
        }
        return readers;
    }

    static ColumnChunkMetaData chunk(BlockMetaData group, String name) {
        ColumnPath path = ColumnPath.get(name);
        for (ColumnChunkMetaData chunk : group.getColumns()) {
            if (chunk.getPath().equals(path)) {
                return chunk;
            }
        }
        throw new MalformedFileException("a row group lacks column '" + name + "'");
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
