package io.lakelog.sql.partition;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.SpanningKey;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A catalog in which tables look as they were declared whose keys span partitions, or which are partitioned by an
 * expression. On disk the partition columns are part of the primary key; an expression is an option, and its value one more
 * column, the last one, which is the partition key.
 */
public final class ExpressionTables implements Catalog {
    private static final String HIDDEN_NAME = "_partition";

    /** More compiled expressions than this are forgotten. */
    private static final int COMPILED_MAX = 1000;

    private final Catalog catalog;
    private final PartitionExpression.Compiler compiler;
    private final Map<Source, PartitionExpression> compiled = new ConcurrentHashMap<>();

    private record Source(String text, RowType columns) {}

    public ExpressionTables(Catalog catalog, PartitionExpression.Compiler compiler) {
        this.catalog = catalog;
        this.compiler = compiler;
    }

    /** The expression by which a table of the visible columns is partitioned. */
    PartitionExpression expression(String text, RowType columns) {
        if (compiled.size() > COMPILED_MAX) {
            compiled.clear();
        }
        return compiled.computeIfAbsent(new Source(text, columns), source -> compiler.compile(text, columns));
    }

    @Override
    public Table table(TableName name) {
        Table table = catalog.table(name);
        TableSchema schema = table.schema();
        return isPartitioned(schema) || SpanningKey.isIn(schema.options()) ? new ExpressionTable(table, this) : table;
    }

    static boolean isPartitioned(TableSchema schema) {
        return schema.options().containsKey(SpanningKey.EXPRESSION);
    }

    @Override
    public void createTable(TableName name, TableDefinition definition) {
        String text = definition.options().get(SpanningKey.EXPRESSION);
        catalog.createTable(name, text == null ? withPartitionInKey(definition) : withHiddenColumn(text, definition));
    }

    /** A key that names no partition column identifies a row over all partitions; on disk it has to name them. */
    private static TableDefinition withPartitionInKey(TableDefinition definition) {
        List<String> key = onDisk(definition.primaryKeys(), definition.columns());
        List<String> partition = onDisk(definition.partitionKeys(), definition.columns());
        Map<String, String> options = new TreeMap<>(definition.options());
        options.remove(SpanningKey.OPTION);
        boolean spans = !key.isEmpty() && !partition.isEmpty() && key.stream().noneMatch(partition::contains);
        if (!spans) {
            return new TableDefinition(
                    definition.columns(),
                    definition.primaryKeys(),
                    definition.partitionKeys(),
                    options,
                    definition.comment());
        }
        List<String> primaryKeys = new ArrayList<>(key);
        primaryKeys.addAll(partition);
        options.put(SpanningKey.OPTION, String.join(",", key));
        return new TableDefinition(definition.columns(), primaryKeys, partition, options, definition.comment());
    }

    private TableDefinition withHiddenColumn(String text, TableDefinition definition) {
        RowType columns = definition.columns();
        PartitionExpression expression = expression(text, columns);
        String hidden = HIDDEN_NAME;
        while (isTaken(hidden, columns)) {
            hidden += "_";
        }
        List<Field> fields = new ArrayList<>(columns.fields());
        fields.add(new Field(fields.size(), hidden, DataType.STRING.notNull(), text, null));
        List<String> key = onDisk(definition.primaryKeys(), columns);
        List<String> primaryKeys = new ArrayList<>(key);
        Map<String, String> options = new TreeMap<>(definition.options());
        options.remove(SpanningKey.OPTION);
        if (!key.isEmpty()) {
            primaryKeys.add(hidden);
            // A key that holds the source column says itself where its row lies.
            if (!key.contains(columns.field(expression.source()).name())) {
                options.put(SpanningKey.OPTION, String.join(",", key));
            }
        }
        return new TableDefinition(new RowType(fields), primaryKeys, List.of(hidden), options, definition.comment());
    }

    private static boolean isTaken(String name, RowType columns) {
        return columns.names().stream().anyMatch(name::equalsIgnoreCase);
    }

    private static List<String> onDisk(List<String> names, RowType columns) {
        return names.stream()
                .map(name -> columns.names().stream()
                        .filter(name::equalsIgnoreCase)
                        .findFirst()
                        .orElse(name))
                .toList();
    }

    @Override
    public void alterTable(TableName name, List<SchemaChange> changes) {
        TableSchema schema = table(name).schema();
        if (isPartitioned(schema)) {
            String text = schema.options().get(SpanningKey.EXPRESSION);
            PartitionExpression expression = expression(java.util.Objects.requireNonNull(text), schema.rowType());
            Field source = schema.rowType().field(expression.source());
            for (SchemaChange change : changes) {
                checkKeeps(source, change, text);
            }
        }
        catalog.alterTable(name, changes);
    }

    private static void checkKeeps(Field source, SchemaChange change, String text) {
        String what = null;
        String column = source.name();
        if (change instanceof SchemaChange.DropColumn drop) {
            what = "dropped";
            column = drop.column();
        } else if (change instanceof SchemaChange.RenameColumn rename) {
            what = "renamed";
            column = rename.column();
        } else if (change instanceof SchemaChange.ChangeType type
                && !type.type().withNullable(source.type().nullable()).sameType(source.type())) {
            what = "given another type";
            column = type.column();
        }
        if (what != null && column.equalsIgnoreCase(source.name())) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    "column '" + source.name() + "' cannot be " + what + ": the table is PARTITIONED BY (" + text
                            + ")");
        }
    }

    @Override
    public List<OptionalLong> commit(List<TableWrite> writes) {
        return catalog.commit(writes.stream().map(ExpressionWrite::stored).toList());
    }

    @Override
    public List<String> databases() {
        return catalog.databases();
    }

    @Override
    public String resolveDatabase(String name) {
        return catalog.resolveDatabase(name);
    }

    @Override
    public void createDatabase(String name) {
        catalog.createDatabase(name);
    }

    @Override
    public void dropDatabase(String name, boolean cascade) {
        catalog.dropDatabase(name, cascade);
    }

    @Override
    public List<String> tables(String database) {
        return catalog.tables(database);
    }

    @Override
    public TableName resolveTable(TableName name) {
        return catalog.resolveTable(name);
    }

    @Override
    public TableName renameTable(TableName name, String newName) {
        return catalog.renameTable(name, newName);
    }

    @Override
    public void dropTable(TableName name) {
        catalog.dropTable(name);
    }

    @Override
    public void close() {
        catalog.close();
    }
}
