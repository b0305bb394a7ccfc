package io.lakelog.sql.partition;

import io.lakelog.storage.ChangesRequest;
import io.lakelog.storage.KeyRequest;
import io.lakelog.storage.Overwrite;
import io.lakelog.storage.ScanExtent;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.SnapshotInfo;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableInspection;
import io.lakelog.storage.TableMaintenance;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.schema.SpanningKey;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A table as it was declared: if it is partitioned by an expression without its last column, which is hidden; with no
 * partition columns in a key that spans partitions. Positions of columns are those on disk. All methods stand here, none is
 * inherited: one that is added to {@link Table} has to decide here whether the hidden column shows. Thread-safe.
 */
final class ExpressionTable implements Table {
    private final Table table;
    private final ExpressionTables expressions;
    private final TableSchema declared;

    ExpressionTable(Table table, ExpressionTables expressions) {
        this.table = table;
        this.expressions = expressions;
        this.declared = declared(table.schema());
    }

    private static TableSchema declared(TableSchema stored) {
        if (!ExpressionTables.isPartitioned(stored)) {
            return new TableSchema(
                    stored.id(),
                    stored.rowType(),
                    stored.highestFieldId(),
                    stored.partitionKeys(),
                    stored.primaryKeys().stream()
                            .filter(name -> !stored.partitionKeys().contains(name))
                            .toList(),
                    stored.options(),
                    stored.comment(),
                    stored.timeMillis());
        }
        int hidden = stored.rowType().size() - 1;
        String name = stored.rowType().field(hidden).name();
        return new TableSchema(
                stored.id(),
                new RowType(stored.rowType().fields().subList(0, hidden)),
                stored.highestFieldId(),
                without(stored.partitionKeys(), name),
                without(stored.primaryKeys(), name),
                stored.options(),
                stored.comment(),
                stored.timeMillis());
    }

    private static List<String> without(List<String> names, String hidden) {
        return names.stream().filter(name -> !name.equals(hidden)).toList();
    }

    /** Whether the partition comes from an expression, rather than from columns that everybody sees. */
    boolean isDerived() {
        return ExpressionTables.isPartitioned(declared);
    }

    /** Where rows lie. */
    PartitionExpression expression() {
        return expressions.expression(
                Objects.requireNonNull(declared.options().get(SpanningKey.EXPRESSION)), declared.rowType());
    }

    ScanRequest narrowed(ScanRequest request) {
        return request.filter() == null || !isDerived()
                ? request
                : new ScanRequest(
                        request.columns(),
                        new PartitionConditions(expression(), declared.rowType()).addTo(request.filter()),
                        request.snapshotId());
    }

    @Override
    public TableName name() {
        return table.name();
    }

    @Override
    public TableSchema schema() {
        return declared;
    }

    @Override
    public OptionalLong latestSnapshotId() {
        return table.latestSnapshotId();
    }

    @Override
    public TableSchema schemaAt(long snapshotId) {
        return declared(table.schemaAt(snapshotId));
    }

    @Override
    public Table asOf(long snapshotId) {
        return new ExpressionTable(table.asOf(snapshotId), expressions);
    }

    @Override
    public List<SnapshotInfo> snapshots() {
        return table.snapshots();
    }

    @Override
    public BatchSource scan(ScanRequest request) {
        return table.scan(narrowed(request));
    }

    @Override
    public BatchSource find(KeyRequest request) {
        return table.find(onDisk(request));
    }

    @Override
    public ScanExtent extent(ScanRequest request) {
        return table.extent(narrowed(request));
    }

    KeyRequest onDisk(KeyRequest request) {
        return new KeyRequest(onDisk(request.keys()), request.columns(), request.snapshotId());
    }

    /** Keys as storage wants them: with the partition, unless the key spans partitions. */
    Batch onDisk(Batch keys) {
        if (SpanningKey.isIn(declared.options())) {
            return keys;
        }
        PartitionExpression expression = expression();
        String source = declared.rowType().field(expression.source()).name();
        List<Column> columns = new ArrayList<>(keys.columns());
        columns.add(expression.texts(keys.column(declared.primaryKeys().indexOf(source))));
        return new Batch(keys.size(), columns);
    }

    @Override
    public BatchSource scanWithRowIds(ScanRequest request) {
        return table.scanWithRowIds(narrowed(request));
    }

    @Override
    public BatchSource scanCompacted(ScanRequest request) {
        return table.scanCompacted(narrowed(request));
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
    public OptionalLong compact() {
        return table.compact();
    }

    @Override
    public long tagSnapshot(String tag) {
        return table.tagSnapshot(tag);
    }

    @Override
    public TableInspection inspect() {
        return table.inspect();
    }

    @Override
    public TableMaintenance maintenance() {
        return table.maintenance();
    }

    @Override
    public TableWrite newWrite(OptionalLong dependsOn) {
        return new ExpressionWrite(table.newWrite(dependsOn), this);
    }

    @Override
    public TableWrite newOverwrite(Overwrite what) {
        return new ExpressionWrite(table.newOverwrite(what), this);
    }
}
