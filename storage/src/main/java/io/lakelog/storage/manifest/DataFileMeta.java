package io.lakelog.storage.manifest;

import io.lakelog.storage.row.BinaryRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One data or changelog file. Immutable. Source: the Paimon table format, "Manifest list and manifest".
 *
 * @param name without directory
 * @param sizeBytes exact
 * @param rowCount all rows, deletes included
 * @param minKey trimmed primary key of the first row
 * @param maxKey trimmed primary key of the last row
 * @param keyStats bounds of the trimmed primary key's columns
 * @param valueStats bounds of the columns named in {@code valueStatsColumns}, or of all columns
 * @param minSequenceNumber lowest sequence number of its rows
 * @param maxSequenceNumber highest sequence number of its rows
 * @param schemaId the schema it was written with
 * @param level of the LSM tree
 * @param extraFiles side files in the same directory
 * @param creationTimeMillis local wall clock of the writer as if it were UTC, or null
 * @param deleteRowCount rows of kind -U or -D; null if not known
 * @param embeddedIndex a small index, or null
 * @param source {@link #FROM_INPUT}, {@link #FROM_COMPACTION}, or null
 * @param valueStatsColumns the columns of {@code valueStats}; null means all
 * @param externalPath full path of a file that lies elsewhere, or null
 * @param firstRowId of row tracking, or null
 * @param writeColumns of data evolution, or null
 * @param deletedRows which of its rows are gone at the state that lists it, or null; never part of a manifest
 */
public record DataFileMeta(
        String name,
        long sizeBytes,
        long rowCount,
        BinaryRow minKey,
        BinaryRow maxKey,
        ColumnStats keyStats,
        ColumnStats valueStats,
        long minSequenceNumber,
        long maxSequenceNumber,
        long schemaId,
        int level,
        List<String> extraFiles,
        @Nullable Long creationTimeMillis,
        @Nullable Long deleteRowCount,
        byte @Nullable [] embeddedIndex,
        @Nullable Integer source,
        @Nullable List<String> valueStatsColumns,
        @Nullable String externalPath,
        @Nullable Long firstRowId,
        @Nullable List<String> writeColumns,
        @Nullable DeletedRows deletedRows) {
    /** Written from input. */
    public static final int FROM_INPUT = 0;

    /** Written by a compaction. */
    public static final int FROM_COMPACTION = 1;

    /** The same file on another level: it is listed anew, not copied. */
    public DataFileMeta onLevel(int newLevel) {
        return with(name, newLevel, extraFiles, deletedRows);
    }

    /** The same file, some of its rows gone; null if none is. */
    public DataFileMeta without(@Nullable DeletedRows deleted) {
        return with(name, level, extraFiles, deleted);
    }

    /** A copy of the file under another name, without side files. */
    public DataFileMeta named(String newName) {
        return with(newName, level, List.of(), deletedRows);
    }

    private DataFileMeta with(String newName, int newLevel, List<String> newExtraFiles, @Nullable DeletedRows deleted) {
        return new DataFileMeta(
                newName,
                sizeBytes,
                rowCount,
                minKey,
                maxKey,
                keyStats,
                valueStats,
                minSequenceNumber,
                maxSequenceNumber,
                schemaId,
                newLevel,
                newExtraFiles,
                creationTimeMillis,
                deleteRowCount,
                embeddedIndex,
                source,
                valueStatsColumns,
                externalPath,
                firstRowId,
                writeColumns,
                deleted);
    }

    /** The same file with sequence numbers, which its rows do not bear themselves. */
    public DataFileMeta numbered(long first, long last) {
        return new DataFileMeta(
                name,
                sizeBytes,
                rowCount,
                minKey,
                maxKey,
                keyStats,
                valueStats,
                first,
                last,
                schemaId,
                level,
                extraFiles,
                creationTimeMillis,
                deleteRowCount,
                embeddedIndex,
                source,
                valueStatsColumns,
                externalPath,
                firstRowId,
                writeColumns,
                deletedRows);
    }

    /** ORC's own statistics, which writers copy, pad a CHAR with blanks; its values are read without them. */
    public boolean boundsOfCharArePadded() {
        return name.endsWith(".orc");
    }

    /** Whether the file is known to hold no retract row. */
    public boolean hasNoDeletes() {
        return deleteRowCount != null && deleteRowCount == 0;
    }
}
