package io.lakelog.storage.layout;

import io.lakelog.storage.error.LakelogException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Every path of one table. Immutable.
 *
 * <pre>
 * &lt;table&gt;/schema/schema-&lt;id&gt;
 *         snapshot/snapshot-&lt;id&gt;  snapshot/LATEST  snapshot/EARLIEST
 *         changelog/changelog-&lt;id&gt;  changelog/LATEST  changelog/EARLIEST
 *         tag/tag-&lt;name&gt;  consumer/consumer-&lt;id&gt;  branch/branch-&lt;name&gt;
 *         manifest/manifest-&lt;unique&gt;  manifest/manifest-list-&lt;unique&gt;  manifest/index-manifest-&lt;unique&gt;
 *         index/index-&lt;unique&gt;
 *         [&lt;name&gt;=&lt;value&gt;/]*bucket-&lt;n&gt;/data-&lt;unique&gt;.parquet  changelog-&lt;unique&gt;.parquet
 * </pre>
 *
 * A branch has schemas and snapshots of its own, in {@code branch/branch-<name>/}; all other files lie with the table's.
 *
 * @param root the table's directory
 * @param stateRoot where schemas and snapshots lie
 */
public record TableLayout(String root, String stateRoot) {
    /** Number of the bucket whose rows wait until a compaction puts them into buckets proper: nobody reads them before. */
    public static final int POSTPONED_BUCKET = -2;

    private static final String SNAPSHOT_PREFIX = "snapshot-";
    private static final String SCHEMA_PREFIX = "schema-";
    private static final String CHANGELOG_PREFIX = "changelog-";
    private static final String TAG_PREFIX = "tag-";
    private static final String CONSUMER_PREFIX = "consumer-";
    private static final String BRANCH_PREFIX = "branch-";

    /** The table itself. */
    public TableLayout(String root) {
        this(root, root);
    }

    /** A branch of the table. */
    public TableLayout branch(String name) {
        return new TableLayout(root, root + "/branch/branch-" + name);
    }

    public boolean isBranch() {
        return !stateRoot.equals(root);
    }

    public String schemaDirectory() {
        return stateRoot + "/schema";
    }

    public String schemaFile(long id) {
        return schemaDirectory() + "/" + SCHEMA_PREFIX + id;
    }

    /** The id in a schema file's name, or empty for other names. */
    public static OptionalLong schemaId(String fileName) {
        return idAfter(SCHEMA_PREFIX, fileName);
    }

    public String snapshotDirectory() {
        return stateRoot + "/snapshot";
    }

    public String snapshotFile(long id) {
        return snapshotDirectory() + "/" + SNAPSHOT_PREFIX + id;
    }

    /** The id in a snapshot file's name, or empty for other names. */
    public static OptionalLong snapshotId(String fileName) {
        return idAfter(SNAPSHOT_PREFIX, fileName);
    }

    public String latestHint() {
        return snapshotDirectory() + "/LATEST";
    }

    public String earliestHint() {
        return snapshotDirectory() + "/EARLIEST";
    }

    /** Where changelogs go that outlive their snapshots. */
    public String changelogDirectory() {
        return root + "/changelog";
    }

    public String changelogFile(long id) {
        return changelogDirectory() + "/" + CHANGELOG_PREFIX + id;
    }

    /** The id in the name of a changelog that outlived its snapshot, or empty for other names. */
    public static OptionalLong changelogId(String fileName) {
        return idAfter(CHANGELOG_PREFIX, fileName);
    }

    public String latestChangelogHint() {
        return changelogDirectory() + "/LATEST";
    }

    public String earliestChangelogHint() {
        return changelogDirectory() + "/EARLIEST";
    }

    public String tagDirectory() {
        return root + "/tag";
    }

    public String tagFile(String name) {
        return tagDirectory() + "/" + TAG_PREFIX + name;
    }

    /** The tag in a file's name, or empty for other names. */
    public static Optional<String> tagName(String fileName) {
        return nameAfter(TAG_PREFIX, fileName);
    }

    public String consumerDirectory() {
        return root + "/consumer";
    }

    public String consumerFile(String id) {
        return consumerDirectory() + "/" + CONSUMER_PREFIX + id;
    }

    /** The consumer in a file's name, or empty for other names. */
    public static Optional<String> consumerId(String fileName) {
        return nameAfter(CONSUMER_PREFIX, fileName);
    }

    public String branchDirectory() {
        return root + "/branch";
    }

    /** The branch in a directory's name, or empty for other names. */
    public static Optional<String> branchName(String directoryName) {
        return nameAfter(BRANCH_PREFIX, directoryName);
    }

    public String statisticsDirectory() {
        return root + "/statistics";
    }

    public String manifestDirectory() {
        return root + "/manifest";
    }

    public String manifest(String name) {
        return manifestDirectory() + "/" + name;
    }

    public String indexDirectory() {
        return root + "/index";
    }

    public String indexFile(String name) {
        return indexDirectory() + "/" + name;
    }

    /**
     * The path of a file or directory that metadata places elsewhere.
     *
     * @param path an unescaped URI or a plain path
     * @throws LakelogException UNSUPPORTED naming it, if it is not within the warehouse, or on another file system
     */
    public String external(String path) {
        if (!path.startsWith("file:") && !path.startsWith("/")) {
            throw LakelogException.unsupported(
                    "file " + path + " of table " + root + " lies where this build cannot read; only file: is known");
        }
        String plain =
                path.startsWith("file:") ? path.substring("file:".length()).replaceFirst("^/+", "/") : path;
        if (!plain.startsWith(warehouse() + "/") || (plain + "/").contains("/../")) {
            throw LakelogException.unsupported("file " + path + " of table " + root
                    + " lies outside the warehouse ('data-file.external-paths'), and nothing outside " + warehouse()
                    + " is read; open a warehouse that holds both, or let its writer bring the files back");
        }
        return plain;
    }

    private String warehouse() {
        String database = root.substring(0, Math.max(0, root.lastIndexOf('/')));
        return database.substring(0, Math.max(0, database.lastIndexOf('/')));
    }

    /**
     * The directory of a bucket.
     *
     * @param partitionPath as {@link PartitionPaths#path} gives it: empty, or ending in a slash
     */
    public String bucketDirectory(String partitionPath, int bucket) {
        return root + "/" + partitionPath + "bucket-" + (bucket == POSTPONED_BUCKET ? "postpone" : bucket);
    }

    public static String newManifestName(String unique) {
        return "manifest-" + unique;
    }

    public static String newManifestListName(String unique) {
        return "manifest-list-" + unique;
    }

    public static String newIndexManifestName(String unique) {
        return "index-manifest-" + unique;
    }

    public static String newIndexFileName(String unique) {
        return "index-" + unique;
    }

    public static String newDataFileName(String unique) {
        return "data-" + unique + ".parquet";
    }

    public static String newChangelogFileName(String unique) {
        return "changelog-" + unique + ".parquet";
    }

    private static Optional<String> nameAfter(String prefix, String fileName) {
        return fileName.startsWith(prefix) && fileName.length() > prefix.length()
                ? Optional.of(fileName.substring(prefix.length()))
                : Optional.empty();
    }

    private static OptionalLong idAfter(String prefix, String fileName) {
        if (!fileName.startsWith(prefix)) {
            return OptionalLong.empty();
        }
        String digits = fileName.substring(prefix.length());
        if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(digits));
    }
}
