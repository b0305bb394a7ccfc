package io.lakelog.storage.lsm;

import io.lakelog.storage.cache.PageCache;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.format.PagedParquet;
import io.lakelog.storage.format.RowFile;
import io.lakelog.storage.index.DeletionVector;
import io.lakelog.storage.index.IndexStore;
import io.lakelog.storage.layout.PartitionPaths;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.manifest.DeletedRows;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.predicate.Predicates;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.ColumnCast;
import io.lakelog.storage.schema.SchemaStore;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Opens data and changelog files of one table as batches in the columns of one schema. Partition columns come from
 * metadata, columns that the file's schema lacks are NULL, and columns are found by field id through the schema the file
 * was written with. Thread-safe; the sources are not.
 */
public final class DataFileReader {
    private static final Field SEQUENCE_FIELD = new Field(2147483646, "_SEQUENCE_NUMBER", DataType.BIGINT.notNull());
    private static final Field KIND_FIELD = new Field(2147483645, "_VALUE_KIND", DataType.TINYINT.notNull());

    private final FileSystem files;
    private final TableLayout layout;
    private final PartitionPaths partitions;
    private final SchemaStore schemas;
    private final TableSchema schema;
    private final TableShape shape;
    private final @Nullable PageCache cache;
    private final Map<Long, TableSchema> fileSchemas = new ConcurrentHashMap<>();

    public DataFileReader(
            FileSystem files,
            TableLayout layout,
            PartitionPaths partitions,
            SchemaStore schemas,
            TableSchema schema,
            TableShape shape) {
        this(files, layout, partitions, schemas, schema, shape, null);
    }

    private DataFileReader(
            FileSystem files,
            TableLayout layout,
            PartitionPaths partitions,
            SchemaStore schemas,
            TableSchema schema,
            TableShape shape,
            @Nullable PageCache cache) {
        this.files = files;
        this.layout = layout;
        this.partitions = partitions;
        this.schemas = schemas;
        this.schema = schema;
        this.shape = shape;
        this.cache = cache;
    }

    /** The same, keeping what look-ups by key read. */
    public DataFileReader keeping(PageCache pages) {
        return new DataFileReader(files, layout, partitions, schemas, schema, shape, pages);
    }

    /** The sequence number's column in files. */
    static Field sequenceField() {
        return SEQUENCE_FIELD;
    }

    /** The kind's column in files. */
    static Field kindField() {
        return KIND_FIELD;
    }

    /** The path of a file of a bucket. */
    public String path(BucketId bucket, DataFileMeta file) {
        return file.externalPath() != null
                ? layout.external(file.externalPath())
                : layout.bucketDirectory(partitions.path(bucket.partition()), bucket.bucket()) + "/" + file.name();
    }

    /** Reads table columns, without sequence numbers and kinds. */
    public BatchSource readValues(BucketId bucket, DataFileMeta file, int[] columns, @Nullable Predicate filter) {
        return open(bucket, file, columns, filter, false, false);
    }

    /** Reads batches of {@link KeyValues}. */
    public BatchSource readKeyValues(BucketId bucket, DataFileMeta file, int[] columns, @Nullable Predicate filter) {
        return open(bucket, file, columns, filter, true, false);
    }

    /** The same; the batches are lent. */
    BatchSource lendKeyValues(BucketId bucket, DataFileMeta file, int[] columns, @Nullable Predicate filter) {
        return open(bucket, file, columns, filter, true, true);
    }

    /**
     * Opens a file to look keys up in it: batches of {@link KeyValues} page by page. Null if it can only be read as a whole.
     *
     * @param columns those of the key among them
     * @param withSequences whether the sequence numbers are wanted
     */
    @Nullable
    FilePages pages(
            BucketId bucket, DataFileMeta file, int[] columns, @Nullable Predicate filter, boolean withSequences) {
        String path = path(bucket, file);
        if (cache == null || file.deletedRows() != null || !path.endsWith(".parquet")) {
            return null;
        }
        Mapping mapping = mapping(bucket, file, path, columns, true);
        for (UnaryOperator<Column> cast : mapping.casts()) {
            if (cast != null) {
                return null;
            }
        }
        int[] keys = new int[shape.keyPositions().length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = mapping.source()[indexOf(columns, shape.keyPositions()[i])];
            if (keys[i] < 0) {
                return null;
            }
        }
        PagedParquet pages = PagedParquet.open(files, path, file.sizeBytes(), mapping.stored(), cache);
        return pages == null
                ? null
                : new FilePages(
                        pages,
                        keys,
                        mapping,
                        pages.blocks(keys[0], Predicates.remap(filter, mapping.mapping())),
                        new FilePages.Known(!withSequences, file.hasNoDeletes()));
    }

