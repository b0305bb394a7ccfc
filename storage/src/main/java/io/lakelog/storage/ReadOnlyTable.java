package io.lakelog.storage;

import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.TableSchema;
import java.util.List;
import java.util.OptionalLong;

/**
 * A table as a user sees it who may read it only. Whatever writes is refused with FORBIDDEN. All methods stand here, none is
 * inherited: one that is added to {@link Table} has to decide here whether it reads or writes.
 */
final class ReadOnlyTable implements Table {
    private final Table table;

    ReadOnlyTable(Table table) {
        this.table = table;
    }

    @Override
    public TableName name() {
        return table.name();
    }

    @Override
    public TableSchema schema() {
        return table.schema();
    }

    @Override
    public OptionalLong latestSnapshotId() {
        return table.latestSnapshotId();
    }

    @Override
    public TableSchema schemaAt(long snapshotId) {
        return table.schemaAt(snapshotId);
    }

    @Override
    public Table asOf(long snapshotId) {
        return new ReadOnlyTable(table.asOf(snapshotId));
    }

    @Override
    public List<SnapshotInfo> snapshots() {
        return table.snapshots();
    }

    @Override
    public BatchSource scan(ScanRequest request) {
        return table.scan(request);
    }

    @Override
    public BatchSource find(KeyRequest request) {
        return table.find(request);
    }

    @Override
    public ScanExtent extent(ScanRequest request) {
        return table.extent(request);
    }

    @Override
    public BatchSource scanWithRowIds(ScanRequest request) {
        return table.scanWithRowIds(request);
    }

    @Override
    public BatchSource changes(ChangesRequest request) {
        return table.changes(request);
    }

    @Override
    public boolean awaitsCompaction(OptionalLong snapshotId) {
        return table.awaitsCompaction(snapshotId);
    }

    @Override
    public long tagSnapshot(String tag) {
        return table.tagSnapshot(tag);
    }

    @Override
    public BatchSource scanCompacted(ScanRequest request) {
        return table.scanCompacted(request);
    }

    @Override
    public TableInspection inspect() {
        return table.inspect();
    }

    @Override
    public TableMaintenance maintenance() {
        throw GuardedCatalog.forbidden(name().database());
    }

    @Override
    public OptionalLong compact() {
        throw GuardedCatalog.forbidden(name().database());
    }

    @Override
    public TableWrite newOverwrite(Overwrite what) {
        throw GuardedCatalog.forbidden(name().database());
    }

    @Override
    public TableWrite newWrite(OptionalLong dependsOn) {
        throw GuardedCatalog.forbidden(name().database());
    }
}
