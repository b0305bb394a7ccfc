package io.lakelog.storage.schema;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Turns a definition into the first schema of a table, or says which rule it breaks. Pure; thread-safe. */
public final class SchemaRules {
    private static final Set<String> RESERVED =
            Set.of("_sequence_number", "_value_kind", "_level", "rowkind", "_row_id");

    private static final int ZSTD_LEVEL_MAX = 22;

    private SchemaRules() {}

    /**
     * The schema of a new table: field ids given in order, key columns made NOT NULL, our defaults stored.
     *
     * @throws LakelogException naming the column, key or option that is wrong and what would be right
     */
    public static TableSchema create(TableDefinition definition, long timeMillis) {
        checkColumns(definition.columns());
        // First, since a key that spans partitions names their columns too.
        List<String> partitionKeys = resolve("PARTITIONED BY", definition.partitionKeys(), definition.columns());
        List<String> primaryKeys = resolve("PRIMARY KEY", definition.primaryKeys(), definition.columns());
        checkNotNested("PRIMARY KEY", primaryKeys, definition.columns());
        checkNotNested("PARTITIONED BY", partitionKeys, definition.columns());
        checkKeys(primaryKeys, partitionKeys);
        Map<String, String> options = new TreeMap<>(definition.options());
        new OptionReader(options).checkGiven();
        checkDirectoryNames(partitionKeys, definition.columns(), options);
        storeDefaults(options, !primaryKeys.isEmpty());
        checkOptions(options, primaryKeys, partitionKeys, definition.columns());

        List<Field> fields = new ArrayList<>();
        FieldIds ids = new FieldIds(-1);
        for (Field column : definition.columns().fields()) {
            boolean key = primaryKeys.contains(column.name());
            fields.add(ids.number(key ? column.withType(column.type().notNull()) : column));
        }
        return new TableSchema(
                0,
                new RowType(fields),
                ids.highest(),
                partitionKeys,
                primaryKeys,
                options,
                definition.comment(),
                timeMillis);
    }

    /** The rules of a new table for a later version of one; throws as {@link #create} does. */
    static void check(TableSchema schema) {
        checkColumns(schema.rowType());
        checkKeys(schema.primaryKeys(), schema.partitionKeys());
        checkOptions(schema.options(), schema.primaryKeys(), schema.partitionKeys(), schema.rowType());
    }

