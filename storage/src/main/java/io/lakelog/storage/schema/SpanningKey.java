package io.lakelog.storage.schema;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key that identifies a row over all partitions, though the schema names the partition columns as part of it, as other
 * engines need it (page *derived partitions* of the format): {@link #OPTION} holds the columns of that key. Pure.
 */
public final class SpanningKey {
    /** The columns that identify a row, in the order of the primary key, with commas. */
    public static final String OPTION = "lakelog.primary-key";

    /** From which expression a hidden partition column comes; kept for whoever knows expressions. */
    public static final String EXPRESSION = "lakelog.partition-expression";

    /** Options that say what the table is and are set by CREATE TABLE alone. */
    static final Set<String> OPTIONS = Set.of(OPTION, EXPRESSION);

    private SpanningKey() {}

    /** Whether the options of a table say that its key spans partitions. */
    public static boolean isIn(Map<String, String> options) {
        return options.containsKey(OPTION);
    }

    /** The column that an expression fills, the last one of the table; null if there is none. */
    public static @Nullable String hiddenColumn(TableSchema schema) {
        return schema.options().containsKey(EXPRESSION)
                ? schema.rowType().field(schema.rowType().size() - 1).name()
                : null;
    }

    /** Refuses what a table whose key spans partitions cannot be. */
    static void check(
            Map<String, String> texts, TableOptions options, List<String> primaryKeys, List<String> partitionKeys) {
        if (!isIn(texts)) {
            return;
        }
        List<String> key = primaryKeys.stream()
                .filter(name -> !partitionKeys.contains(name))
                .toList();
        if (partitionKeys.isEmpty() || !String.join(",", key).equals(texts.get(OPTION))) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "table option '" + OPTION + "' = '" + texts.get(OPTION)
                            + "' is not the PRIMARY KEY without its partition columns, '" + String.join(",", key)
                            + "'");
        }
        String refused = null;
        if (options.merge().engine() != MergeEngine.DEDUPLICATE) {
            refused = "merge engine '" + texts.get("merge-engine") + "'";
        } else if (!options.merge().sequenceFields().isEmpty()) {
            refused = "'sequence.field'";
        } else if (options.merge().ignoreDelete()) {
            refused = "'ignore-delete' = 'true'";
        } else if (texts.containsKey("rowkind.field")) {
            refused = "'rowkind.field'";
        } else if (options.buckets() < 1) {
            refused = "'bucket' = '" + options.buckets() + "'";
        } else if (options.writeOnly()) {
            refused = "'write-only' = 'true'";
        }
        if (refused != null) {
            throw LakelogException.unsupported("a table whose rows move between partitions (its PRIMARY KEY spans them)"
                    + " is not supported yet with " + refused);
        }
    }
}
