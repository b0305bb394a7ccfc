package io.lakelog.storage;

import io.lakelog.storage.cache.CacheLimits;
import io.lakelog.storage.changes.StateChanges;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.layout.PartitionPaths;
import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.lsm.DataFileReader;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.LookupOptions;
import io.lakelog.storage.schema.RetentionOptions;
import io.lakelog.storage.schema.TableOptions;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.BucketFiles;
import io.lakelog.storage.write.BucketWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** The composition root of a table: puts the rooms of storage together for one schema. */
final class LakeTable implements Table {
    /** The keys of one table take at most this part of the memory. */
    private static final int CACHE_SHARE = 8;

    private final TableName name;
    private final TableFiles files;
    private final TableSchema schema;
    private final TableOptions options;
    private final TableShape shape;
    private final PartitionPaths partitions;
    private final String commitUser;
    private final CacheLimits cacheLimits;
    private final Retention retention;

    LakeTable(TableName name, TableFiles files, TableSchema schema, String commitUser) {
        this.name = name;
        this.files = files;
        this.schema = schema;
        this.options = TableOptions.parse(schema.options());
        TableOptions.checkShown(schema.options());
        TableOptions.placesOfNewFiles(schema.options()).forEach(files.layout::external);
        this.shape = TableShape.of(schema, options);
        this.partitions = new PartitionPaths(
                schema.rowType().project(shape.partitionPositions()),
                options.legacyPartitionNames(),
                options.defaultPartitionName());
        this.commitUser = commitUser;
        this.cacheLimits = limits(LookupOptions.parse(schema.options()));
        this.retention = new Retention(
                name, files, partitions, RetentionOptions.parse(schema.options()), options.changelogProducer());
    }

    @Override
    public TableName name() {
        return name;
    }

    @Override
    public TableSchema schema() {
        return schema;
    }

    TableFiles files() {
        return files;
    }

    TableOptions options() {
        return options;
    }

    TableShape shape() {
        return shape;
    }

    PartitionPaths partitions() {
        return partitions;
    }

    MergeRules mergeRules() {
        return new MergeRules(options.merge(), shape);
    }

    String commitUser() {
        return commitUser;
    }

    Retention retention() {
        return retention;
    }

    @Override
    public long tagSnapshot(String tag) {
        return files.snapshots.tags().read(tag).snapshot().id();
    }

    @Override
    public BatchSource scanCompacted(ScanRequest request) {
        if (isAppend()) {
            return scan(request);
        }
        return new LakeScan(this).scanCompacted(request);
    }

    @Override
    public TableInspection inspect() {
        return new LakeInspection(this);
    }

    @Override
    public TableMaintenance maintenance() {
        return new LakeMaintenance(this);
    }

    @Override
    public OptionalLong latestSnapshotId() {
        return files.snapshots.latestId();
    }

    @Override
    public TableSchema schemaAt(long snapshotId) {
        return asOf(snapshotId).schema();
    }

    @Override
    public LakeTable asOf(long snapshotId) {
        long schemaId = files.snapshots.read(snapshotId).schemaId();
        return schemaId == schema.id() ? this : new LakeTable(name, files, files.schemas.read(schemaId), commitUser);
    }

    @Override
    public List<SnapshotInfo> snapshots() {
        return SnapshotFacts.all(files.snapshots);
    }

    @Override
    public BatchSource scan(ScanRequest request) {
        return isAppend() ? append().scan(request, Map.of()) : new LakeScan(this).scan(request, null);
    }

    @Override
    public BatchSource find(KeyRequest request) {
        return new LakeScan(this).find(request, null);
    }

    @Override
    public ScanExtent extent(ScanRequest request) {
        return isAppend() ? append().extent(request) : new LakeScan(this).extent(request);
    }

    /** Whether the table has no key: its rows are never merged. */
    private boolean isAppend() {
        return schema.primaryKeys().isEmpty();
    }

    @Override
    public BatchSource scanWithRowIds(ScanRequest request) {
        return append().scanWithRowIds(request);
    }

    /** What is different without a key. */
    AppendTable append() {
        return new AppendTable(this, files, shape);
    }

    @Override
    public BatchSource changes(ChangesRequest request) {
        return new LakeChanges(this).open(request);
    }

    StateChanges stateChanges() {
        return new StateChanges(files.snapshots, files.states, shape, this::rulesOf);
    }

    @Override
    public boolean awaitsCompaction(OptionalLong snapshotId) {
        if (snapshotId.isEmpty()) {
            return StateChanges.leavesOut(files.states.latest().files(), options);
        }
        // A state that has expired, and that a tag may keep, is not what somebody waits for.
        return files.snapshots
                .find(snapshotId.getAsLong())
                .map(snapshot ->
                        StateChanges.leavesOut(files.states.at(snapshot).files(), options))
                .orElse(false);
    }

