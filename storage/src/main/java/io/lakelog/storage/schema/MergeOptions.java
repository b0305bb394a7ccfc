package io.lakelog.storage.schema;

import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The options that say how versions of one key are merged, as they are written: that they fit the table's columns is {@link
 * MergeOptionRules}' business. Immutable.
 *
 * @param sequenceFields columns that order versions before their sequence numbers do; empty for none
 * @param descending whether the least value of those counts as the newest
 * @param ignoreDelete whether retracts are left out
 * @param ignoreUpdateBefore whether {@code -U} rows are left out when they are written
 * @param rowKindField the column that tells a written row's kind, or null
 * @param removeOnDelete whether a {@code -D} takes the whole row away, for engines that otherwise have no deletion
 * @param removeOnSequenceGroup sequence columns of groups whose {@code -D} takes the whole row away
 * @param fields the rules of single columns
 * @param defaultFunction the aggregate function of columns that have none of their own, or null
 * @param sequenceGroups columns of a partial update that have an order of their own
 * @param checkOverflow whether writers look old values up so that an overflow fails the statement that causes it
 */
public record MergeOptions(
        MergeEngine engine,
        List<String> sequenceFields,
        boolean descending,
        boolean ignoreDelete,
        boolean ignoreUpdateBefore,
        @Nullable String rowKindField,
        boolean removeOnDelete,
        Set<String> removeOnSequenceGroup,
        Map<String, FieldRule> fields,
        @Nullable String defaultFunction,
        List<SequenceGroup> sequenceGroups,
        boolean checkOverflow) {

    static final String PREFIX = "fields.";
    static final String DEFAULT_FUNCTION = "fields.default-aggregate-function";
    static final Set<String> SUFFIXES = Set.of(
            "aggregate-function",
            "ignore-retract",
            "sequence-group",
            "list-agg-delimiter",
            "distinct",
            "nested-key",
            "count-limit");

    /**
     * The rule of one column.
     *
     * @param function name of the aggregate function, lower case, or null for the default
     * @param ignoreRetract whether retracts leave the column alone
     * @param delimiter between the values of {@code listagg}
     * @param distinct whether {@code collect} keeps each element once
     * @param nestedKey columns that identify a nested row for {@code nested_update}
     * @param countLimit most rows that {@code nested_update} keeps
     */
    public record FieldRule(
            @Nullable String function,
            boolean ignoreRetract,
            String delimiter,
            boolean distinct,
            List<String> nestedKey,
            int countLimit) {
        static final FieldRule NONE = new FieldRule(null, false, ",", false, List.of(), Integer.MAX_VALUE);
    }

    /** Columns ({@code protectedFields}) that change only with a version whose sequence columns are not older. */
    public record SequenceGroup(List<String> sequenceFields, List<String> protectedFields) {}

    static MergeOptions parse(OptionReader reader) {
        MergeEngine engine = engine(reader);
        boolean ignoreDelete = reader.flag("ignore-delete", false);
        for (MergeEngine each : MergeEngine.values()) {
            ignoreDelete |= reader.flag(each.text() + ".ignore-delete", false);
        }
        String removing = engine == MergeEngine.AGGREGATION
                ? "aggregation.remove-record-on-delete"
                : "partial-update.remove-record-on-delete";
        return new MergeOptions(
                engine,
                reader.names("sequence.field"),
                descending(reader),
                ignoreDelete,
                reader.flag("ignore-update-before", false),
                blankToNull(reader.text("rowkind.field")),
                reader.flag(removing, false),
                Set.copyOf(reader.names("partial-update.remove-record-on-sequence-group")),
                fieldRules(reader),
                lower(reader.text(DEFAULT_FUNCTION)),
                sequenceGroups(reader),
                checkOverflow(reader));
    }

    /** Whether of several versions of a key simply the one with the highest sequence number counts. */
    public boolean lastCounts() {
        return engine == MergeEngine.DEDUPLICATE && sequenceFields.isEmpty() && !ignoreDelete;
    }

    /** Why an UPDATE of rows of such a table cannot be carried out, or null if it can. */
    public @Nullable String refusesUpdate() {
        return switch (engine) {
            case AGGREGATION ->
                "UPDATE is refused on a table with 'merge-engine' = 'aggregation': what is written is"
                        + " aggregated into the row; INSERT the difference instead";
            case FIRST_ROW ->
                "UPDATE is refused on a table with 'merge-engine' = 'first-row': the first row of a key stays";
            case PARTIAL_UPDATE -> refusesUpdateOfAggregates();
            case DEDUPLICATE -> null;
        };
    }

    /** An updated row is written with all its columns, of which these would be added to themselves. */
    private @Nullable String refusesUpdateOfAggregates() {
        Set<String> picking = Set.of("last_value", "last_non_null_value");
        for (Map.Entry<String, FieldRule> field : new TreeMap<>(fields).entrySet()) {
            String function = field.getValue().function();
            if (function != null && !picking.contains(function)) {
                return "UPDATE is refused on a table with 'merge-engine' = 'partial-update' where a function aggregates"
                        + " columns ('" + function + "' of '" + field.getKey()
                        + "'): what is written is aggregated into"
                        + " the row; INSERT the key and the columns that change instead";
            }
        }
        return defaultFunction == null || picking.contains(defaultFunction)
                ? null
                : "UPDATE is refused on a table with 'merge-engine' = 'partial-update' and '" + DEFAULT_FUNCTION
                        + "' = '"
                        + defaultFunction + "': what is written is aggregated into the row; INSERT the key and the"
                        + " columns that change instead";
    }

    /** Why a DELETE of rows of such a table cannot be carried out, or null if it can. */
    public @Nullable String refusesDelete() {
        return switch (engine) {
            case DEDUPLICATE -> null;
            case AGGREGATION ->
                removeOnDelete
                        ? null
                        : "DELETE is refused on a table with 'merge-engine' = 'aggregation', unless it has"
                                + " 'aggregation.remove-record-on-delete' = 'true'";
            case PARTIAL_UPDATE ->
                removeOnDelete || !removeOnSequenceGroup.isEmpty()
                        ? null
                        : "DELETE is refused on a table with 'merge-engine' = 'partial-update', unless it has"
                                + " 'partial-update.remove-record-on-delete' = 'true' or"
                                + " 'partial-update.remove-record-on-sequence-group'";
            case FIRST_ROW ->
                "DELETE is refused on a table with 'merge-engine' = 'first-row': the first row of a key stays";
        };
    }

    /** Why a retract ({@code -U}, {@code -D}) cannot be merged into such a table, or null if it can. */
    public @Nullable String refusesRetract() {
        if (ignoreDelete) {
            return null;
        }
        return switch (engine) {
            case DEDUPLICATE, AGGREGATION -> null;
            case PARTIAL_UPDATE ->
                removeOnDelete || !sequenceGroups.isEmpty()
                        ? null
                        : "a table with 'merge-engine' = 'partial-update' takes no -U and -D rows, unless it has"
                                + " 'ignore-delete', 'partial-update.remove-record-on-delete' or a sequence group";
            case FIRST_ROW ->
                "a table with 'merge-engine' = 'first-row' takes no -U and -D rows, unless it has 'ignore-delete'";
        };
    }

    /** Whether {@code SET column = NULL} would leave the old value in place. */
    public boolean keepsOldForNull(String column) {
        return engine == MergeEngine.PARTIAL_UPDATE
                && sequenceGroups.stream()
                        .noneMatch(group -> group.protectedFields().contains(column)
                                || group.sequenceFields().contains(column));
    }

    /** The rule of a column. */
    public FieldRule field(String name) {
        return fields.getOrDefault(name, FieldRule.NONE);
    }

    private static MergeEngine engine(OptionReader reader) {
        String value = reader.text("merge-engine", "deduplicate");
        for (MergeEngine engine : MergeEngine.values()) {
            if (engine.text().equals(value.trim().toLowerCase(Locale.ROOT))) {
                return engine;
            }
        }
        throw OptionReader.bad("merge-engine", value, "one of deduplicate, partial-update, aggregation, first-row");
    }

    private static boolean descending(OptionReader reader) {
        String value = reader.text("sequence.field.sort-order", "ascending");
        return switch (value.trim().toLowerCase(Locale.ROOT)) {
            case "ascending" -> false;
            case "descending" -> true;
            default -> throw OptionReader.bad("sequence.field.sort-order", value, "ascending or descending");
        };
    }

    private static boolean checkOverflow(OptionReader reader) {
        String value = reader.text("lakelog.overflow-check", "write");
        return switch (value.trim().toLowerCase(Locale.ROOT)) {
            case "write" -> true;
            case "read" -> false;
            default -> throw OptionReader.bad("lakelog.overflow-check", value, "write or read");
        };
    }

    private static Map<String, FieldRule> fieldRules(OptionReader reader) {
        Set<String> names = new HashSet<>();
        for (String key : reader.keys()) {
            String name = fieldName(key);
            if (name != null && !key.endsWith(".sequence-group")) {
                names.add(name);
            }
        }
        Map<String, FieldRule> rules = new TreeMap<>();
        for (String name : names) {
            String prefix = PREFIX + name + ".";
            rules.put(
                    name,
                    new FieldRule(
                            lower(reader.text(prefix + "aggregate-function")),
                            reader.flag(prefix + "ignore-retract", false),
                            reader.text(prefix + "list-agg-delimiter", ","),
                            reader.flag(prefix + "distinct", false),
                            reader.names(prefix + "nested-key"),
                            reader.integer(prefix + "count-limit", Integer.MAX_VALUE, 1)));
        }
        return rules;
    }

    private static List<SequenceGroup> sequenceGroups(OptionReader reader) {
        List<SequenceGroup> groups = new ArrayList<>();
        for (String key : reader.keys()) {
            String name = fieldName(key);
            if (name != null && key.endsWith(".sequence-group")) {
                groups.add(new SequenceGroup(
                        Arrays.stream(name.split(",")).map(String::trim).toList(), reader.names(key)));
            }
        }
        return groups;
    }

    /** The column part of {@code fields.<column>.<suffix>}, or null for another key. */
    static @Nullable String fieldName(String key) {
        int end = key.lastIndexOf('.');
        return key.startsWith(PREFIX) && end > PREFIX.length() ? key.substring(PREFIX.length(), end) : null;
    }

    private static @Nullable String lower(@Nullable String value) {
        return value == null ? null : value.trim().toLowerCase(Locale.ROOT);
    }

    private static @Nullable String blankToNull(@Nullable String value) {
        return value == null || value.isBlank() ? null : value.trim();
    }

    /** What cannot be merged, as an error of the statement that asks for it. */
    public static LakelogException refused(String table, String why) {
        return LakelogException.unsupported("table " + table + ": " + why);
    }
}
