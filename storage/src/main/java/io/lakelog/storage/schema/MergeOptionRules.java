package io.lakelog.storage.schema;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.storage.type.TypeKind;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the merge options of a table must fulfil, checked when it is created or altered. Pure; thread-safe. */
final class MergeOptionRules {
    private static final Set<TypeKind> NUMBERS = Set.of(
            TypeKind.TINYINT,
            TypeKind.SMALLINT,
            TypeKind.INT,
            TypeKind.BIGINT,
            TypeKind.FLOAT,
            TypeKind.DOUBLE,
            TypeKind.DECIMAL);
    private static final Set<TypeKind> NOT_ORDERED = Set.of(TypeKind.BOOLEAN, TypeKind.BINARY, TypeKind.VARBINARY);

    private final MergeOptions merge;
    private final RowType columns;
    private final List<String> primaryKeys;

    private MergeOptionRules(MergeOptions merge, RowType columns, List<String> primaryKeys) {
        this.merge = merge;
        this.columns = columns;
        this.primaryKeys = primaryKeys;
    }

    /**
     * Checks.
     *
     * @param options as they are written
     * @throws LakelogException INVALID_OPTION, naming the option and what would be right
     */
    static void check(
            Map<String, String> options,
            TableOptions typed,
            RowType columns,
            List<String> primaryKeys,
            List<String> partitionKeys) {
        MergeOptionRules rules = new MergeOptionRules(typed.merge(), columns, primaryKeys);
        rules.checkFieldKeys(options.keySet());
        rules.checkSequenceFields(partitionKeys);
        rules.checkEngine(typed.changelogProducer());
        rules.checkGroups();
        rules.checkFunctions();
        rules.checkFunctionOptions(options.keySet());
    }

    private void checkFieldKeys(Set<String> keys) {
        for (String key : keys) {
            if (!key.startsWith(MergeOptions.PREFIX) || key.equals(MergeOptions.DEFAULT_FUNCTION)) {
                continue;
            }
            String name = MergeOptions.fieldName(key);
            String suffix = key.substring(key.lastIndexOf('.') + 1);
            if (name == null || !MergeOptions.SUFFIXES.contains(suffix)) {
                throw new LakelogException(
                        ErrorCode.INVALID_OPTION,
                        "unknown table option '" + key + "'" + NearMatch.hint(suffix, MergeOptions.SUFFIXES));
            }
            for (String column : name.split(",")) {
                requireColumn(key, column.trim());
            }
        }
    }

    private void checkSequenceFields(List<String> partitionKeys) {
        Set<String> seen = new HashSet<>();
        for (String name : merge.sequenceFields()) {
            requireColumn("sequence.field", name);
            if (!seen.add(name)) {
                throw bad("sequence.field", "names '" + name + "' twice");
            }
            if (merge.field(name).function() != null) {
                throw bad(
                        "fields." + name + ".aggregate-function",
                        "cannot be given for a column of 'sequence.field': that keeps the newest value");
            }
        }
        if (!merge.sequenceFields().isEmpty() && !primaryKeys.containsAll(partitionKeys)) {
            throw bad("sequence.field", "needs a PRIMARY KEY that holds all partition columns");
        }
        String kind = merge.rowKindField();
        if (kind != null && requireColumn("rowkind.field", kind).type().kind() != TypeKind.VARCHAR) {
            throw bad("rowkind.field", "needs a column of type STRING, which '" + kind + "' is not");
        }
    }

    private void checkEngine(ChangelogProducer producer) {
        if (merge.engine() != MergeEngine.DEDUPLICATE && primaryKeys.isEmpty()) {
            throw bad("merge-engine", "= '" + merge.engine().text() + "' needs a PRIMARY KEY");
        }
        if (merge.engine() == MergeEngine.FIRST_ROW) {
            if (producer != ChangelogProducer.NONE && producer != ChangelogProducer.LOOKUP) {
                throw bad("changelog-producer", "must be none or lookup with 'merge-engine' = 'first-row'");
            }
            if (!merge.sequenceFields().isEmpty()) {
                throw bad("sequence.field", "cannot be given with 'merge-engine' = 'first-row'");
            }
        }
        if (merge.removeOnDelete() && merge.ignoreDelete()) {
            throw bad("ignore-delete", "contradicts 'remove-record-on-delete'");
        }
        if (!merge.removeOnSequenceGroup().isEmpty() && merge.ignoreDelete()) {
            throw bad("ignore-delete", "contradicts 'partial-update.remove-record-on-sequence-group'");
        }
        if (merge.engine() == MergeEngine.PARTIAL_UPDATE
                && merge.removeOnDelete()
                && !merge.sequenceGroups().isEmpty()) {
            throw bad(
                    "partial-update.remove-record-on-delete",
                    "cannot be given with a sequence group; 'partial-update.remove-record-on-sequence-group' can");
        }
    }

    private void checkGroups() {
        Set<String> protectedBefore = new HashSet<>();
        Set<String> sequences = new HashSet<>();
        for (MergeOptions.SequenceGroup group : merge.sequenceGroups()) {
            String key = "fields." + String.join(",", group.sequenceFields()) + ".sequence-group";
            sequences.addAll(group.sequenceFields());
            for (String name : group.protectedFields()) {
                requireColumn(key, name);
                if (!protectedBefore.add(name)) {
                    throw bad(key, "names '" + name + "', which is in another sequence group already");
                }
            }
            for (String name : columns.names()) {
                boolean named = group.protectedFields().contains(name)
                        || group.sequenceFields().contains(name);
                if (named && primaryKeys.contains(name)) {
                    throw bad(key, "names '" + name + "', which is a column of the primary key");
                }
            }
            for (String name : group.sequenceFields()) {
                if (merge.field(name).function() != null) {
                    throw bad("fields." + name + ".aggregate-function", "cannot be given for a sequence column");
                }
            }
        }
        for (String name : merge.removeOnSequenceGroup()) {
            if (!sequences.contains(name)) {
                throw bad(
                        "partial-update.remove-record-on-sequence-group",
                        "names '" + name + "', which is not the sequence column of a group"
                                + NearMatch.hint(name, sequences));
            }
        }
    }