    /** How the rows of a snapshot lay in its files: as the options of that time say. In the columns of this schema. */
    StateChanges.Rules rulesOf(long schemaId) {
        TableOptions then = schemaId == schema.id()
                ? options
                : TableOptions.parse(files.schemas.read(schemaId).options());
        return new StateChanges.Rules(then, bucketReader(then));
    }

    @Override
    public OptionalLong compact() {
        return maintenance().compact(List.of(), true);
    }

    @Override
    public TableWrite newWrite(OptionalLong dependsOn) {
        checkWritable();
        if (isAppend()) {
            return new AppendWrite(this, dependsOn);
        }
        new Announcement(this).watch();
        return new LakeWrite(this, dependsOn, null);
    }

    @Override
    public TableWrite newOverwrite(Overwrite what) {
        checkWritable();
        if (isAppend()) {
            throw LakelogException.unsupported(
                    "table " + name + " has no PRIMARY KEY; its rows cannot be replaced by an overwrite yet");
        }
        if (options.buckets() < 0) {
            throw LakelogException.unsupported(
                    "table " + name + " has dynamic buckets; its rows cannot be replaced by an overwrite yet");
        }
        if (!what.partitions().isEmpty() && shape.keySpansPartitions()) {
            throw LakelogException.unsupported("table " + name + " has a PRIMARY KEY that spans its partitions; its"
                    + " rows cannot be replaced by an overwrite yet: TRUNCATE it, or DELETE, and then INSERT");
        }
        new Announcement(this).watch();
        return new LakeWrite(this, OptionalLong.empty(), what);
    }

    /** Whoever writes does so under the newest schema: what it says of levels and changes must be kept by all. */
    void checkSchema() {
        Optional<TableSchema> newest = files.schemas.latest();
        if (newest.isEmpty()) {
            throw new LakelogException(
                    ErrorCode.TABLE_NOT_FOUND, "table " + name + " was dropped while it was being written");
        }
        if (!newest.get().equals(schema)) {
            throw new LakelogException(
                    ErrorCode.CONFLICT,
                    "table " + name + " was altered or recreated while it was being written; try again");
        }
    }

    /** Works on the newest state; if that expires under the work, on the one that is newest then. */
    <T> T onNewest(Supplier<TableState> newest, Function<TableState, T> work) {
        while (true) {
            TableState state = newest.get();
            try {
                return work.apply(state);
            } catch (LakelogException e) {
                if (!isGone(state, e)) {
                    throw e;
                }
            }
        }
    }

    /** Whether a failure comes from the files of a state that another process has expired. */
    boolean isGone(TableState state, LakelogException failure) {
        return failure.code() == ErrorCode.CORRUPT && ExpiringRows.isGone(this, state.snapshotId());
    }

    LakelogException conflict() {
        return new LakelogException(
                ErrorCode.CONFLICT,
                "another writer changed table " + name + " while the statement was running; try again");
    }

    void checkWritable() {
        if (files.layout.isBranch()) {
            throw LakelogException.unsupported("branches can be read, but not written: " + name);
        }
        TableOptions.checkWritable(schema.options());
        if (isAppend()) {
            return;
        }
        if (!schema.primaryKeys().containsAll(schema.partitionKeys())) {
            throw LakelogException.unsupported(
                    "table " + name + " has a PRIMARY KEY without its partition columns; it cannot be written yet");
        }
    }

    BucketReader bucketReader() {
        return bucketReader(options);
    }

    private BucketReader bucketReader(TableOptions rules) {
        return new BucketReader(fileReader(), shape, new MergeRules(rules.merge(), shape), rules.resolvedLevels());
    }

    DataFileReader fileReader() {
        return new DataFileReader(files.environment.files(), files.layout, partitions, files.schemas, schema, shape)
                .keeping(files.pages(cacheLimits));
    }

    private CacheLimits limits(LookupOptions lookup) {
        return new CacheLimits(
                Math.min(lookup.memoryBytes(), files.environment.memoryBytes() / CACHE_SHARE),
                lookup.rows() * (shape.rowType().size() + KeyValues.VALUES),
                lookup.diskBytes(),
                lookup.retention());
    }

    DataFileWriter.Target target(PendingFiles pending) {
        return new DataFileWriter.Target(files.environment, pending, files.layout.root(), shape, options, schema.id());
    }

    /** Writes files of this table; each is noted as pending. */
    BucketWriter bucketWriter(PendingFiles pending) {
        return bucketWriter(pending, () -> {});
    }

    /** @param checkpoint called now and then; what it throws ends the work */
    BucketWriter bucketWriter(PendingFiles pending, Runnable checkpoint) {
        return new BucketWriter(new BucketFiles(target(pending), files.layout, partitions, bucketReader(), checkpoint));
    }
}
