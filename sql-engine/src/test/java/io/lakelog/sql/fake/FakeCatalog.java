package io.lakelog.sql.fake;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A catalog in memory. */
public final class FakeCatalog implements Catalog {
    private final Clock clock;
    private final Map<String, Map<String, FakeTable>> databases = new TreeMap<>();

    public FakeCatalog(Clock clock) {
        this.clock = clock;
        databases.put(DEFAULT_DATABASE, new TreeMap<>());
    }

    @Override
    public List<String> databases() {
        return List.copyOf(databases.keySet());
    }

    @Override
    public String resolveDatabase(String name) {
        return resolve(
                name, databases.keySet(), ErrorCode.DATABASE_NOT_FOUND, "database '" + name + "' does not exist");
    }

    private static String resolve(String name, Collection<String> known, ErrorCode code, String message) {
        if (known.contains(name)) {
            return name;
        }
        return known.stream()
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() -> new LakelogException(code, message + NearMatch.hint(name, known)));
    }

    @Override
    public void createDatabase(String name) {
        if (databases.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
            throw new LakelogException(ErrorCode.ALREADY_EXISTS, "database '" + name + "' exists");
        }
        databases.put(name, new TreeMap<>());
    }

    @Override
    public void dropDatabase(String name, boolean cascade) {
        if (!tables(name).isEmpty() && !cascade) {
            throw new LakelogException(ErrorCode.DATABASE_NOT_EMPTY, "database '" + name + "' is not empty");
        }
        databases.remove(name);
    }

    @Override
    public List<String> tables(String database) {
        return List.copyOf(tablesOf(database).keySet());
    }

    private Map<String, FakeTable> tablesOf(String database) {
        Map<String, FakeTable> tables = databases.get(database);
        if (tables == null) {
            throw new LakelogException(ErrorCode.DATABASE_NOT_FOUND, "database '" + database + "' does not exist");
        }
        return tables;
    }

    @Override
    public TableName resolveTable(TableName name) {
        String database = resolveDatabase(name.database());
        String table = resolve(
                name.table(),
                tablesOf(database).keySet(),
                ErrorCode.TABLE_NOT_FOUND,
                "table '" + name + "' does not exist");
        return new TableName(database, table);
    }

    @Override
    public Table table(TableName name) {
        FakeTable table = tablesOf(name.database()).get(name.table());
        if (table == null) {
            throw new LakelogException(ErrorCode.TABLE_NOT_FOUND, "table '" + name + "' does not exist");
        }
        return table;
    }

    @Override
    public void createTable(TableName name, TableDefinition definition) {
        Map<String, FakeTable> tables = tablesOf(name.database());
        if (tables.keySet().stream().anyMatch(name.table()::equalsIgnoreCase)) {
            throw new LakelogException(ErrorCode.ALREADY_EXISTS, "table '" + name + "' exists");
        }
        List<Field> fields = new ArrayList<>();
        for (Field field : definition.columns().fields()) {
            boolean key = definition.primaryKeys().contains(field.name());
            fields.add(key ? field.withType(field.type().notNull()) : field);
        }
        for (String key : definition.primaryKeys()) {
            if (definition.columns().indexOf(key) < 0) {
                throw new LakelogException(ErrorCode.COLUMN_NOT_FOUND, "key column '" + key + "' does not exist");
            }
        }
        Map<String, String> options = new HashMap<>(definition.options());
        options.putIfAbsent("bucket", "1");
        TableSchema schema = new TableSchema(
                0,
                new RowType(fields),
                fields.size() - 1,
                definition.partitionKeys(),
                definition.primaryKeys(),
                options,
                definition.comment(),
                clock.millis());
        tables.put(name.table(), new FakeTable(name, schema, clock));
    }

    @Override
    public void dropTable(TableName name) {
        table(name);
        tablesOf(name.database()).remove(name.table());
    }
}
