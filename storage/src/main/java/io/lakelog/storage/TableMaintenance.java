package io.lakelog.storage;

import io.lakelog.storage.snapshot.Tag;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What is done to look after a table. Commits do most of it by themselves, within limits. Thread-safe. */
public interface TableMaintenance {
    /**
     * Compacts, as a snapshot of its own.
     *
     * @param partitions which partitions, each as {@code column=value,column=value}; empty for all
     * @param full true: each bucket has one run afterwards, and everything that was not announced is; false: only buckets
     *     with too many runs are compacted, and only as far as needed
     * @param idle only partitions to which nothing was written for so long; null for all
     * @return the snapshot's id, or empty if there was nothing to do
     * @throws io.lakelog.storage.error.LakelogException COLUMN_NOT_FOUND for something that is no partition column
     */
    OptionalLong compact(List<String> partitions, boolean full, @Nullable Duration idle);

    /** Compacts partitions whenever they were written. */
    default OptionalLong compact(List<String> partitions, boolean full) {
        return compact(partitions, full, null);
    }

    /** All tags, by snapshot. */
    List<Tag> tags();

    /**
     * Gives a snapshot a name; what it needs is kept for as long as the tag is there.
     *
     * @param snapshotId empty for the newest
     * @param retained after which it may go; null for what the table's options say
     * @return the snapshot
     * @throws io.lakelog.storage.error.LakelogException ALREADY_EXISTS, INVALID_RANGE for a snapshot that is not there
     */
    long createTag(String name, OptionalLong snapshotId, @Nullable Duration retained);

    /**
     * Lets a tag that is there mean another snapshot.
     *
     * @param snapshotId empty for the one that it means
     */
    void replaceTag(String name, OptionalLong snapshotId, @Nullable Duration retained);

    void renameTag(String name, String newName);

    /** Removes a tag, and what only it kept; INVALID_RANGE naming the near match if there is none. */
    void deleteTag(String name);

    /**
     * Removes tags that have had their time.
     *
     * @param olderThanMillis in place of what was said when each was made: those made before this moment go; empty for
     *     those whose time is over
     * @return their names
     */
    List<String> expireTags(OptionalLong olderThanMillis);

    /**
     * Expires snapshots. What is not said is as the table's options say, but without a limit.
     *
     * @return how many went
     * @throws io.lakelog.storage.error.LakelogException INVALID_PARAMETER for numbers that make no sense
     */
    int expireSnapshots(ExpiryRequest request);

    /** Expires changelogs that outlived their snapshots, as for snapshots. */
    int expireChangelogs(ExpiryRequest request);

    /**
     * Makes the table what it was, as a new snapshot with the differences as its changelog. The schema stays.
     *
     * @param snapshotId one that can be read
     * @return the new snapshot, or empty if the table is just that
     */
    OptionalLong rollbackTo(long snapshotId);

    /**
     * Sets where a consumer goes on, or forgets it.
     *
     * @param next the snapshot whose changes it takes next; empty to forget it
     * @throws io.lakelog.storage.error.LakelogException INVALID_RANGE, naming what can be read, for a snapshot that is
     *     neither there nor the next one
     */
    void resetConsumer(String id, OptionalLong next);

    /**
     * Forgets consumers that have not moved for long.
     *
     * @param olderThanMillis moment before which they last moved; empty for what the table's options say, if anything
     * @return their ids
     */
    List<String> expireConsumers(OptionalLong olderThanMillis);

    /**
     * Forgets consumers by name.
     *
     * @param including regular expression that an id must match whole; null for all
     * @param excluding regular expression that it must not match; null for none
     * @return their ids
     */
    List<String> clearConsumers(@Nullable String including, @Nullable String excluding);

    /**
     * Removes files that nothing leads to.
     *
     * @param olderThanMillis only those last written before this moment; younger ones may be part of a commit under way
     * @param dryRun only say which
     * @return their paths
     */
    List<String> removeOrphanFiles(long olderThanMillis, boolean dryRun);

    /**
     * How much is to be kept.
     *
     * @param retainMin number of newest that stay
     * @param retainMax number of newest beyond which all go
     * @param olderThanMillis of the others, those committed before this moment go
     * @param maxDeletes how many may go
     */
    record ExpiryRequest(
            OptionalInt retainMin, OptionalInt retainMax, OptionalLong olderThanMillis, OptionalInt maxDeletes) {
        /** As the table's options say. */
        public static final ExpiryRequest AS_OPTIONS =
                new ExpiryRequest(OptionalInt.empty(), OptionalInt.empty(), OptionalLong.empty(), OptionalInt.empty());
    }
}