    private BatchSource open(
            BucketId bucket,
            DataFileMeta file,
            int[] columns,
            @Nullable Predicate filter,
            boolean withMeta,
            boolean lends) {
        String path = path(bucket, file);
        Mapping mapping = mapping(bucket, file, path, columns, withMeta);
        RowFile.Size size = new RowFile.Size(file.sizeBytes(), file.rowCount());
        DeletedRows deleted = file.deletedRows();
        if (deleted == null) {
            Predicate stored = Predicates.remap(filter, mapping.mapping());
            return new Assembled(RowFile.open(files, path, size, mapping.stored(), stored, lends), mapping);
        }
        // Positions count all rows of the file: nothing may be left out before.
        DeletionVector vector = IndexStore.readVector(files, deleted);
        BatchSource rows = RowFile.open(files, path, size, mapping.stored(), null, lends);
        return new PresentRows(new Assembled(rows, mapping), vector);
    }

    /**
     * How a file's columns become those that are wanted.
     *
     * @param stored what is read of the file; first {@code prefix} columns that are handed on as they are
     * @param source for each wanted column where it is among the stored ones, or -1 for a constant
     * @param constants one row each
     * @param casts for those whose type has changed since
     * @param mapping for each column of the table where conditions on it find it among the stored ones, or -1
     */
    record Mapping(
            RowType stored,
            int prefix,
            int[] source,
            Column[] constants,
            @Nullable UnaryOperator<Column>[] casts,
            int[] mapping) {}

    private Mapping mapping(BucketId bucket, DataFileMeta file, String path, int[] columns, boolean withMeta) {
        Batch partition = bucket.partition().toBatch(shape.partitionTypes(), path);
        TableSchema writtenWith =
                file.schemaId() == schema.id() ? schema : fileSchemas.computeIfAbsent(file.schemaId(), schemas::read);
        List<Field> stored = new ArrayList<>();
        if (withMeta) {
            stored.add(SEQUENCE_FIELD);
            stored.add(KIND_FIELD);
        }
        int prefix = stored.size();
        int[] source = new int[columns.length];
        Column[] constants = new Column[columns.length];
        @Nullable UnaryOperator<Column>[] casts = newCasts(columns.length);
        int[] mapping = new int[shape.rowType().size()];
        Arrays.fill(mapping, -1);
        for (int i = 0; i < columns.length; i++) {
            int inPartition = indexOf(shape.partitionPositions(), columns[i]);
            Field wanted = shape.rowType().field(columns[i]);
            Field inFile = inPartition >= 0 ? null : find(writtenWith, wanted.id());
            if (inPartition >= 0) {
                source[i] = -1;
                constants[i] = partition.column(inPartition);
            } else if (inFile == null) {
                source[i] = -1;
                ColumnBuilder builder = ColumnBuilder.of(wanted.type());
                builder.appendNull();
                constants[i] = builder.build();
            } else {
                source[i] = stored.size();
                if (inFile.type().sameFields(wanted.type())) {
                    // Values and statistics of another type say nothing of a condition on this one.
                    mapping[columns[i]] = stored.size();
                } else {
                    casts[i] = ColumnCast.of(
                            inFile.type(), wanted.type(), "column '" + wanted.name() + "' (in " + path + ")");
                }
                stored.add(inFile);
            }
        }
        return new Mapping(new RowType(stored), prefix, source, constants, casts, mapping);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static @Nullable UnaryOperator<Column>[] newCasts(int count) {
        return new UnaryOperator[count];
    }

    /** The column with an id, or null if it was added after the file was written. */
    private static @Nullable Field find(TableSchema writtenWith, int id) {
        for (Field field : writtenWith.rowType().fields()) {
            if (field.id() == id) {
                return field;
            }
        }
        return null;
    }

    private static int indexOf(int[] positions, int wanted) {
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** Puts constants between the columns that the file has, and converts those whose type has changed. */
    private static final class Assembled implements BatchSource {
        private final BatchSource reader;
        private final int prefix;
        private final int[] source;
        private final @Nullable UnaryOperator<Column>[] casts;
        private final Column[] constants;
        private final @Nullable Column[] repeated;

        Assembled(BatchSource reader, Mapping mapping) {
            this.reader = reader;
            this.prefix = mapping.prefix();
            this.source = mapping.source();
            this.casts = mapping.casts();
            this.constants = mapping.constants();
            this.repeated = new Column[constants.length];
        }

        @Override
        public @Nullable Batch next() {
            Batch batch = reader.next();
            if (batch == null) {
                return null;
            }
            List<Column> columns = new ArrayList<>(prefix + source.length);
            for (int i = 0; i < prefix; i++) {
                columns.add(batch.column(i));
            }
            for (int i = 0; i < source.length; i++) {
                UnaryOperator<Column> cast = casts[i];
                Column column = source[i] >= 0 ? batch.column(source[i]) : constant(i, batch.size());
                columns.add(cast == null ? column : cast.apply(column));
            }
            return new Batch(batch.size(), columns);
        }

        private Column constant(int i, int size) {
            Column column = repeated[i];
            if (column == null || column.size() != size) {
                column = ColumnBuilder.repeat(constants[i], size);
                repeated[i] = column;
            }
            return column;
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