    private static void checkKeys(List<String> primaryKeys, List<String> partitionKeys) {
        if (primaryKeys.isEmpty()) {
            return;
        }
        for (String partitionKey : partitionKeys) {
            if (!primaryKeys.contains(partitionKey)) {
                throw LakelogException.unsupported("a PRIMARY KEY without the partition column '" + partitionKey
                        + "' is not supported yet; add it to the key");
            }
        }
        if (partitionKeys.containsAll(primaryKeys)) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    "the PRIMARY KEY needs at least one column that is not a partition column");
        }
    }

    private static void checkColumns(RowType columns) {
        if (columns.size() == 0) {
            throw new LakelogException(ErrorCode.INVALID_DEFINITION, "a table needs at least one column");
        }
        Set<String> seen = new HashSet<>();
        for (Field column : columns.fields()) {
            String name = column.name();
            String lower = name.toLowerCase(Locale.ROOT);
            if (name.isBlank()) {
                throw new LakelogException(ErrorCode.INVALID_DEFINITION, "a column needs a name");
            }
            if (!seen.add(lower)) {
                throw new LakelogException(
                        ErrorCode.INVALID_DEFINITION, "column '" + name + "' is defined twice (case does not count)");
            }
            if (RESERVED.contains(lower) || lower.startsWith("_key_")) {
                throw new LakelogException(
                        ErrorCode.INVALID_DEFINITION,
                        "column name '" + name + "' is reserved by the table format; give it an alias");
            }
            checkType(column, column.type());
        }
    }

    private static void checkType(Field column, DataType type) {
        switch (type.kind()) {
            case DECIMAL -> {
                if (type.length() < 1 || type.length() > 38 || type.scale() < 0 || type.scale() > type.length()) {
                    throw invalidType(column, "DECIMAL(p, s) needs 1 <= p <= 38 and 0 <= s <= p");
                }
            }
            case TIME -> {
                if (type.length() > 3) {
                    throw invalidType(column, "the table format keeps TIME in milliseconds: at most TIME(3)");
                }
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                if (type.length() > 9) {
                    throw invalidType(column, "at most 9 fraction digits");
                }
            }
            case CHAR, VARCHAR, BINARY, VARBINARY -> {
                if (type.length() < 1) {
                    throw invalidType(column, "a length of at least 1");
                }
            }
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE -> {}
            case ARRAY, MAP -> type.children().forEach(child -> checkType(column, child.type()));
            case MULTISET ->
                throw LakelogException.unsupported("column '" + column.name() + "' has type " + type.sql()
                        + ": tables with a MULTISET are read, but not made here");
            case ROW -> checkRow(column, type);
        }
    }

    private static void checkRow(Field column, DataType type) {
        if (type.children().isEmpty()) {
            throw invalidType(column, "a ROW needs at least one field");
        }
        Set<String> seen = new HashSet<>();
        for (Field field : type.children()) {
            if (field.name().isBlank() || !seen.add(field.name().toLowerCase(Locale.ROOT))) {
                throw invalidType(column, "each field of a ROW needs a name of its own (case does not count)");
            }
            checkType(column, field.type());
        }
    }

    /** Paimon's older names are of the object that holds the bytes: it could not find its own files again. */
    private static void checkDirectoryNames(List<String> partitionKeys, RowType columns, Map<String, String> options) {
        String key = "partition.legacy-name";
        for (String name : partitionKeys) {
            TypeKind kind = columns.type(columns.indexOf(name)).kind();
            boolean bytes = kind == TypeKind.BINARY || kind == TypeKind.VARBINARY;
            if (bytes && !"false".equalsIgnoreCase(options.get(key))) {
                throw new LakelogException(
                        ErrorCode.INVALID_DEFINITION,
                        "PARTITIONED BY names column '" + name + "' of type "
                                + columns.type(columns.indexOf(name)).sql()
                                + ", whose values name directories only with '" + key + "' = 'false'");
            }
        }
    }

    private static void checkNotNested(String clause, List<String> names, RowType columns) {
        for (String name : names) {
            DataType type = columns.type(columns.indexOf(name));
            if (type.kind().isNested()) {
                throw new LakelogException(
                        ErrorCode.INVALID_DEFINITION,
                        clause + " names column '" + name + "' of type " + type.sql()
                                + "; values of ARRAY, MAP and ROW cannot be keys");
            }
        }
    }

    private static LakelogException invalidType(Field column, String right) {
        return new LakelogException(
                ErrorCode.INVALID_DEFINITION,
                "column '" + column.name() + "' has type " + column.type().sql() + "; " + right);
    }

    private static List<String> resolve(String clause, List<String> names, RowType columns) {
        List<String> resolved = new ArrayList<>();
        for (String name : names) {
            String exact = columns.names().stream()
                    .filter(name::equalsIgnoreCase)
                    .findFirst()
                    .orElseThrow(() -> new LakelogException(
                            ErrorCode.COLUMN_NOT_FOUND,
                            clause + " names column '" + name + "', which the table does not have"
                                    + NearMatch.hint(name, columns.names())));
            if (resolved.contains(exact)) {
                throw new LakelogException(
                        ErrorCode.INVALID_DEFINITION, clause + " names column '" + exact + "' twice");
            }
            resolved.add(exact);
        }
        return resolved;
    }

    private static void storeDefaults(Map<String, String> options, boolean keyed) {
        spellForParquet(options);
        if (!keyed) {
            return;
        }
        options.putIfAbsent("bucket", "1");
        options.putIfAbsent("changelog-producer.row-deduplicate", "true");
        storeRetention(options);
    }

    /** Paimon's writers of Parquet know no codec "none". */
    static void spellForParquet(Map<String, String> options) {
        options.computeIfPresent(
                "file.compression", (key, codec) -> codec.trim().equalsIgnoreCase("none") ? "uncompressed" : codec);
    }

    /** What is only in a changelog is kept longer than Paimon alone would. */
    static void storeRetention(Map<String, String> options) {
        if (new OptionReader(options).changelogProducer() != ChangelogProducer.NONE) {
            options.putIfAbsent("changelog.time-retained", "7 d");
            options.putIfAbsent("changelog.num-retained.max", "100000");
        }
    }

    private static void checkOptions(
            Map<String, String> texts, List<String> primaryKeys, List<String> partitionKeys, RowType columns) {
        TableOptions options = TableOptions.parse(texts);
        TableOptions.checkShown(texts);
        TableOptions.checkWritable(texts);
        MergeOptionRules.check(texts, options, columns, primaryKeys, partitionKeys);
        SpanningKey.check(texts, options, primaryKeys, partitionKeys);
        if (primaryKeys.isEmpty()) {
            checkWithoutKey(options);
        } else if (options.buckets() == -1 && !options.bucketKey().isEmpty()) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "table option 'bucket-key' is for a fixed number of buckets, and 'bucket' is '-1'");
        }
        if (options.compressionLevel() > ZSTD_LEVEL_MAX) {
            throw OptionReader.bad(
                    "file.compression.zstd-level",
                    Integer.toString(options.compressionLevel()),
                    "at most " + ZSTD_LEVEL_MAX);
        }
        if (new HashSet<>(options.bucketKey()).size() < options.bucketKey().size()) {
            throw OptionReader.bad("bucket-key", String.join(",", options.bucketKey()), "a list of different columns");
        }
        for (String name : options.bucketKey()) {
            boolean known = primaryKeys.isEmpty() ? columns.names().contains(name) : primaryKeys.contains(name);
            if (!known || partitionKeys.contains(name)) {
                throw new LakelogException(
                        ErrorCode.INVALID_OPTION,
                        "table option 'bucket-key' names '" + name + "': it must be a column of the "
                                + (primaryKeys.isEmpty() ? "table" : "primary key") + " and not a partition column"
                                + NearMatch.hint(name, columns.names()));
            }
        }
    }

    /** A table without a key appends: rows go to buckets by the bucket key, or have none. */
    private static void checkWithoutKey(TableOptions options) {
        if (options.changelogProducer() != ChangelogProducer.NONE) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "table option 'changelog-producer' = '"
                            + options.changelogProducer().text()
                            + "' needs a PRIMARY KEY; CHANGES of a table without one gives each row as +I");
        }
        if (options.buckets() == TableLayout.POSTPONED_BUCKET) {
            throw OptionReader.bad("bucket", "-2", "-1 or at least 1 in a table without a PRIMARY KEY");
        }
        if (options.buckets() > 0 && options.bucketKey().isEmpty()) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "table option 'bucket' = '" + options.buckets()
                            + "' of a table without a PRIMARY KEY needs 'bucket-key', which says what columns choose"
                            + " the bucket; without 'bucket' rows have none");
        }
        if (options.buckets() < 0 && !options.bucketKey().isEmpty()) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION, "table option 'bucket-key' needs 'bucket', the number of buckets");
        }
    }
}
