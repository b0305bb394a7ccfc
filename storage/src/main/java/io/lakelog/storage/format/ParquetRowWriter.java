package io.lakelog.storage.format;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.MessageType;

/**
 * Writes batches into a new Parquet file. {@link #finish()} makes the content durable (the file's name needs
 * {@link FileSystem#syncDirectory}); closing without it removes the file. Holds one row group of encoded pages in memory.
 * Used by one thread at a time.
 */
public final class ParquetRowWriter implements AutoCloseable {
    private static final int COLUMN_INDEX_TRUNCATE_BYTES = 64;

    private final FileSystem files;
    private final String path;
    private final RowType columns;
    private final ParquetWriteOptions options;
    private final ParquetOutput output;
    private final ParquetFileWriter file;
    private final PageCompressor compressor;
    private final List<ColumnSink> encoders;
    private long rows;
    private long groupRows;
    private boolean finished;
    private boolean closed;

    private ParquetRowWriter(
            FileSystem files, String path, RowType columns, ParquetWriteOptions options, ParquetOutput output)
            throws IOException {
        this.files = files;
        this.path = path;
        this.columns = columns;
        this.options = options;
        this.output = output;
        MessageType message = ParquetTypes.message(columns);
        this.file = new ParquetFileWriter(
                output,
                message,
                ParquetFileWriter.Mode.CREATE,
                options.rowGroupBytes(),
                0,
                COLUMN_INDEX_TRUNCATE_BYTES,
                Integer.MAX_VALUE,
                true);
        this.file.start();
        this.compressor = new PageCompressor(options.codec(), options.zstdLevel());
        this.encoders = new ArrayList<>(columns.size());
        for (Field field : columns.fields()) {
            ColumnNode.Tree tree = ColumnNode.of(field, message);
            encoders.add(
                    field.type().kind().isNested()
                            ? new NestedEncoder(field.name(), tree, options, compressor)
                            : ColumnEncoder.of(field.type(), tree.leaves().get(0), options, compressor));
        }
    }

    /**
     * Creates the file, with its parent directories.
     *
     * @throws LakelogException UNSUPPORTED for a column type that cannot be written, IO if the file cannot be created
     */
    public static ParquetRowWriter create(FileSystem files, String path, RowType columns, ParquetWriteOptions options) {
        ParquetTypes.message(columns);
        try {
            FileSystem.Output output = files.create(path);
            return new ParquetRowWriter(files, path, columns, options, new ParquetOutput(output));
        } catch (IOException e) {
            throw failed("create", path, e);
        }
    }

    /**
     * Appends all rows of a batch whose vectors match the columns.
     *
     * @throws LakelogException NULL_VALUE if a column that allows no NULL holds one; IO if the disk fails
     */
    public void write(Batch batch) {
        if (closed || finished) {
            throw new LakelogException(ErrorCode.CLOSED, "file " + path + " is finished already");
        }
        if (batch.width() != encoders.size()) {
            throw new IllegalArgumentException(
                    "a batch of " + batch.width() + " columns for a file of " + encoders.size());
        }
        for (int i = 0; i < encoders.size(); i++) {
            checkNulls(batch.column(i), i);
        }
        try {
            for (int from = 0; from < batch.size(); ) {
                int to = Math.min(batch.size(), from + Batch.TARGET_ROWS);
                for (int i = 0; i < encoders.size(); i++) {
                    encoders.get(i).append(batch.column(i), from, to);
                }
                groupRows += to - from;
                rows += to - from;
                from = to;
                if (bufferedBytes() >= options.rowGroupBytes()) {
                    endRowGroup();
                }
            }
        } catch (IOException e) {
            throw failed("write", path, e);
        }
    }

    private void checkNulls(Column column, int position) {
        boolean[] nulls = column.nulls();
        if (nulls == null || columns.type(position).nullable()) {
            return;
        }
        for (int row = 0; row < column.size(); row++) {
            if (nulls[row]) {
                throw new LakelogException(
                        ErrorCode.NULL_VALUE,
                        "column '" + columns.field(position).name() + "' is NOT NULL, but a row holds NULL");
            }
        }
    }

    private void endRowGroup() throws IOException {
        if (groupRows == 0) {
            return;
        }
        file.startBlock(groupRows);
        for (ColumnSink encoder : encoders) {
            encoder.writeChunk(file);
        }
        file.endBlock();
        groupRows = 0;
    }

    private long bufferedBytes() {
        long sum = 0;
        for (ColumnSink encoder : encoders) {
            sum += encoder.bufferedBytes();
        }
        return sum;
    }

    /** About how large the file would be if it were finished now, in bytes: to begin another at a target size. */
    public long estimatedBytes() {
        return output.getPos() + bufferedBytes();
    }

    /** Rows written so far. */
    public long rows() {
        return rows;
    }

    /**
     * Ends the file and makes its content durable.
     *
     * @throws LakelogException IO if the disk fails; {@link #close()} then removes the file
     */
    public ParquetFileInfo finish() {
        if (closed || finished) {
            throw new LakelogException(ErrorCode.CLOSED, "file " + path + " is finished already");
        }
        try {
            endRowGroup();
            output.hold();
            file.end(Map.of());
            output.writeHeld();
            output.release();
        } catch (IOException e) {
            throw failed("finish", path, e);
        }
        finished = true;
        return new ParquetFileInfo(
                output.getPos(), rows, encoders.stream().map(ColumnSink::bounds).toList());
    }

    /** Releases memory; removes the file unless it was finished. May be repeated. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        compressor.close();
        if (!finished) {
            try {
                output.release();
            } catch (IOException e) {
                throw failed("close", path, e);
            } finally {
                delete();
            }
        }
    }

    private void delete() {
        try {
            files.delete(path);
        } catch (IOException e) {
            throw failed("delete", path, e);
        }
    }

    private static LakelogException failed(String verb, String path, IOException cause) {
        return new LakelogException(
                ErrorCode.IO, "cannot " + verb + " data file " + path + ": " + cause.getMessage(), cause);
    }
}
