package io.lakelog.sql.exec;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table of INFORMATION_SCHEMA: what the catalog holds, as SQL names it.
 *
 * @param name in upper case
 */
public record InformationSchema(String name, RowType rowType) implements Relation {
    /** The schema's name, which no database needs to have. */
    public static final String NAME = "INFORMATION_SCHEMA";

    private static final String CATALOG = "lakelog";
    private static final DataType TEXT = DataType.STRING.notNull();

    private static final Map<String, RowType> TABLES = Map.of(
            "SCHEMATA",
            RowType.of(List.of("CATALOG_NAME", "SCHEMA_NAME"), List.of(TEXT, TEXT)),
            "TABLES",
            RowType.of(
                    List.of("TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME", "TABLE_TYPE", "TABLE_COMMENT"),
                    List.of(TEXT, TEXT, TEXT, TEXT, DataType.STRING)),
            "COLUMNS",
            RowType.of(
                    List.of(
                            "TABLE_CATALOG",
                            "TABLE_SCHEMA",
                            "TABLE_NAME",
                            "COLUMN_NAME",
                            "ORDINAL_POSITION",
                            "COLUMN_DEFAULT",
                            "IS_NULLABLE",
                            "DATA_TYPE",
                            "COLUMN_KEY",
                            "COLUMN_COMMENT"),
                    List.of(
                            TEXT,
                            TEXT,
                            TEXT,
                            TEXT,
                            DataType.INT.notNull(),
                            DataType.STRING,
                            TEXT,
                            TEXT,
                            DataType.INT,
                            DataType.STRING)));

    /** The table of a name, whatever its case; TABLE_NOT_FOUND naming the near match if there is none. */
    public static InformationSchema find(String name) {
        String known = name.toUpperCase(Locale.ROOT);
        RowType rowType = TABLES.get(known);
        if (rowType == null) {
            throw new LakelogException(
                    ErrorCode.TABLE_NOT_FOUND,
                    NAME + " has no table '" + name + "'" + NearMatch.hint(name, TABLES.keySet()));
        }
        return new InformationSchema(known, rowType);
    }

    @Override
    public BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint) {
        BatchBuilder builder = new BatchBuilder(rowType);
        for (List<@Nullable Object> row : rows(context.session().catalog())) {
            for (int i = 0; i < rowType.size(); i++) {
                Values.append(builder.column(i), rowType.type(i), row.get(i));
            }
        }
        return BatchSource.of(List.of(builder.build().project(columns)));
    }

    private List<List<@Nullable Object>> rows(Catalog catalog) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (String database : catalog.databases()) {
            if (name.equals("SCHEMATA")) {
                rows.add(Arrays.asList(CATALOG, database));
                continue;
            }
            for (String table : catalog.tables(database)) {
                TableSchema schema = schema(catalog, new TableName(database, table));
                if (schema == null) {
                    continue;
                }
                if (name.equals("TABLES")) {
                    rows.add(Arrays.asList(CATALOG, database, table, "BASE TABLE", schema.comment()));
                } else {
                    addColumns(database, table, schema, rows);
                }
            }
        }
        return rows;
    }

    /** A table that was dropped since it was listed is not there. */
    private static @Nullable TableSchema schema(Catalog catalog, TableName table) {
        try {
            return catalog.table(table).schema();
        } catch (LakelogException e) {
            if (e.code() == ErrorCode.TABLE_NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    private static void addColumns(
            String database, String table, TableSchema schema, List<List<@Nullable Object>> rows) {
        int position = 1;
        for (Field field : schema.rowType().fields()) {
            int key = schema.primaryKeys().indexOf(field.name());
            rows.add(Arrays.asList(
                    CATALOG,
                    database,
                    table,
                    field.name(),
                    position++,
                    field.defaultValue(),
                    field.type().nullable() ? "YES" : "NO",
                    field.type().withNullable(true).sql(),
                    key < 0 ? null : key + 1,
                    field.comment()));
        }
    }

    @Override
    public String describe() {
        return NAME + "." + name;
    }
}
