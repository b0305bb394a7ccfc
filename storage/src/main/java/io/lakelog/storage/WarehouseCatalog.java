package io.lakelog.storage;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.SchemaRules;
import io.lakelog.storage.schema.SchemaStore;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** A catalog that is nothing but directories: {@code <warehouse>/<database>.db/<table>}. */
final class WarehouseCatalog implements Catalog {
    private static final String DATABASE_SUFFIX = ".db";

    private final Environment environment;
    private final FileSystem files;
    private final String warehouse;
    private final String commitUser;
    private final Map<TableName, TableFiles> tables = new ConcurrentHashMap<>();
    private final Alarm alarm = new Alarm();
    private final CompactionThreads compactions;

    WarehouseCatalog(Environment environment, String warehouse) {
        this.warehouse = warehouse.endsWith("/") && warehouse.length() > 1
                ? warehouse.substring(0, warehouse.length() - 1)
                : warehouse;
        this.environment = environment.within(this.warehouse);
        this.files = this.environment.files();
        this.compactions = new CompactionThreads(environment.backgroundThreads());
        this.commitUser = "lakelog-" + environment.uniqueNames().get();
    }

    @Override
    public List<String> databases() {
        TreeSet<String> names = new TreeSet<>();
        names.add(DEFAULT_DATABASE);
        for (FileSystem.Entry entry : list(warehouse)) {
            if (entry.directory() && entry.name().endsWith(DATABASE_SUFFIX)) {
                names.add(entry.name().substring(0, entry.name().length() - DATABASE_SUFFIX.length()));
            }
        }
        return List.copyOf(names);
    }

    @Override
    public String resolveDatabase(String name) {
        List<String> known = databases();
        return match(name, known)
                .orElseThrow(() -> new LakelogException(
                        ErrorCode.DATABASE_NOT_FOUND,
                        "database '" + name + "' does not exist" + NearMatch.hint(name, known)));
    }

    @Override
    public void createDatabase(String name) {
        checkName("database", name);
        if (match(name, databases()).isPresent()) {
            throw new LakelogException(ErrorCode.ALREADY_EXISTS, "database '" + name + "' exists already");
        }
        try {
            files.createDirectories(databaseDirectory(name));
        } catch (IOException e) {
            throw failed("create database '" + name + "'", e);
        }
    }

    @Override
    public void dropDatabase(String name, boolean cascade) {
        List<String> present = tables(name);
        if (!present.isEmpty() && !cascade) {
            throw new LakelogException(
                    ErrorCode.DATABASE_NOT_EMPTY,
                    "database '" + name + "' still has " + present.size() + (present.size() == 1 ? " table" : " tables")
                            + "; drop them first or say CASCADE");
        }
        present.forEach(table -> dropTable(new TableName(name, table)));
        try {
            files.deleteRecursively(databaseDirectory(name));
        } catch (IOException e) {
            throw failed("drop database '" + name + "'", e);
        }
    }

    @Override
    public List<String> tables(String database) {
        if (!databases().contains(database)) {
            throw new LakelogException(ErrorCode.DATABASE_NOT_FOUND, "database '" + database + "' does not exist");
        }
        TreeSet<String> names = new TreeSet<>();
        for (FileSystem.Entry entry : list(databaseDirectory(database))) {
            if (entry.directory()
                    && !list(databaseDirectory(database) + "/" + entry.name() + "/schema")
                            .isEmpty()) {
                names.add(entry.name());
            }
        }
        return List.copyOf(names);
    }

    @Override
    public TableName resolveTable(TableName name) {
        String database = resolveDatabase(name.database());
        List<String> known = tables(database);
        String wanted = name.withoutBranch();
        String table = match(wanted, known).orElseThrow(() -> notFound(new TableName(database, wanted), known));
        return new TableName(database, table + name.table().substring(wanted.length()));
    }

    @Override
    public Table table(TableName name) {
        return open(name);
    }

    private LakeTable open(TableName name) {
        checkName("table", name.withoutBranch());
        name.branch().ifPresent(branch -> checkName("branch", branch));
        TableSchema schema = schemas(name).latest().orElseThrow(() -> notFound(name, tables(name.database())));
        return new LakeTable(name, files(name, schema), schema, commitUser);
    }

    @Override
    public void createTable(TableName name, TableDefinition definition) {
        checkName("table", name.table());
        TableSchema schema = SchemaRules.create(definition, environment.clock().millis());
        checkNothingLeft(name);
        if (match(name.table(), tables(name.database())).isPresent() || !create(name, schema)) {
            throw new LakelogException(ErrorCode.ALREADY_EXISTS, "table " + name + " exists already");
        }
    }

    private boolean create(TableName name, TableSchema schema) {
        try {
            files.createDirectories(layout(name).root());
        } catch (IOException e) {
            throw failed("create table " + name, e);
        }
        return schemas(name).create(schema);
    }

