package io.lakelog.storage.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.ListedManifests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A state of a table and how it came about, as the JSON of its file. Immutable. Source: the Paimon table format,
 * "Snapshot file".
 *
 * @param id 1 for the first, then up by one
 * @param schemaId the newest schema when it was committed; the state is read with it
 * @param base the manifests that describe everything before this snapshot
 * @param delta the manifests of what this snapshot changed
 * @param changelog the manifests of the changelog files of this snapshot, or null if it has none
 * @param indexManifest name of the file that lists all index files, or null if there are none
 * @param commitIdentifier of the user's commit; {@link #BATCH_COMMIT} where commits are not numbered
 * @param commitTimeMillis epoch milliseconds
 * @param totalRecordCount rows of all kinds in live files
 * @param deltaRecordCount rows in added files less rows in removed ones
 * @param changelogRecordCount rows in changelog files
 * @param statistics name of the file with statistics of the columns, or null if nobody has analysed the table
 */
public record Snapshot(
        long id,
        long schemaId,
        ListedManifests base,
        ListedManifests delta,
        @Nullable ListedManifests changelog,
        @Nullable String indexManifest,
        String commitUser,
        long commitIdentifier,
        CommitKind commitKind,
        long commitTimeMillis,
        long totalRecordCount,
        long deltaRecordCount,
        long changelogRecordCount,
        @Nullable String statistics) {
    /** The commit identifier of commits that their writer does not number. */
    public static final long BATCH_COMMIT = Long.MAX_VALUE;

    private static final int VERSION = 3;
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** What a commit did. The names are on disk. */
    public enum CommitKind {
        /** Rows came in. */
        APPEND,
        /** Files were rewritten; the rows are the same. */
        COMPACT,
        /** Whole partitions were replaced. */
        OVERWRITE,
        /** Statistics were written. */
        ANALYZE
    }

    byte[] toJson() {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("version", VERSION);
        root.put("id", id);
        root.put("schemaId", schemaId);
        put(root, "baseManifestList", base);
        put(root, "deltaManifestList", delta);
        put(root, "changelogManifestList", changelog);
        if (indexManifest != null) {
            root.put("indexManifest", indexManifest);
        }
        root.put("commitUser", commitUser);
        root.put("commitIdentifier", commitIdentifier);
        root.put("commitKind", commitKind.name());
        root.put("timeMillis", commitTimeMillis);
        root.putObject("logOffsets");
        root.put("totalRecordCount", totalRecordCount);
        root.put("deltaRecordCount", deltaRecordCount);
        root.put("changelogRecordCount", changelogRecordCount);
        if (statistics != null) {
            root.put("statistics", statistics);
        }
        try {
            return MAPPER.writeValueAsString(root).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a snapshot is always valid JSON", e);
        }
    }

    /** The snapshot in a file's bytes; CORRUPT naming the file and what is missing. */
    static Snapshot fromJson(byte[] bytes, String file) {
        JsonNode root;
        try {
            root = MAPPER.readTree(bytes);
        } catch (IOException e) {
            throw LakelogException.corrupt(file, "not valid JSON", e);
        }
        int version = (int) number(root, "version", file);
        if (version != VERSION) {
            throw LakelogException.unsupported(
                    "snapshot version " + version + " in " + file + " is not supported; only " + VERSION + " is");
        }
        String kind = text(root, "commitKind", file);
        CommitKind commitKind;
        try {
            commitKind = CommitKind.valueOf(kind);
        } catch (IllegalArgumentException e) {
            throw LakelogException.corrupt(file, "unknown commitKind '" + kind + "'", e);
        }
        return new Snapshot(
                number(root, "id", file),
                number(root, "schemaId", file),
                list(root, "baseManifestList", file),
                list(root, "deltaManifestList", file),
                root.hasNonNull("changelogManifestList") ? list(root, "changelogManifestList", file) : null,
                root.hasNonNull("indexManifest") ? root.get("indexManifest").asText() : null,
                text(root, "commitUser", file),
                number(root, "commitIdentifier", file),
                commitKind,
                number(root, "timeMillis", file),
                root.path("totalRecordCount").asLong(0),
                root.path("deltaRecordCount").asLong(0),
                root.path("changelogRecordCount").asLong(0),
                root.hasNonNull("statistics") ? root.get("statistics").asText() : null);
    }

    private static void put(ObjectNode root, String key, @Nullable ListedManifests list) {
        if (list == null) {
            root.putNull(key);
            return;
        }
        root.put(key, list.name());
        if (list.sizeBytes() >= 0) {
            root.put(key + "Size", list.sizeBytes());
        }
    }

    private static ListedManifests list(JsonNode root, String key, String file) {
        return new ListedManifests(
                text(root, key, file), root.path(key + "Size").asLong(-1));
    }

    private static JsonNode required(JsonNode root, String key, String file) {
        JsonNode value = root.get(key);
        if (value == null || value.isNull()) {
            throw LakelogException.corrupt(file, "no \"" + key + "\"", null);
        }
        return value;
    }

    private static String text(JsonNode root, String key, String file) {
        return required(root, key, file).asText();
    }

    private static long number(JsonNode root, String key, String file) {
        JsonNode value = required(root, key, file);
        if (!value.canConvertToLong()) {
            throw LakelogException.corrupt(file, "\"" + key + "\" is not a whole number: " + value, null);
        }
        return value.asLong();
    }
}
