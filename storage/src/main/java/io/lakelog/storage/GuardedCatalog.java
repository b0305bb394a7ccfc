package io.lakelog.storage;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.TableDefinition;
import java.util.List;
import java.util.OptionalLong;

/**
 * A catalog as one user sees it. Whatever is added to {@link Catalog} has to decide here whether it reads or writes: there
 * is no way round, since sessions have no other catalog.
 */
final class GuardedCatalog implements Catalog {
    private final Catalog catalog;
    private final Access access;

    GuardedCatalog(Catalog catalog, Access access) {
        this.catalog = catalog;
        this.access = access;
    }

    @Override
    public List<String> databases() {
        return catalog.databases().stream().filter(access::mayRead).toList();
    }

    @Override
    public String resolveDatabase(String name) {
        List<String> visible = databases();
        return WarehouseCatalog.match(name, visible)
                .orElseThrow(() -> new LakelogException(
                        ErrorCode.DATABASE_NOT_FOUND,
                        "database '" + name + "' does not exist" + NearMatch.hint(name, visible)));
    }

    @Override
    public void createDatabase(String name) {
        checkWritable(name);
        catalog.createDatabase(name);
    }

    @Override
    public void dropDatabase(String name, boolean cascade) {
        checkVisible(name);
        checkWritable(name);
        catalog.dropDatabase(name, cascade);
    }

    @Override
    public List<String> tables(String database) {
        checkVisible(database);
        return catalog.tables(database);
    }

    @Override
    public TableName resolveTable(TableName name) {
        return catalog.resolveTable(new TableName(resolveDatabase(name.database()), name.table()));
    }

    @Override
    public Table table(TableName name) {
        checkVisible(name.database());
        Table table = catalog.table(name);
        return access.mayWrite(name.database()) ? table : new ReadOnlyTable(table);
    }

    @Override
    public void createTable(TableName name, TableDefinition definition) {
        checkVisible(name.database());
        checkWritable(name.database());
        catalog.createTable(name, definition);
    }

    @Override
    public void dropTable(TableName name) {
        checkVisible(name.database());
        checkWritable(name.database());
        catalog.dropTable(name);
    }

    @Override
    public void alterTable(TableName name, List<SchemaChange> changes) {
        checkVisible(name.database());
        checkWritable(name.database());
        catalog.alterTable(name, changes);
    }

    @Override
    public TableName renameTable(TableName name, String newName) {
        checkVisible(name.database());
        checkWritable(name.database());
        return catalog.renameTable(name, newName);
    }

    /** Whether the tables may be written was decided when the writes were begun. */
    @Override
    public List<OptionalLong> commit(List<TableWrite> writes) {
        return catalog.commit(writes);
    }

    private void checkVisible(String database) {
        if (!access.mayRead(database)) {
            throw new LakelogException(
                    ErrorCode.DATABASE_NOT_FOUND,
                    "database '" + database + "' does not exist" + NearMatch.hint(database, databases()));
        }
    }

    private void checkWritable(String database) {
        if (!access.mayWrite(database)) {
            throw forbidden(database);
        }
    }

    static LakelogException forbidden(String database) {
        return new LakelogException(
                ErrorCode.FORBIDDEN, "this user may not write to database '" + database + "': it needs read-write");
    }

    /** The catalog behind is not this user's to close. */
    @Override
    public void close() {}
}
