package io.lakelog.storage.format;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.RowType;
import org.jspecify.annotations.Nullable;

/** Opens a data file in the format that the end of its name says. */
public final class RowFile {
    private RowFile() {}

    /**
     * The wanted columns of a file, in the order of its rows. Columns are found by name and not cast.
     *
     * @param expectedLength the file's exact length in bytes as metadata knows it, or -1
     * @param columns the columns to read; one that the file lacks is read as NULLs if it is nullable
     * @param filter a condition over positions of {@code columns}: rows that cannot match may be left out; null for all
     *     rows in their places
     * @throws LakelogException CORRUPT if the file is missing, cut or broken, or lacks a column that is not nullable or
     *     holds one in another type (also from the source); UNSUPPORTED for a format that cannot be read
     */
    public static BatchSource open(
            FileSystem files, String path, long expectedLength, RowType columns, @Nullable Predicate filter) {
        return switch (path.substring(path.lastIndexOf('.') + 1)) {
            case "parquet" -> ParquetRowReader.open(files, path, expectedLength, columns, filter);
            default ->
                throw LakelogException.unsupported(
                        "data file " + path + " has a format that is not supported; parquet, avro and orc are");
        };
    }
}
