package io.lakelog.jdbc.metadata;

import static java.util.Comparator.comparing;

import io.lakelog.jdbc.convert.JdbcType;
import io.lakelog.sql.ResultColumn;
import io.lakelog.sql.SqlFeatures;
import io.lakelog.sql.StatementResult;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers the questions from the catalog. Thread-safe. */
public final class MetadataQueries {
    /** The one catalog. */
    public static final String CATALOG = "lakelog";

    private static final String TABLE = "TABLE";
    private static final String SYSTEM_TABLE = "SYSTEM TABLE";
    private static final String VIEW = "VIEW";
    private static final String KEY_NAME = "PRIMARY";

    private final Catalog catalog;
    private final Function<String, List<ResultColumn>> describe;

    /** @param describe tells the columns of a query without running it */
    public MetadataQueries(Catalog catalog, Function<String, List<ResultColumn>> describe) {
        this.catalog = catalog;
        this.describe = describe;
    }

    /** The rows, in the order that the JDBC specification wants. */
    public StatementResult.Rows answer(MetadataRequest request) {
        RowsBuilder rows = new RowsBuilder(request.kind());
        switch (request.kind()) {
            case CATALOGS -> rows.add(CATALOG);
            case SCHEMAS -> schemas(request, rows);
            case TABLE_TYPES -> {
                rows.add(SYSTEM_TABLE);
                rows.add(TABLE);
                rows.add(VIEW);
            }
            case TABLES -> tables(request, rows);
            case COLUMNS -> columns(request, rows);
            case PRIMARY_KEYS -> primaryKeys(request, rows);
            case INDEX_INFO -> indexInfo(request, rows);
            case BEST_ROW_IDENTIFIER -> bestRowIdentifier(request, rows);
            case TYPE_INFO -> TypeInfo.addAll(rows);
            case PROCEDURES -> ProcedureRows.procedures(request, rows);
            case PROCEDURE_COLUMNS -> ProcedureRows.columns(request, rows);
            case FUNCTIONS -> FunctionRows.functions(request, rows);
            case FUNCTION_COLUMNS -> FunctionRows.columns(request, rows);
            case VERSION_COLUMNS,
                    FOREIGN_KEYS,
                    COLUMN_PRIVILEGES,
                    TABLE_PRIVILEGES,
                    UDTS,
                    SUPER_TYPES,
                    SUPER_TABLES,
                    ATTRIBUTES,
                    CLIENT_INFO_PROPERTIES,
                    PSEUDO_COLUMNS -> {
                // There are no such things here.
            }
        }
        return rows.build();
    }

    private void schemas(MetadataRequest request, RowsBuilder rows) {
        for (String database : databases(request.argument(0), request.argument(1))) {
            rows.add(database, CATALOG);
        }
    }

    private List<String> databases(@Nullable String catalogName, @Nullable String pattern) {
        if (catalogName != null && !catalogName.equalsIgnoreCase(CATALOG)) {
            return List.of();
        }
        LikePattern like = new LikePattern(pattern);
        return catalog.databases().stream().filter(like::matches).toList();
    }

    private void tables(MetadataRequest request, RowsBuilder rows) {
        List<ListedTable> found = listedTables(request);
        List<String> types = request.types();
        found.sort(comparing(ListedTable::type)
                .thenComparing(table -> table.name().database())
                .thenComparing(table -> table.name().table()));
        for (ListedTable table : found) {
            if (types == null || types.contains(table.type())) {
                TableName name = table.name();
                rows.add(
                        CATALOG,
                        name.database(),
                        name.table(),
                        table.type(),
                        table.type().equals(TABLE) ? remarks(name) : null,
                        null,
                        null,
                        null,
                        null,
                        null);
            }
        }
    }

    private List<ListedTable> listedTables(MetadataRequest request) {
        LikePattern like = new LikePattern(request.argument(2));
        List<ListedTable> found = new ArrayList<>();
        for (String database : databases(request.argument(0), request.argument(1))) {
            for (String table : catalog.tables(database)) {
                if (like.matches(table)) {
                    found.add(new ListedTable(new TableName(database, table), TABLE));
                }
                for (String suffix : SqlFeatures.systemTables()) {
                    String name = table + "$" + suffix;
                    if (like.matches(name)) {
                        found.add(new ListedTable(new TableName(database, name), SYSTEM_TABLE));
                    }
                }
            }
        }
        return found;
    }

    private @Nullable String remarks(TableName name) {
        return schemaOf(name).map(TableSchema::comment).orElse(null);
    }

