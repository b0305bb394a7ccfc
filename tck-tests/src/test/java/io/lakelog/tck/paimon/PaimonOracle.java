package io.lakelog.tck.paimon;

import io.lakelog.tck.text.TableScript;
import java.nio.file.Path;
import java.util.List;
import org.apache.paimon.catalog.Catalog;
import org.apache.paimon.catalog.CatalogContext;
import org.apache.paimon.catalog.CatalogFactory;
import org.apache.paimon.catalog.Identifier;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaChange;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.types.DataType;
import org.apache.paimon.types.DataTypeJsonParser;
import org.apache.paimon.utils.JsonSerdeUtil;

/** A warehouse directory as the published Paimon library sees it. */
public final class PaimonOracle implements AutoCloseable {
    private final Catalog catalog;

    public PaimonOracle(Path warehouse) {
        catalog = CatalogFactory.createCatalog(CatalogContext.create(new org.apache.paimon.fs.Path(warehouse.toUri())));
    }

    /** Opens a table, reading its newest schema. */
    public PaimonTable table(String database, String table) throws Exception {
        Identifier identifier = Identifier.create(database, table);
        catalog.invalidateTable(identifier);
        return new PaimonTable((FileStoreTable) catalog.getTable(identifier));
    }

    /** Creates the (still empty) table of a script, and its database if missing. */
    public PaimonTable create(String database, String table, TableScript script) throws Exception {
        catalog.createDatabase(database, true);
        Schema.Builder schema = Schema.newBuilder();
        for (var column : script.columns().entrySet()) {
            schema.column(column.getKey(), type(column.getValue()));
        }
        if (!script.primaryKeys().isEmpty()) {
            schema.primaryKey(script.primaryKeys());
        }
        schema.partitionKeys(script.partitionKeys());
        schema.options(script.options());
        catalog.createTable(Identifier.create(database, table), schema.build(), false);
        return table(database, table);
    }

    /** Alters a table. */
    public void alter(String database, String table, SchemaChange change) throws Exception {
        catalog.alterTable(Identifier.create(database, table), List.of(change), false);
    }

    /** The catalog itself, for what only a test of tests needs. */
    Catalog catalog() {
        return catalog;
    }

    /** A type from its text or JSON in a schema file. */
    static DataType type(String text) throws Exception {
        String json = text.startsWith("{") ? text : JsonSerdeUtil.OBJECT_MAPPER_INSTANCE.writeValueAsString(text);
        return DataTypeJsonParser.parseDataType(JsonSerdeUtil.OBJECT_MAPPER_INSTANCE.readTree(json));
    }

    @Override
    public void close() throws Exception {
        catalog.close();
    }
}
