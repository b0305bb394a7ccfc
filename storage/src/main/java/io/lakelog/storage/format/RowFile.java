package io.lakelog.storage.format;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.RowType;
import org.jspecify.annotations.Nullable;

/** Opens a data file in the format that the end of its name says. */
public final class RowFile {
    /**
     * What metadata knows of a file, so that a cut or broken one is noticed.
     *
     * @param bytes its exact length
     * @param rows how many rows it has
     */
    public record Size(long bytes, long rows) {
        void checkLength(ParquetInput input) {
            if (input.length() != bytes) {
                throw input.corrupt("it is " + input.length() + " bytes long, but " + bytes + " were written", null);
            }
        }

        void checkRows(long found, ParquetInput input) {
            if (found != rows) {
                throw input.corrupt("it has " + found + " rows, but " + rows + " were written", null);
            }
        }
    }

    private static final String ORC_LIBRARY = "org.apache.orc:orc-core:nohive";

    private RowFile() {}

    /**
     * The wanted columns of a file, in the order of its rows. Columns are found by name and not cast.
     *
     * @param expected what metadata knows of the file
     * @param columns the columns to read; one that the file lacks is read as NULLs if it is nullable
     * @param filter a condition over positions of {@code columns}: rows that cannot match may be left out; null for all
     *     rows in their places
     * @param lends whether batches may be lent, where that saves memory
     * @throws LakelogException CORRUPT if the file is missing, cut or broken, or lacks a column that is not nullable or
     *     holds one in another type (also from the source); UNSUPPORTED for a format that cannot be read
     */
    public static BatchSource open(
            FileSystem files, String path, Size expected, RowType columns, @Nullable Predicate filter, boolean lends) {
        return switch (path.substring(path.lastIndexOf('.') + 1)) {
            case "parquet" -> ParquetRowReader.open(files, path, expected.bytes(), columns, filter, lends);
            case "avro" -> AvroRowReader.open(files, path, expected, columns);
            case "orc" -> orc(files, path, expected, columns);
            default ->
                throw LakelogException.unsupported(
                        "data file " + path + " has a format that is not supported; parquet, avro and orc are");
        };
    }

    /** The ORC library is not part of every class path. */
    private static BatchSource orc(FileSystem files, String path, Size expected, RowType columns) {
        try {
            return OrcRowReader.open(files, path, expected, columns);
        } catch (NoClassDefFoundError e) {
            throw new LakelogException(
                    ErrorCode.UNSUPPORTED,
                    "data file " + path + " cannot be read without the ORC library; add " + ORC_LIBRARY
                            + " with what it needs to the class path",
                    e);
        }
    }
}