    /** The schema of a table, or empty if the table has been dropped since it was listed. */
    private Optional<TableSchema> schemaOf(TableName name) {
        try {
            return Optional.of(catalog.table(name).schema());
        } catch (LakelogException e) {
            if (e.code() == ErrorCode.TABLE_NOT_FOUND || e.code() == ErrorCode.DATABASE_NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private void columns(MetadataRequest request, RowsBuilder rows) {
        LikePattern like = new LikePattern(request.argument(3));
        List<ListedTable> found = listedTables(request);
        found.sort(comparing((ListedTable table) -> table.name().database())
                .thenComparing(table -> table.name().table()));
        Map<String, List<Field>> fixed = new HashMap<>();
        for (ListedTable table : found) {
            String suffix = table.name().table().substring(table.name().table().lastIndexOf('$') + 1);
            List<Field> fields = table.type().equals(SYSTEM_TABLE) && SqlFeatures.hasFixedColumns(suffix)
                    ? fixed.computeIfAbsent(suffix, key -> fields(table))
                    : fields(table);
            for (int i = 0; i < fields.size(); i++) {
                if (like.matches(fields.get(i).name())) {
                    addColumn(rows, table.name(), fields.get(i), i + 1);
                }
            }
        }
    }

    private List<Field> fields(ListedTable table) {
        if (table.type().equals(TABLE)) {
            return schemaOf(table.name())
                    .map(TableSchema::rowType)
                    .map(RowType::fields)
                    .orElse(List.of());
        }
        List<ResultColumn> described = describe.apply("SELECT * FROM " + quoted(table.name()));
        List<Field> fields = new ArrayList<>(described.size());
        for (ResultColumn column : described) {
            fields.add(new Field(fields.size(), column.label(), column.type()));
        }
        return fields;
    }

    private static String quoted(TableName name) {
        return quoted(name.database()) + "." + quoted(name.table());
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static void addColumn(RowsBuilder rows, TableName table, Field field, int ordinal) {
        DataType type = field.type();
        JdbcType jdbc = JdbcType.of(type);
        boolean exact = jdbc.id() != Types.REAL && jdbc.id() != Types.DOUBLE;
        rows.add(
                CATALOG,
                table.database(),
                table.table(),
                field.name(),
                jdbc.id(),
                jdbc.name(),
                jdbc.precision(),
                null,
                hasDigits(jdbc) && exact ? jdbc.scale() : null,
                jdbc.isNumber() ? 10 : null,
                type.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
                field.comment(),
                field.defaultValue(),
                null,
                null,
                jdbc.octets(),
                ordinal,
                type.nullable() ? "YES" : "NO",
                null,
                null,
                null,
                null,
                "NO",
                "NO");
    }

    private static boolean hasDigits(JdbcType type) {
        return type.isNumber()
                || type.id() == Types.TIME
                || type.id() == Types.TIMESTAMP
                || type.id() == Types.TIMESTAMP_WITH_TIMEZONE;
    }

    /**
     * The table that three exact names mean, with its schema; none if there is no such table. Tools that want all keys of a
     * schema at once ask for the table {@code %}.
     */
    private List<NamedSchema> named(MetadataRequest request) {
        String table = request.argument(2);
        if (table == null || !table.equals("%")) {
            return table(request).stream().toList();
        }
        List<NamedSchema> all = new ArrayList<>();
        for (String database : databases(request.argument(0), request.argument(1))) {
            for (String name : catalog.tables(database).stream().sorted().toList()) {
                TableName listed = new TableName(database, name);
                schemaOf(listed).ifPresent(schema -> all.add(new NamedSchema(listed, schema)));
            }
        }
        return all;
    }

    private Optional<NamedSchema> table(MetadataRequest request) {
        String catalogName = request.argument(0);
        String table = request.argument(2);
        if (table == null || (catalogName != null && !catalogName.equalsIgnoreCase(CATALOG))) {
            return Optional.empty();
        }
        String database = request.argument(1);
        for (String candidate : database == null ? catalog.databases() : List.of(database)) {
            try {
                TableName name = catalog.resolveTable(new TableName(candidate, table));
                return schemaOf(name).map(schema -> new NamedSchema(name, schema));
            } catch (LakelogException e) {
                if (e.code() != ErrorCode.TABLE_NOT_FOUND && e.code() != ErrorCode.DATABASE_NOT_FOUND) {
                    throw e;
                }
            }
        }
        return Optional.empty();
    }

    private void primaryKeys(MetadataRequest request, RowsBuilder rows) {
        for (NamedSchema table : named(request)) {
            List<String> keys = table.schema().primaryKeys();
            TableName name = table.name();
            for (String key : keys.stream().sorted().toList()) {
                rows.add(CATALOG, name.database(), name.table(), key, keys.indexOf(key) + 1, KEY_NAME);
            }
        }
    }

    private void indexInfo(MetadataRequest request, RowsBuilder rows) {
        for (NamedSchema table : named(request)) {
            List<String> keys = table.schema().primaryKeys();
            TableName name = table.name();
            for (int i = 0; i < keys.size(); i++) {
                rows.add(
                        CATALOG,
                        name.database(),
                        name.table(),
                        false,
                        null,
                        KEY_NAME,
                        DatabaseMetaData.tableIndexOther,
                        i + 1,
                        keys.get(i),
                        "A",
                        0L,
                        0L,
                        null);
            }
        }
    }

    private void bestRowIdentifier(MetadataRequest request, RowsBuilder rows) {
        Optional<NamedSchema> table = table(request);
        if (table.isPresent()) {
            RowType type = table.get().schema().rowType();
            for (String key : table.get().schema().primaryKeys()) {
                JdbcType jdbc = JdbcType.of(type.type(type.indexOf(key)));
                rows.add(
                        DatabaseMetaData.bestRowSession,
                        key,
                        jdbc.id(),
                        jdbc.name(),
                        jdbc.precision(),
                        null,
                        jdbc.scale(),
                        DatabaseMetaData.bestRowNotPseudo);
            }
        }
    }

    private record ListedTable(TableName name, String type) {}

    private record NamedSchema(TableName name, TableSchema schema) {}
}
