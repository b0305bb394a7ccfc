package io.lakelog.storage.scan;

import io.lakelog.storage.lsm.DataFileReader;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.ColumnStats;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.predicate.Predicates;
import io.lakelog.storage.predicate.RangeFilter;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.schema.SchemaStore;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scans a table without a key: each file that may hold a row that is wanted, one by one, oldest first in each bucket. What
 * a file's metadata says of a column counts only while the column has the type it had then. Not thread-safe.
 */
public final class AppendScan {
    private static final int ROWS_COUNTED_AT_ONCE = 1 << 20;

    private final DataFileReader reader;
    private final TableShape shape;
    private final SchemaStore schemas;
    private final Map<Long, TableSchema> fileSchemas = new HashMap<>();

    public AppendScan(DataFileReader reader, TableShape shape, SchemaStore schemas) {
        this.reader = reader;
        this.shape = shape;
        this.schemas = schemas;
    }

    /** One file to read. */
    public record Part(BucketId bucket, DataFileMeta file) {}

    /** The files that may hold rows that match. */
    public List<Part> plan(LiveFiles live, @Nullable Predicate filter) {
        BucketFilter buckets = new BucketFilter(shape, filter);
        Predicate partitions = Predicates.remap(filter, shape.placesAmong(shape.partitionPositions()));
        List<Part> parts = new ArrayList<>();
        for (BucketId bucket : live.buckets()) {
            if (partitions != null && !mayHold(bucket, partitions)) {
                continue;
            }
            List<ManifestEntry> entries = new ArrayList<>(live.entries(bucket));
            entries.sort(
                    java.util.Comparator.comparingLong(entry -> entry.file().minSequenceNumber()));
            for (ManifestEntry entry : entries) {
                boolean wanted = buckets.mayHold(entry) && (filter == null || mayHold(entry.file(), filter));
                if (wanted) {
                    parts.add(new Part(bucket, entry.file()));
                }
            }
        }
        return parts;
    }

    /** Reads a file. Without columns nothing needs to be read: metadata counts the rows. */
    public BatchSource read(Part part, int[] columns, @Nullable Predicate filter) {
        if (columns.length > 0 || part.file().deletedRows() != null) {
            return reader.readValues(part.bucket(), part.file(), columns, filter);
        }
        List<Batch> counted = new ArrayList<>();
        for (long left = part.file().rowCount(); left > 0; left -= ROWS_COUNTED_AT_ONCE) {
            counted.add(new Batch((int) Math.min(left, ROWS_COUNTED_AT_ONCE), List.of()));
        }
        return BatchSource.of(counted);
    }

    /** Reads all rows of a file, each with its number, counted from {@code first}, as one more column. */
    public BatchSource readWithRowIds(Part part, int[] columns, long first) {
        BatchSource rows = read(part, columns, null);
        return new BatchSource() {
            private long next = first;

            @Override
            public @Nullable Batch next() {
                Batch batch = rows.next();
                if (batch == null) {
                    return null;
                }
                long[] ids = new long[batch.size()];
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = next++;
                }
                List<Column> all = new ArrayList<>(batch.columns());
                all.add(new Column.Longs(ids.length, null, ids));
                return new Batch(ids.length, all);
            }

            @Override
            public void close() {
                rows.close();
            }
        };
    }

    private boolean mayHold(BucketId bucket, Predicate filter) {
        Batch values = bucket.partition().toBatch(shape.partitionTypes(), "partition");
        return RangeFilter.mayMatch(filter, shape.partitionTypes(), values, values);
    }

    private boolean mayHold(DataFileMeta file, Predicate filter) {
        ColumnStats stats = file.valueStats();
        List<Field> described = described(file);
        if (described.isEmpty()
                || stats.min().arity() != described.size()
                || stats.max().arity() != described.size()) {
            return true;
        }
        int[] mapping = new int[shape.rowType().size()];
        Arrays.fill(mapping, -1);
        List<DataType> types = new ArrayList<>();
        for (int i = 0; i < described.size(); i++) {
            Field field = described.get(i);
            types.add(field.type().withNullable(true));
            int now = positionOf(field);
            if (now >= 0 && isReliable(file, field.type())) {
                mapping[now] = i;
            }
        }
        Predicate known = Predicates.remap(filter, mapping);
        return known == null
                || RangeFilter.mayMatch(
                        known,
                        types,
                        stats.min().toBatch(types, file.name()),
                        stats.max().toBatch(types, file.name()));
    }

    /** Bounds of floating point columns say nothing reliable about NaN and signed zeros. */
    private static boolean isReliable(DataFileMeta file, DataType type) {
        return type.kind() != TypeKind.FLOAT
                && type.kind() != TypeKind.DOUBLE
                && !(type.kind() == TypeKind.CHAR && file.boundsOfCharArePadded());
    }

    /** Where a column of a file is among today's, or -1 if it is gone or has another type now. */
    private int positionOf(Field field) {
        List<Field> now = shape.rowType().fields();
        for (int i = 0; i < now.size(); i++) {
            if (now.get(i).id() == field.id()) {
                return now.get(i).type().sameFields(field.type()) ? i : -1;
            }
        }
        return -1;
    }

    /** The columns that a file's statistics speak of, in their order. */
    private List<Field> described(DataFileMeta file) {
        List<Field> all = fileSchemas
                .computeIfAbsent(file.schemaId(), schemas::read)
                .rowType()
                .fields();
        List<String> names = file.valueStatsColumns();
        if (names == null) {
            return all;
        }
        List<Field> described = new ArrayList<>();
        for (String name : names) {
            all.stream().filter(field -> field.name().equals(name)).forEach(described::add);
        }
        return described.size() == names.size() ? described : List.of();
    }
}