    private void checkFunctions() {
        if (merge.defaultFunction() != null) {
            AggregateFunction.of(MergeOptions.DEFAULT_FUNCTION, merge.defaultFunction());
        }
        for (Field column : columns.fields()) {
            String own = merge.field(column.name()).function();
            String key = "fields." + column.name() + ".aggregate-function";
            if (own != null) {
                AggregateFunction.of(key, own);
            }
            if (merge.field(column.name()).ignoreRetract() && merge.removeOnDelete()) {
                throw bad("fields." + column.name() + ".ignore-retract", "contradicts 'remove-record-on-delete'");
            }
            String name = functionName(column.name());
            if (name == null || primaryKeys.contains(column.name())) {
                continue;
            }
            AggregateFunction function = AggregateFunction.of(own == null ? MergeOptions.DEFAULT_FUNCTION : key, name);
            checkType(own == null ? MergeOptions.DEFAULT_FUNCTION : key, function, column);
            if (merge.engine() == MergeEngine.PARTIAL_UPDATE
                    && function != AggregateFunction.LAST_NON_NULL_VALUE
                    && merge.sequenceGroups().stream()
                            .noneMatch(group -> group.protectedFields().contains(column.name()))) {
                throw bad(key, "= '" + name + "' needs a sequence group that names '" + column.name() + "'");
            }
        }
    }

    /** The function that aggregates a column, or null if none does. */
    private @Nullable String functionName(String column) {
        boolean aggregates = merge.engine() == MergeEngine.AGGREGATION || merge.engine() == MergeEngine.PARTIAL_UPDATE;
        boolean orders = merge.sequenceFields().contains(column)
                || merge.sequenceGroups().stream()
                        .anyMatch(group -> group.sequenceFields().contains(column));
        if (!aggregates || orders) {
            return null;
        }
        String own = merge.field(column).function();
        return own != null ? own : merge.defaultFunction();
    }

    private static void checkType(String key, AggregateFunction function, Field column) {
        DataType type = column.type();
        String right =
                switch (function) {
                    case SUM, PRODUCT -> NUMBERS.contains(type.kind()) ? null : "a number";
                    case MAX, MIN -> NOT_ORDERED.contains(type.kind()) ? "a number, text, date or time" : null;
                    case LISTAGG -> type.kind() == TypeKind.VARCHAR ? null : "STRING";
                    case COLLECT -> type.kind() == TypeKind.ARRAY ? null : "ARRAY";
                    case MERGE_MAP -> type.kind() == TypeKind.MAP ? null : "MAP";
                    case NESTED_UPDATE -> isNestedTable(type) ? null : "ARRAY<ROW<...>>";
                    case RBM32, RBM64 -> type.kind() == TypeKind.VARBINARY ? null : "VARBINARY or BYTES";
                    case BOOL_AND, BOOL_OR -> type.kind() == TypeKind.BOOLEAN ? null : "BOOLEAN";
                    case LAST_VALUE, LAST_NON_NULL_VALUE, FIRST_VALUE, FIRST_NON_NULL_VALUE -> null;
                };
        if (right != null) {
            throw bad(
                    key,
                    "= '" + function.text() + "' needs a column of type " + right + "; '" + column.name() + "' is "
                            + type.sql());
        }
    }

    private static boolean isNestedTable(DataType type) {
        return type.kind() == TypeKind.ARRAY && type.children().get(0).type().kind() == TypeKind.ROW;
    }

    /** Options that only one function reads, given for a column that has another. */
    private void checkFunctionOptions(Set<String> keys) {
        Map<String, AggregateFunction> readers = Map.of(
                "distinct", AggregateFunction.COLLECT,
                "nested-key", AggregateFunction.NESTED_UPDATE,
                "count-limit", AggregateFunction.NESTED_UPDATE);
        for (Field column : columns.fields()) {
            for (Map.Entry<String, AggregateFunction> reader : readers.entrySet()) {
                String key = MergeOptions.PREFIX + column.name() + "." + reader.getKey();
                String function = reader.getValue().text();
                if (keys.contains(key) && !function.equals(functionName(column.name()))) {
                    throw bad(key, "needs 'fields." + column.name() + ".aggregate-function' = '" + function + "'");
                }
            }
            List<String> nestedKey = merge.field(column.name()).nestedKey();
            if (nestedKey.isEmpty() || !isNestedTable(column.type())) {
                continue;
            }
            List<String> fields = column.type().children().get(0).type().children().stream()
                    .map(Field::name)
                    .toList();
            for (String name : nestedKey) {
                if (!fields.contains(name)) {
                    throw bad(
                            MergeOptions.PREFIX + column.name() + ".nested-key",
                            "names field '" + name + "', which the rows in '" + column.name() + "' do not have"
                                    + NearMatch.hint(name, fields));
                }
            }
        }
    }

    private Field requireColumn(String key, String name) {
        int position = columns.indexOf(name);
        if (position < 0) {
            throw bad(
                    key,
                    "names column '" + name + "', which the table does not have"
                            + NearMatch.hint(name, columns.names()));
        }
        return columns.field(position);
    }

    private static LakelogException bad(String key, String why) {
        return new LakelogException(ErrorCode.INVALID_OPTION, "table option '" + key + "' " + why);
    }
}
