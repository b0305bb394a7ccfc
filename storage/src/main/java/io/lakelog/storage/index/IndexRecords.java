package io.lakelog.storage.index;

import static io.lakelog.storage.format.MetaType.BYTES;
import static io.lakelog.storage.format.MetaType.INT;
import static io.lakelog.storage.format.MetaType.LONG;
import static io.lakelog.storage.format.MetaType.STRING;
import static io.lakelog.storage.format.MetaType.nullable;
import static io.lakelog.storage.format.MetaType.record;
import static io.lakelog.storage.format.MetaType.required;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.format.MetaType;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.BinaryRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Entries of an index manifest as records of an Avro file. Source: the Paimon table format, "Index files". Pure. */
final class IndexRecords {
    private static final int VERSION = 1;
    private static final int ADDED = 0;

    private static final MetaType.Record RANGE =
            record(required("f0", STRING), required("f1", INT), required("f2", INT), nullable("_CARDINALITY", LONG));

    /** A record of an index manifest. */
    static final MetaType.Record ENTRY = record(
            required("_VERSION", INT),
            required("_KIND", INT),
            required("_PARTITION", BYTES),
            required("_BUCKET", INT),
            required("_INDEX_TYPE", STRING),
            required("_FILE_NAME", STRING),
            required("_FILE_SIZE", LONG),
            required("_ROW_COUNT", LONG),
            nullable("_DELETIONS_VECTORS_RANGES", new MetaType.ArrayOf(RANGE, true)),
            nullable("_EXTERNAL_PATH", STRING));

    private IndexRecords() {}

    static @Nullable Object[] write(IndexEntry entry) {
        return new @Nullable Object[] {
            VERSION,
            ADDED,
            entry.bucket().partition().serialized(),
            entry.bucket().bucket(),
            entry.type(),
            entry.fileName(),
            entry.sizeBytes(),
            entry.rowCount(),
            entry.vectors() == null
                    ? null
                    : entry.vectors().stream().map(IndexRecords::write).toList(),
            entry.externalPath()
        };
    }

    private static @Nullable Object[] write(IndexEntry.VectorRange range) {
        return new @Nullable Object[] {range.dataFile(), range.offset(), range.lengthBytes(), range.cardinality()};
    }

    static IndexEntry read(@Nullable Object[] row, String path) {
        int version = get(row, 0, Integer.class);
        if (version != VERSION) {
            throw LakelogException.unsupported(
                    "metadata version " + version + " in " + path + " is not supported; only " + VERSION + " is");
        }
        if (get(row, 1, Integer.class) != ADDED) {
            throw LakelogException.corrupt(path, "it removes an index file, though it should list those alive", null);
        }
        List<IndexEntry.VectorRange> vectors = null;
        if (row[8] != null) {
            vectors = new ArrayList<>();
            for (Object range : (List<?>) row[8]) {
                vectors.add(range((@Nullable Object[]) Objects.requireNonNull(range)));
            }
        }
        return new IndexEntry(
                new BucketId(BinaryRow.wrap(get(row, 2, byte[].class), path), get(row, 3, Integer.class)),
                get(row, 4, String.class),
                get(row, 5, String.class),
                get(row, 6, Long.class),
                get(row, 7, Long.class),
                vectors == null ? null : List.copyOf(vectors),
                (String) row[9]);
    }

    private static IndexEntry.VectorRange range(@Nullable Object[] row) {
        return new IndexEntry.VectorRange(
                get(row, 0, String.class), get(row, 1, Integer.class), get(row, 2, Integer.class), (Long) row[3]);
    }

    private static <T> T get(@Nullable Object[] row, int position, Class<T> type) {
        return type.cast(Objects.requireNonNull(row[position]));
    }
}
