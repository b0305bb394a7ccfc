package io.lakelog.storage.schema;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which options may change once a table has rows, and what goes along with them. Pure. */
final class OptionChanges {
    private static final String PRODUCER = "changelog-producer";
    private static final String LEVELS = "num-levels";
    private static final String TRIGGER = "num-sorted-run.compaction-trigger";
    private static final int DEFAULT_TRIGGER = 5;

    /** What the rows or files that are there mean, or where they lie. Most are Paimon's own immutable options. */
    private static final Set<String> FIXED = Set.of(
            "aggregation.remove-record-on-delete",
            "bucket",
            "bucket-function.type",
            "bucket-key",
            "data-evolution.enabled",
            "data-file.path-directory",
            "deletion-vectors.enabled",
            "force-lookup",
            "ignore-delete",
            "ignore-update-before",
            "index-file-in-data-file-dir",
            "merge-engine",
            LEVELS,
            "partial-update.remove-record-on-delete",
            "partial-update.remove-record-on-sequence-group",
            "partition.default-name",
            "partition.legacy-name",
            "row-tracking.enabled",
            "rowkind.field");

    private OptionChanges() {}

    /**
     * Refuses to change what the data of a written table rests on.
     *
     * @param key the option that gets another value, or none
     * @throws LakelogException INVALID_OPTION naming the option
     */
    static void checkFree(String key, @Nullable String value) {
        if (FIXED.contains(key)) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "table option '" + key + "' cannot be changed"
                            + (value == null ? "" : " (it is '" + value + "')")
                            + " once the table has been written: " + why(key)
                            + ". CREATE TABLE ... AS SELECT makes a table with another value");
        }
    }

    /** Whether versions of rows that are not merged yet, or not announced, would mean something else after a change. */
    static boolean needsCompaction(Map<String, String> before, Map<String, String> after) {
        Set<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        return keys.stream()
                .filter(key -> key.equals(PRODUCER) || key.startsWith("sequence.field") || key.startsWith("fields."))
                .anyMatch(key -> !Objects.equals(before.get(key), after.get(key)));
    }

    private static String why(String key) {
        return switch (key) {
            case "bucket", "bucket-key", "bucket-function.type" -> "its rows would have to move to other buckets";
            case "partition.default-name", "partition.legacy-name", "data-file.path-directory" ->
                "its files would have to move to other directories";
            case LEVELS -> "its files would have to move to other levels";
            default -> "it says what the rows that are there mean";
        };
    }

    /** Writes down what would otherwise change silently, and what CREATE TABLE would have written. */
    static void keepConsequences(Map<String, String> before, Map<String, String> after) {
        SchemaRules.spellForParquet(after);
        // The number of levels follows from the trigger where it is not given; files must not find themselves
        // elsewhere.
        if (!Objects.equals(before.get(TRIGGER), after.get(TRIGGER)) && !after.containsKey(LEVELS)) {
            int trigger = new OptionReader(before).integer(TRIGGER, DEFAULT_TRIGGER, 1);
            after.put(LEVELS, Integer.toString(trigger + 1));
        }
        if (!Objects.equals(before.get(PRODUCER), after.get(PRODUCER))) {
            SchemaRules.storeRetention(after);
        }
    }

    /** The option that names a column as part of what rows mean, or null. */
    static @Nullable String optionNaming(Map<String, String> options, String column) {
        for (Map.Entry<String, String> option : new TreeMap<>(options).entrySet()) {
            String key = option.getKey();
            boolean list = isColumnList(key) && names(option.getValue()).contains(column);
            boolean own = key.startsWith("fields.") && names(columnsOf(key)).contains(column);
            if (list || own) {
                return key;
            }
        }
        return null;
    }

    /** Lets options name a column by its new name. */
    static void renameColumn(Map<String, String> options, String oldName, String newName) {
        for (Map.Entry<String, String> option : new TreeMap<>(options).entrySet()) {
            String key = option.getKey();
            String value = isColumnList(key) ? renamed(option.getValue(), oldName, newName) : option.getValue();
            String newKey = key;
            if (key.startsWith("fields.") && !columnsOf(key).isEmpty()) {
                String columns = columnsOf(key);
                newKey = "fields." + renamed(columns, oldName, newName)
                        + key.substring("fields.".length() + columns.length());
            }
            if (!newKey.equals(key) || !value.equals(option.getValue())) {
                options.remove(key);
                options.put(newKey, value);
            }
        }
    }

    private static boolean isColumnList(String key) {
        return key.equals("bucket-key")
                || key.equals("sequence.field")
                || key.equals("rowkind.field")
                || key.equals(SpanningKey.OPTION)
                || key.startsWith("fields.") && (key.endsWith(".sequence-group") || key.endsWith(".nested-key"));
    }

    /** The column or columns in {@code fields.<columns>.<property>}; empty for {@code fields.<property>}. */
    private static String columnsOf(String key) {
        int end = key.lastIndexOf('.');
        return end <= "fields.".length() ? "" : key.substring("fields.".length(), end);
    }

    private static List<String> names(String list) {
        return Arrays.stream(list.split(",")).map(String::trim).toList();
    }

    private static String renamed(String list, String oldName, String newName) {
        List<String> names = new ArrayList<>(names(list));
        if (!names.contains(oldName)) {
            return list;
        }
        names.replaceAll(name -> name.equals(oldName) ? newName : name);
        return String.join(",", names);
    }
}
