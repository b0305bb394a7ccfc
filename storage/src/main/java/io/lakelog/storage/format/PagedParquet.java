package io.lakelog.storage.format;

import io.lakelog.storage.cache.Page;
import io.lakelog.storage.cache.PageCache;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Parquet file block by block, column by column, through a cache: a block is what one page of some column holds.
 * The file is not even opened for what the cache knows. Used by one thread at a time.
 */
public final class PagedParquet implements AutoCloseable {
    private final ParquetInput input;
    private final ParquetFooter footer;
    private final RowType columns;
    private final PageCache cache;
    private final PageDecompressor decompressor = new PageDecompressor();
    private final Map<String, ChunkReader> readers = new HashMap<>();
    private final Map<Integer, RowSelection.Ranges> wanted = new HashMap<>();

    private PagedParquet(ParquetInput input, ParquetFooter footer, RowType columns, PageCache cache) {
        this.input = input;
        this.footer = footer;
        this.columns = columns;
        this.cache = cache;
    }

    /**
     * Rows of a file that follow each other.
     *
     * @param group the row group they are in
     * @param from the first, counted in the row group
     * @param count how many
     * @param firstRow the first, counted in the file
     */
    public record Block(int group, long from, int count, long firstRow) {}

    /**
     * Opens a file, or gives null if it cannot be read so: it lacks page indexes or one of the columns, or has one that is
     * nested or stored otherwise.
     *
     * @param expectedLength the file's exact length in bytes
     * @throws io.lakelog.storage.error.LakelogException CORRUPT if the file is missing, cut or not Parquet
     */
    public static @Nullable PagedParquet open(
            FileSystem files, String path, long expectedLength, RowType columns, PageCache cache) {
        ParquetFooter footer = cache.file(path, () -> {
            try (ParquetInput input = ParquetInput.open(files, path)) {
                return ParquetFooter.read(input, expectedLength);
            }
        });
        return canBeRead(footer, columns)
                ? new PagedParquet(ParquetInput.later(files, path, footer.length()), footer, columns, cache)
                : null;
    }

    private static boolean canBeRead(ParquetFooter footer, RowType columns) {
        MessageType schema = footer.schema();
        for (Field field : columns.fields()) {
            boolean plain = schema.containsField(field.name())
                    && schema.getType(field.name()).isPrimitive()
                    && ParquetTypes.mismatch(schema.getType(field.name()).asPrimitiveType(), field.type(), field.name())
                            == null;
            if (!plain) {
                return false;
            }
        }
        for (BlockMetaData group : footer.rowGroups()) {
            for (ColumnChunkMetaData chunk : group.getColumns()) {
                if (chunk.getOffsetIndexReference() == null) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The blocks that may hold a row which meets a condition, in the order of the file. Only what is in them can be read
     * afterwards.
     *
     * @param column the position of the column whose pages are the blocks
     * @param filter a condition over positions of the columns, or null
     */
    public List<Block> blocks(int column, @Nullable Predicate filter) {
        RowSelection selection = new RowSelection(input, footer, columns, filter, decompressor);
        List<Block> blocks = new ArrayList<>();
        long firstRow = 0;
        for (int g = 0; g < footer.rowGroups().size(); g++) {
            BlockMetaData group = footer.rowGroups().get(g);
            try {
                RowSelection.Ranges ranges = selection.ofPages(group);
                wanted.put(g, ranges);
                PageOffsets pages = offsets(group, columns.field(column));
                for (int page = 0; page < pages.getPageCount() && ranges.hasNext(); page++) {
                    long from = pages.getFirstRowIndex(page);
                    long last = pages.getLastRowIndex(page, group.getRowCount());
                    if (ranges.overlaps(from, last)) {
                        blocks.add(new Block(g, from, Math.toIntExact(last - from + 1), firstRow + from));
                    }
                }
            } catch (RuntimeException e) {
                throw input.broken("row group " + g + " cannot be read", e);
            }
            firstRow += group.getRowCount();
        }
        return blocks;
    }

    /** A column of a block; blocks are asked for in their order. */
    public Column page(Block block, int column) {
        return cache.page(name(block, column), () -> read(block, column));
    }

    /** The first {@code count} of some rows of a block, counted in it. */
    public Column rows(Block block, int column, int[] rows, int count) {
        return cache.rows(name(block, column), rows, count, () -> read(block, column));
    }

    private Page name(Block block, int column) {
        return new Page(input.path(), columns.field(column).name(), block.firstRow(), block.count());
    }

    private Column read(Block block, int column) {
        Field field = columns.field(column);
        try {
            ChunkReader reader = readers.get(block.group() + field.name());
            if (reader == null) {
                reader = open(block.group(), field);
                readers.put(block.group() + field.name(), reader);
            }
            Column page = reader.wholePage(block.from(), block.count());
            if (page != null) {
                return page;
            }
            ColumnBuilder builder = ColumnBuilder.of(field.type());
            reader.append(block.from(), block.count(), builder);
            return builder.build();
        } catch (IOException | RuntimeException e) {
            throw input.broken("column '" + field.name() + "' cannot be read", e);
        }
    }

    private ChunkReader open(int groupNumber, Field field) {
        BlockMetaData group = footer.rowGroups().get(groupNumber);
        ColumnChunkMetaData chunk = ParquetRowReader.chunk(group, ColumnPath.get(field.name()));
        ParquetRowReader.checkValues(field, chunk, group);
        ColumnDescriptor descriptor = footer.schema().getColumnDescription(new String[] {field.name()});
        DataType type = field.type();
        RowSelection.Ranges ranges = wanted.getOrDefault(groupNumber, RowSelection.Ranges.none());
        return new ChunkReader(
                new ChunkPages(
                        input,
                        chunk,
                        group.getRowCount(),
                        new ChunkPages.PagesWanted(offsets(group, field), ranges),
                        decompressor),
                PageDecoder.of(type, descriptor));
    }

    private PageOffsets offsets(BlockMetaData group, Field field) {
        ColumnChunkMetaData chunk = ParquetRowReader.chunk(group, ColumnPath.get(field.name()));
        PageOffsets offsets = footer.offsets(input, chunk);
        if (offsets == null) {
            throw new MalformedFileException("column '" + field.name() + "' has no page index");
        }
        return offsets;
    }

    @Override
    public void close() {
        decompressor.close();
        input.close();
    }
}
