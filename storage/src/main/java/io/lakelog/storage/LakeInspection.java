package io.lakelog.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakelog.storage.compact.RunSize;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.ColumnStats;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.type.DataType;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads what {@link TableInspection} tells from metadata alone. */
final class LakeInspection implements TableInspection {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final LakeTable table;

    LakeInspection(LakeTable table) {
        this.table = table;
    }

    @Override
    public List<TableSchema> schemas() {
        List<TableSchema> all = new ArrayList<>();
        for (long id = 0; id <= table.schema().id(); id++) {
            all.add(table.files().schemas.read(id));
        }
        return all;
    }

    @Override
    public SchemaTexts texts(TableSchema schema) {
        JsonNode json = json(table.files().layout.schemaFile(schema.id()));
        return new SchemaTexts(
                json.path("fields").toString(),
                json.path("partitionKeys").toString(),
                json.path("primaryKeys").toString(),
                json.path("options").toString());
    }

    private JsonNode json(String file) {
        try {
            return MAPPER.readTree(table.files().environment.files().read(file));
        } catch (FileNotFoundException e) {
            throw LakelogException.corrupt(file, "the file is missing", e);
        } catch (JsonProcessingException e) {
            throw LakelogException.corrupt(file, "not valid JSON", e);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + file, e);
        }
    }

    @Override
    public List<DataFile> files() {
        LiveFiles live = table.files().states.latest().files();
        List<DataFile> files = new ArrayList<>();
        for (BucketId bucket : sorted(live)) {
            List<DataFileMeta> members = new ArrayList<>(live.files(bucket));
            members.sort(Comparator.comparingInt(DataFileMeta::level).thenComparing(DataFileMeta::name));
            members.forEach(file -> files.add(file(bucket, file)));
        }
        return files;
    }

    private List<BucketId> sorted(LiveFiles live) {
        List<BucketId> buckets = new ArrayList<>();
        live.buckets().forEach(buckets::add);
        buckets.sort(Comparator.comparing((BucketId bucket) -> partition(bucket.partition()))
                .thenComparingInt(BucketId::bucket));
        return buckets;
    }

    private DataFile file(BucketId bucket, DataFileMeta file) {
        TableSchema schema = file.schemaId() == table.schema().id()
                ? table.schema()
                : table.files().schemas.read(file.schemaId());
        List<String> keys = schema.primaryKeys().stream()
                .filter(key -> !schema.partitionKeys().contains(key))
                .toList();
        List<DataType> keyTypes = types(schema, keys);
        List<String> statsColumns =
                file.valueStatsColumns() == null ? schema.rowType().names() : file.valueStatsColumns();
        // Without value statistics the bounds of the keys are known all the same.
        boolean ofKeys = statsColumns.isEmpty();
        List<String> columns = ofKeys ? keys : statsColumns;
        ColumnStats stats = ofKeys ? file.keyStats() : file.valueStats();
        List<DataType> types = types(schema, columns);
        return new DataFile(
                partition(bucket.partition()),
                bucket.bucket(),
                table.bucketReader().fileReader().path(bucket, file),
                format(file.name()),
                file.schemaId(),
                file.level(),
                file.rowCount(),
                file.sizeBytes(),
                keys.isEmpty() ? null : texts(file.minKey(), keyTypes, null, '[', ']'),
                keys.isEmpty() ? null : texts(file.maxKey(), keyTypes, null, '[', ']'),
                nullCounts(columns, stats.nullCounts()),
                texts(stats.min(), types, columns, '{', '}'),
                texts(stats.max(), types, columns, '{', '}'),
                file.minSequenceNumber(),
                file.maxSequenceNumber(),
                wallClock(file.creationTimeMillis()),
                file.deleteRowCount(),
                file.source() == null ? null : file.source() == DataFileMeta.FROM_COMPACTION ? "COMPACT" : "APPEND");
    }

    private static String format(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static List<DataType> types(TableSchema schema, List<String> columns) {
        return columns.stream()
                .map(name -> schema.rowType().type(schema.rowType().indexOf(name)))
                .toList();
    }

    private static @Nullable LocalDateTime wallClock(@Nullable Long millis) {
        return millis == null
                ? null
                : LocalDateTime.ofEpochSecond(
                        Math.floorDiv(millis, 1000), (int) Math.floorMod(millis, 1000L) * 1_000_000, ZoneOffset.UTC);
    }

    private static String nullCounts(List<String> columns, List<@Nullable Long> counts) {
        StringJoiner joined = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < columns.size(); i++) {
            joined.add(columns.get(i) + "=" + (i < counts.size() ? counts.get(i) : null));
        }
        return joined.toString();
    }

    /** @param names in front of the values, or null for none */
    private static String texts(
            BinaryRow row, List<DataType> types, @Nullable List<String> names, char open, char close) {
        StringJoiner joined = new StringJoiner(", ", String.valueOf(open), String.valueOf(close));
        if (!types.isEmpty()) {
            Batch values = row.toBatch(types, "statistics");
            for (int i = 0; i < types.size(); i++) {
                Object value = Values.get(values.column(i), types.get(i), 0);
                joined.add((names == null ? "" : names.get(i) + "=") + value);
            }
        }
        return joined.toString();
    }

    private String partition(BinaryRow partition) {
        return texts(partition, table.shape().partitionTypes(), null, '{', '}');
    }

    @Override
    public List<Manifest> manifests() {
        boolean partitioned = !table.schema().partitionKeys().isEmpty();
        List<Manifest> manifests = new ArrayList<>();
        for (ManifestInfo info : table.files().states.latest().manifests()) {
            manifests.add(new Manifest(
                    info.name(),
                    info.sizeBytes(),
                    info.addedFiles(),
                    info.deletedFiles(),
                    info.schemaId(),
                    partitioned ? partition(info.partitionStats().min()) : null,
                    partitioned ? partition(info.partitionStats().max()) : null));
        }
        return manifests;
    }

    @Override
    public List<Integer> sortedRuns() {
        LiveFiles live = table.files().states.latest().files();
        List<Integer> runs = new ArrayList<>();
        live.buckets()
                .forEach(bucket -> runs.add(RunSize.ofFiles(live.files(bucket)).size()));
        return runs;
    }

    @Override
    public List<Bucket> buckets() {
        TableState state = table.files().states.latest();
        Map<BucketId, WriteAmplification> written = WriteAmplification.ofRetained(table);
        List<Bucket> buckets = new ArrayList<>();
        for (BucketId bucket : sorted(state.files())) {
            List<DataFileMeta> files = state.files().files(bucket);
            Long newest = files.stream()
                    .map(DataFileMeta::creationTimeMillis)
                    .filter(java.util.Objects::nonNull)
                    .max(Comparator.naturalOrder())
                    .orElse(null);
            List<RunSize> runs = RunSize.ofFiles(files);
            WriteAmplification amplification = written.getOrDefault(bucket, new WriteAmplification());
            buckets.add(new Bucket(
                    partition(bucket.partition()),
                    bucket.bucket(),
                    files.stream().mapToLong(DataFileMeta::rowCount).sum(),
                    files.stream().mapToLong(DataFileMeta::sizeBytes).sum(),
                    files.size(),
                    wallClock(newest),
                    runs.size(),
                    runs.stream().map(run -> String.valueOf(run.level())).collect(Collectors.joining(",")),
                    amplification.flushedBytes(),
                    amplification.compactedBytes(),
                    amplification.factor()));
        }
        return buckets;
    }

    @Override
    public List<TagInfo> tags() {
        return table.files().snapshots.tags().list().stream()
                .map(tag -> new TagInfo(
                        tag.name(),
                        tag.snapshot().id(),
                        tag.snapshot().schemaId(),
                        tag.snapshot().commitTimeMillis(),
                        tag.snapshot().totalRecordCount(),
                        tag.createTime(),
                        tag.timeRetained()))
                .toList();
    }

    @Override
    public List<Branch> branches() {
        TableLayout layout = table.files().layout;
        try {
            List<Branch> branches = new ArrayList<>();
            for (FileSystem.Entry entry : table.files().environment.files().list(layout.branchDirectory())) {
                TableLayout.branchName(entry.name())
                        .ifPresent(name -> branches.add(new Branch(name, entry.modifiedMillis())));
            }
            branches.sort(Comparator.comparing(Branch::name));
            return branches;
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot list " + layout.branchDirectory(), e);
        }
    }

    @Override
    public List<ConsumerInfo> consumers() {
        return table.files().consumers.list().stream()
                .map(consumer -> new ConsumerInfo(consumer.id(), consumer.nextSnapshot(), consumer.modifiedMillis()))
                .toList();
    }

    @Override
    public LookupCache lookupCache() {
        return table.files()
                .lookups()
                .map(kept -> new LookupCache(
                        kept.hits(), kept.misses(), kept.memoryBytes(), kept.values(), kept.diskBytes()))
                .orElse(new LookupCache(0, 0, 0, 0, 0));
    }

    @Override
    public @Nullable Statistics statistics() {
        String name = table.files().snapshots.latest().map(Snapshot::statistics).orElse(null);
        if (name == null) {
            return null;
        }
        JsonNode json = json(table.files().layout.statisticsDirectory() + "/" + name);
        return new Statistics(
                json.path("snapshotId").asLong(),
                json.path("schemaId").asLong(),
                json.hasNonNull("mergedRecordCount")
                        ? json.get("mergedRecordCount").asLong()
                        : null,
                json.hasNonNull("mergedRecordSize")
                        ? json.get("mergedRecordSize").asLong()
                        : null,
                json.hasNonNull("colStats") ? json.get("colStats").toString() : null);
    }
}