    /** Snapshots without a schema would become those of the new table: a writer that did not see the drop may leave some. */
    private void checkNothingLeft(TableName name) {
        TableLayout layout = layout(name);
        if (!list(layout.snapshotDirectory()).isEmpty()
                && list(layout.schemaDirectory()).isEmpty()) {
            throw new LakelogException(
                    ErrorCode.ALREADY_EXISTS,
                    "directory " + layout.root() + " holds snapshots without a schema, the rest of a dropped or damaged"
                            + " table; move it away first");
        }
    }

    @Override
    public List<OptionalLong> commit(List<TableWrite> writes) {
        return WriteCommits.commit(
                writes.stream().map(write -> (PublishedWrite) write).toList());
    }

    @Override
    public void alterTable(TableName name, List<SchemaChange> changes) {
        new TableAlteration(() -> open(name)).apply(changes);
    }

    @Override
    public TableName renameTable(TableName name, String newName) {
        checkName("table", newName);
        TableName renamed = new TableName(name.database(), newName);
        List<String> known = tables(name.database());
        if (!known.contains(name.table())) {
            throw notFound(name, known);
        }
        if (name.equals(renamed)) {
            return renamed;
        }
        stopCompaction(name);
        boolean taken = match(newName, known)
                .filter(table -> !table.equals(name.table()))
                .isPresent();
        try {
            if (taken
                    || !files.renameDirectory(
                            layout(name).root(), layout(renamed).root())) {
                throw new LakelogException(ErrorCode.ALREADY_EXISTS, "table " + renamed + " exists already");
            }
        } catch (UnsupportedOperationException e) {
            throw LakelogException.unsupported("renaming tables is not supported in " + warehouse
                    + ", where a directory cannot be renamed at once; CREATE TABLE ... AS SELECT makes a copy");
        } catch (IOException e) {
            throw failed("rename table " + name, e);
        } finally {
            forget(name);
        }
        return renamed;
    }

    @Override
    public void dropTable(TableName name) {
        if (!tables(name.database()).contains(name.table())) {
            throw notFound(name, tables(name.database()));
        }
        stopCompaction(name);
        try {
            // Without a schema there is no table: it is gone at once for everyone, however long the rest takes.
            files.deleteRecursively(layout(name).schemaDirectory());
            files.deleteRecursively(layout(name).root());
        } catch (IOException e) {
            throw failed("drop table " + name, e);
        } finally {
            forget(name);
        }
    }

    private void forget(TableName name) {
        TableFiles known = tables.remove(name);
        if (known != null) {
            known.close();
        }
    }

    /** So that nothing appears where the table has been. */
    private void stopCompaction(TableName name) {
        TableFiles known = tables.get(name);
        if (known != null) {
            known.compaction.stop();
        }
    }

    @Override
    public void close() {
        alarm.close();
        compactions.close();
        tables.values().forEach(TableFiles::close);
    }

    private TableLayout layout(TableName name) {
        TableLayout layout = new TableLayout(databaseDirectory(name.database()) + "/" + name.withoutBranch());
        return name.branch().map(layout::branch).orElse(layout);
    }

    private SchemaStore schemas(TableName name) {
        return new SchemaStore(files, layout(name));
    }

    /** What is shared by name is made anew when the table is another: partition columns never change in one. */
    private TableFiles files(TableName name, TableSchema schema) {
        List<DataType> partitionTypes = schema.partitionKeys().stream()
                .map(key -> schema.rowType().type(schema.rowType().indexOf(key)))
                .toList();
        return tables.compute(
                name,
                (n, known) -> known != null && known.partitionTypes.equals(partitionTypes)
                        ? known
                        : new TableFiles(environment, alarm, compactions, layout(n), partitionTypes));
    }

    private String databaseDirectory(String database) {
        return warehouse + "/" + database + DATABASE_SUFFIX;
    }

    private List<FileSystem.Entry> list(String directory) {
        try {
            return files.list(directory);
        } catch (IOException e) {
            throw failed("list " + directory, e);
        }
    }

    /** An exact match first, then one without regard to case. */
    static Optional<String> match(String wanted, List<String> known) {
        return known.contains(wanted)
                ? Optional.of(wanted)
                : known.stream().filter(wanted::equalsIgnoreCase).findFirst();
    }

    /** Names become directories: nothing in them may lead elsewhere. */
    private static void checkName(String what, String name) {
        boolean bad = name.isBlank()
                || name.startsWith(".")
                || name.length() > 200
                || name.chars().anyMatch(c -> c < ' ' || "/\\:*?\"<>|$".indexOf(c) >= 0);
        if (bad) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    what + " name '" + name + "' cannot be used: it may not be blank, begin with a dot, be longer than"
                            + " 200 characters, or hold any of / \\ : * ? \" < > | $");
        }
    }

    private static LakelogException notFound(TableName name, List<String> known) {
        return new LakelogException(
                ErrorCode.TABLE_NOT_FOUND, "table " + name + " does not exist" + NearMatch.hint(name.table(), known));
    }

    private static LakelogException failed(String what, IOException cause) {
        return new LakelogException(ErrorCode.IO, "cannot " + what + ": " + cause.getMessage(), cause);
    }
}
