package io.lakelog.sql.plan;

import io.lakelog.sql.exec.Session;
import io.lakelog.sql.exec.SystemTables;
import io.lakelog.sql.exec.TableRows;
import io.lakelog.sql.exec.TableState;
import io.lakelog.sql.exec.TaggedState;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables that one statement names: each is opened once, so that all of the statement sees one schema of it. */
final class StatementCatalog {
    private final Session session;
    private final Map<TableName, Table> opened = new LinkedHashMap<>();
    private final Map<String, LakelogTable> versions = new LinkedHashMap<>();

    StatementCatalog(Session session) {
        this.session = session;
    }

    Session session() {
        return session;
    }

    Catalog catalog() {
        return session.catalog();
    }

    /** Opens the table a name means. */
    Table open(@Nullable String database, String table) {
        return opened.computeIfAbsent(session.resolve(database, table), catalog()::table);
    }

    /** The schemas that the statement was planned with. */
    Map<TableName, TableSchema> schemas() {
        Map<TableName, TableSchema> schemas = new LinkedHashMap<>();
        opened.forEach((name, table) -> schemas.put(name, table.schema()));
        return schemas;
    }

    /** The names of all columns of the tables seen so far, for "did you mean". */
    List<String> columnNames() {
        List<String> names = new ArrayList<>();
        opened.values().forEach(table -> names.addAll(table.schema().rowType().names()));
        return names;
    }

    /** What a name in FROM means: a table, a system table of one, or a version registered before. */
    LakelogTable find(@Nullable String database, String name) {
        LakelogTable version = versions.get(name);
        if (version != null) {
            return version;
        }
        int dollar = name.indexOf('$', TableName.branchEnd(name));
        if (dollar > 0) {
            Table about = open(database, name.substring(0, dollar));
            return new LakelogTable(
                    about.name(), SystemTables.of(about.name(), about.schema().rowType(), name.substring(dollar + 1)));
        }
        Table table = open(database, name);
        return new LakelogTable(
                table.name(), new TableState(table.name(), table.schema().rowType(), null));
    }

    /** Registers what a name in FROM means. */
    void register(String name, LakelogTable table) {
        versions.put(name, table);
    }

    /** Registers a table's state at a tag, as for a snapshot. */
    String registerTag(Table table, String tag) {
        String name = table.name() + " AS OF '" + tag + "'";
        RowType rowType = table.schemaAt(table.tagSnapshot(tag)).rowType();
        versions.put(name, new LakelogTable(table.name(), new TaggedState(table.name(), rowType, tag)));
        return name;
    }

    /**
     * Registers the rows of a table without a key, with their numbers in one more column.
     *
     * @return the name under which this statement finds them; it cannot clash with a table's
     */
    String registerRows(Table table) {
        String name = table.name() + " ROWS";
        RowType columns = table.schema().rowType();
        List<String> names = new ArrayList<>(columns.names());
        List<DataType> types = new ArrayList<>();
        columns.fields().forEach(field -> types.add(field.type()));
        names.add(name);
        types.add(DataType.BIGINT.notNull());
        versions.put(name, new LakelogTable(table.name(), new TableRows(table.name(), RowType.of(names, types))));
        return name;
    }

    /**
     * Registers a table's state at a snapshot.
     *
     * @return the name under which this statement finds it; it cannot clash with a table's
     */
    String registerVersion(Table table, long snapshotId) {
        String name = table.name() + " AS OF " + snapshotId;
        versions.put(
                name,
                new LakelogTable(
                        table.name(),
                        new TableState(table.name(), table.schemaAt(snapshotId).rowType(), snapshotId)));
        return name;
    }
}
