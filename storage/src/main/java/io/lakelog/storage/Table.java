package io.lakelog.storage;

import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.TableSchema;
import java.util.List;
import java.util.OptionalLong;

/**
 * A table with the schema it had when it was opened: write, scan and follow it. Thread-safe; sources and writes that it
 * hands out are not.
 */
public interface Table {
    TableName name();

    /** The newest schema when the table was opened. */
    TableSchema schema();

    /** The id of the newest snapshot, or empty for a table that nobody has written. Reads the directory each time. */
    OptionalLong latestSnapshotId();

    /**
     * The schema with which a snapshot is read.
     *
     * @throws io.lakelog.storage.error.LakelogException INVALID_RANGE naming the ids that can be read
     */
    TableSchema schemaAt(long snapshotId);

    /**
     * This table as it was described when a snapshot was committed: its scans and changes have the columns of that time,
     * with values of rows written later as far as they fit. It cannot be written if the schema is another one now.
     *
     * @throws io.lakelog.storage.error.LakelogException INVALID_RANGE naming the ids that can be read
     */
    Table asOf(long snapshotId);

    /** All snapshots that can be read, oldest first. */
    List<SnapshotInfo> snapshots();

    /**
     * The rows of one state, merged: at most one row a key, in the columns of {@link #schema()} whatever schema the
     * state had; {@link #asOf} has those of that time.
     *
     * @throws io.lakelog.storage.error.LakelogException INVALID_RANGE for a snapshot that cannot be read, CORRUPT for a
     *     missing or broken file (also from the source)
     */
    BatchSource scan(ScanRequest request);

    /**
     * The rows of some keys in one state of a table with a key, in no order; where versions are merged, rows of other keys
     * may come along. Reads only what may hold the keys.
     *
     * @throws io.lakelog.storage.error.LakelogException as {@link #scan}
     */
    BatchSource find(KeyRequest request);

    /** How much {@link #scan} would have to read for the same request. */
    ScanExtent extent(ScanRequest request);

    /**
     * The rows of a snapshot of a table without a key, each batch with one more column (LONG) that says where a row is:
     * what {@link TableWrite#remove} takes.
     *
     * @param request with a snapshot id
     */
    BatchSource scanWithRowIds(ScanRequest request);

    /**
     * The changes of a range of snapshots, ordered by snapshot and change number. Each batch has the columns {@code
     * rowkind} (layout INT: {@link io.lakelog.storage.row.RowKind#code()}), {@code snapshot_id} (LONG), {@code change_no}
     * (LONG, from 0 within a snapshot), {@code commit_time} (LONG, microseconds since the epoch, UTC), then the requested
     * ones.
     *
     * @throws io.lakelog.storage.error.LakelogException INVALID_RANGE for a range that cannot be read
     */
    BatchSource changes(ChangesRequest request);

    /**
     * Whether a state holds rows that {@link #changes} does not tell before a compaction has come over them.
     *
     * @param snapshotId the state; empty for the newest
     */
    boolean awaitsCompaction(OptionalLong snapshotId);

    /**
     * Compacts the whole table fully, as a snapshot of its own: each bucket has one run afterwards, and everything that was
     * not announced is.
     *
     * @return the snapshot's id, or empty if there was nothing to do
     */
    OptionalLong compact();

    /**
     * The snapshot that a tag names, whether or not its own file is still there; its id can be scanned.
     *
     * @throws io.lakelog.storage.error.LakelogException INVALID_RANGE naming the near match if there is no such tag
     */
    long tagSnapshot(String tag);

    /**
     * The rows on the top level only: as the last full compactions left them, read without merging. As for {@link #scan},
     * but what came in since is not seen.
     */
    BatchSource scanCompacted(ScanRequest request);

    /** What the table is made of. */
    TableInspection inspect();

    /** What is done to look after the table. */
    TableMaintenance maintenance();

    /**
     * Begins a write.
     *
     * @param dependsOn the snapshot that the rows were computed from (0 for none yet): if another one is newest at
     *     commit, the commit fails with CONFLICT and the caller computes again. Empty for rows that depend on nothing:
     *     they are resolved again against whatever has been committed meanwhile, and never conflict.
     */
    TableWrite newWrite(OptionalLong dependsOn);

    /**
     * Begins a write whose rows, all of kind INSERT, take the place of others: the commit is a snapshot of kind OVERWRITE,
     * with the difference as its changelog where the table has one. Whatever is there at the commit is replaced. Replacing
     * nothing by nothing makes no snapshot.
     */
    TableWrite newOverwrite(Overwrite what);
}
