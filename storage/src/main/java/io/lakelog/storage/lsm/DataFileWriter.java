package io.lakelog.storage.lsm;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.format.ParquetCodec;
import io.lakelog.storage.format.ParquetFileInfo;
import io.lakelog.storage.format.ParquetRowWriter;
import io.lakelog.storage.format.ParquetWriteOptions;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.manifest.ColumnStats;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableOptions;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes sorted batches of {@link KeyValues} with all table columns to data or changelog files of one bucket, a new file
 * whenever one has its target size. Every file is noted as pending; the content is synced when {@link #finish()} returns.
 * Not thread-safe.
 *
 * <p>Columns of a file: {@code _KEY_<k>} for each key column, {@code _SEQUENCE_NUMBER}, {@code _VALUE_KIND}, then every
 * table column. Source: the Paimon table format, "Data files".
 */
public final class DataFileWriter implements AutoCloseable {
    private static final int FIRST_KEY_FIELD_ID = 1073741823;

    private final Target target;
    private final FilePurpose purpose;
    private final RowType fileType;
    private final int[] keyColumns;
    private final List<DataFileMeta> finished = new ArrayList<>();
    private @Nullable ParquetRowWriter open;
    private @Nullable Bounds bounds;

    /** Where files go and what they must look like. */
    public record Target(
            Environment environment,
            PendingFiles pending,
            String bucketDirectory,
            TableShape shape,
            TableOptions options,
            long schemaId) {}

    /**
     * What the files are.
     *
     * @param changelog whether they hold changes (several rows a key) rather than rows
     * @param level that they are listed on
     * @param source {@link DataFileMeta#FROM_INPUT} or {@link DataFileMeta#FROM_COMPACTION}
     */
    public record FilePurpose(boolean changelog, int level, int source) {}

    public DataFileWriter(Target target, FilePurpose purpose) {
        this.target = target;
        this.purpose = purpose;
        this.keyColumns = KeyValues.inBatch(target.shape().keyPositions());
        List<Field> fields = new ArrayList<>();
        for (int position : target.shape().keyPositions()) {
            Field key = target.shape().rowType().field(position);
            fields.add(new Field(
                    FIRST_KEY_FIELD_ID + key.id(),
                    "_KEY_" + key.name(),
                    key.type().notNull()));
        }
        fields.add(DataFileReader.sequenceField());
        fields.add(DataFileReader.kindField());
        fields.addAll(target.shape().rowType().fields());
        this.fileType = new RowType(fields);
    }

    /** Appends rows that follow those before in key order. */
    public void write(Batch batch) {
        if (batch.size() == 0) {
            return;
        }
        ParquetRowWriter writer = open == null ? begin() : open;
        List<Column> columns = new ArrayList<>(fileType.size());
        columns.addAll(KeyValues.columns(batch, keyColumns));
        columns.addAll(batch.columns());
        writer.write(new Batch(batch.size(), columns));
        bounds().add(batch);
        if (writer.estimatedBytes() >= target.options().targetFileBytes()) {
            endFile();
        }
    }

    /** Ends the file that is open, so that the next row begins a new one. */
    public void cut() {
        if (open != null) {
            endFile();
        }
    }

    /** Ends the last file; all of them, in key order. */
    public List<DataFileMeta> finish() {
        cut();
        return List.copyOf(finished);
    }

    private ParquetRowWriter begin() {
        String unique = target.environment().uniqueNames().get();
        String name =
                purpose.changelog() ? TableLayout.newChangelogFileName(unique) : TableLayout.newDataFileName(unique);
        String path = target.bucketDirectory() + "/" + name;
        target.pending().add(path);
        ParquetRowWriter writer =
                ParquetRowWriter.create(target.environment().files(), path, fileType, format(target.options()));
        bounds = new Bounds(name);
        open = writer;
        return writer;
    }

    /** How the options of a table want files to be written. */
    public static ParquetWriteOptions format(TableOptions options) {
        return new ParquetWriteOptions(
                codec(options.compression()),
                options.compressionLevel(),
                ParquetWriteOptions.DEFAULT.rowGroupBytes(),
                ParquetWriteOptions.DEFAULT.pageBytes(),
                ParquetWriteOptions.DEFAULT.pageRows(),
                true);
    }

    private static ParquetCodec codec(String name) {
        return switch (name) {
            case "zstd" -> ParquetCodec.ZSTD;
            case "snappy" -> ParquetCodec.SNAPPY;
            case "gzip" -> ParquetCodec.GZIP;
            case "none", "uncompressed" -> ParquetCodec.NONE;
            default ->
                throw LakelogException.unsupported("writing files with compression '" + name
                        + "' is not supported yet; zstd, snappy, gzip and none are");
        };
    }

    private Bounds bounds() {
        Bounds current = bounds;
        if (current == null) {
            throw new IllegalStateException("no file is open");
        }
        return current;
    }

    private void endFile() {
        ParquetRowWriter writer = open;
        if (writer != null) {
            ParquetFileInfo info = writer.finish();
            finished.add(bounds().toMeta(info));
            writer.close();
            open = null;
        }
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }

    /** Collects what metadata says of a file's rows. */
    private final class Bounds {
        private final String name;
        private @Nullable BinaryRow minKey;
        private @Nullable BinaryRow maxKey;
        private long minSequence = Long.MAX_VALUE;
        private long maxSequence = Long.MIN_VALUE;
        private long rows;
        private long deletes;
        private final List<@Nullable Column> minColumns = new ArrayList<>();
        private final List<@Nullable Column> maxColumns = new ArrayList<>();

        Bounds(String name) {
            this.name = name;
            for (int i = 0; i < keyColumns.length; i++) {
                minColumns.add(null);
                maxColumns.add(null);
            }
        }

        void add(Batch batch) {
            List<Column> keys = KeyValues.columns(batch, keyColumns);
            List<DataType> types = target.shape().keyTypes();
            if (minKey == null) {
                minKey = BinaryRow.of(keys, types, 0);
            }
            maxKey = BinaryRow.of(keys, types, batch.size() - 1);
            long[] sequences = KeyValues.sequences(batch);
            int[] kinds = KeyValues.kinds(batch);
            for (int i = 0; i < batch.size(); i++) {
                minSequence = Math.min(minSequence, sequences[i]);
                maxSequence = Math.max(maxSequence, sequences[i]);
                if (RowKind.isRetract(kinds[i])) {
                    deletes++;
                }
            }
            rows += batch.size();
            for (int c = 0; c < keys.size(); c++) {
                minColumns.set(c, extreme(c, keys.get(c), minColumns.get(c), -1));
                maxColumns.set(c, extreme(c, keys.get(c), maxColumns.get(c), 1));
            }
        }

        /** One value: the least (sign -1) or greatest (1) of a key column and the one so far. */
        private Column extreme(int c, Column column, @Nullable Column soFar, int sign) {
            // Rows are sorted by the first column of the key.
            int best = c == 0 && sign > 0 ? column.size() - 1 : 0;
            for (int i = 1; c > 0 && i < column.size(); i++) {
                if (target.shape().keyComparator().compareColumn(c, column, i, column, best) * sign > 0) {
                    best = i;
                }
            }
            if (soFar != null && target.shape().keyComparator().compareColumn(c, soFar, 0, column, best) * sign >= 0) {
                return soFar;
            }
            ColumnBuilder single = ColumnBuilder.like(column);
            single.append(column, best, best + 1);
            return single.build();
        }

        DataFileMeta toMeta(ParquetFileInfo info) {
            List<DataType> types = target.shape().keyTypes();
            BinaryRow first = minKey;
            BinaryRow last = maxKey;
            if (first == null || last == null) {
                throw new IllegalStateException("a file without rows");
            }
            List<@Nullable Long> noNulls = new ArrayList<>();
            types.forEach(type -> noNulls.add(0L));
            return new DataFileMeta(
                    name,
                    info.sizeBytes(),
                    rows,
                    first,
                    last,
                    new ColumnStats(
                            BinaryRow.of(written(minColumns, types), types, 0),
                            BinaryRow.of(written(maxColumns, types), types, 0),
                            noNulls),
                    ColumnStats.NONE,
                    minSequence,
                    maxSequence,
                    target.schemaId(),
                    purpose.level(),
                    List.of(),
                    target.environment().wallClockMillis(),
                    deletes,
                    null,
                    purpose.source(),
                    List.of(),
                    null,
                    null,
                    null,
                    null);
        }

        private static List<Column> written(List<@Nullable Column> bounds, List<DataType> types) {
            List<Column> written = new ArrayList<>();
            for (int c = 0; c < types.size(); c++) {
                written.add(ColumnStats.written(types.get(c), bounds.get(c)));
            }
            return written;
        }
    }
}
