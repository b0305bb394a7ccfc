package io.lakelog.storage.format;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.storage.ql.exec.vector.ColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads an ORC data file as batches of the wanted columns. All rows come. Whatever is wrong with the file ends in a {@link
 * LakelogException} CORRUPT that names it. The ORC library may be absent: only {@link RowFile} refers to this class. Used
 * by one thread at a time.
 */
final class OrcRowReader implements BatchSource {
    private final ParquetInput input;
    private final Reader reader;
    private final RecordReader rows;
    private final VectorizedRowBatch batch;
    private final BatchBuilder builder;
    /** For each wanted column how its vector is copied; null where the file lacks it. */
    private final OrcColumns.@Nullable Copier[] copiers;

    private final int[] sources;
    private long rowsRead;

    private OrcRowReader(ParquetInput input, Reader reader, RowType wanted) throws IOException {
        this.input = input;
        this.reader = reader;
        this.builder = new BatchBuilder(wanted);
        this.copiers = new OrcColumns.Copier[wanted.size()];
        this.sources = new int[wanted.size()];
        TypeDescription schema = reader.getSchema();
        if (schema.getCategory() != TypeDescription.Category.STRUCT) {
            throw new MalformedFileException("a row should be a struct, but is " + schema);
        }
        boolean[] included = new boolean[schema.getMaximumId() + 1];
        included[0] = true;
        for (int i = 0; i < sources.length; i++) {
            Field field = wanted.field(i);
            sources[i] = schema.getFieldNames().indexOf(field.name());
            if (sources[i] >= 0) {
                TypeDescription stored = schema.getChildren().get(sources[i]);
                copiers[i] = OrcColumns.copier(field, stored);
                Arrays.fill(included, stored.getId(), stored.getMaximumId() + 1, true);
            } else if (!field.type().nullable()) {
                throw new MalformedFileException(
                        "it has no column '" + field.name() + "', only " + schema.getFieldNames());
            }
        }
        this.rows = reader.rows(reader.options().include(included).useZeroCopy(false));
        this.batch = schema.createRowBatch(TypeDescription.RowBatchVersion.ORIGINAL, Batch.TARGET_ROWS);
    }

    /** @param expected what metadata knows; a broken footer may ask for more rows than will ever come */
    static OrcRowReader open(FileSystem files, String path, RowFile.Size expected, RowType wanted) {
        ParquetInput input = ParquetInput.open(files, path);
        try {
            expected.checkLength(input);
            Configuration configuration = new Configuration(false);
            OrcFile.ReaderOptions options = OrcFile.readerOptions(configuration)
                    .filesystem(new OrcInput(input, configuration))
                    .maxLength(input.length())
                    .useUTCTimestamp(true);
            Reader reader = OrcFile.createReader(new Path("file:/data.orc"), options);
            expected.checkRows(reader.getNumberOfRows(), input);
            expected.checkRows(
                    reader.getStripes().stream()
                            .mapToLong(StripeInformation::getNumberOfRows)
                            .sum(),
                    input);
            return new OrcRowReader(input, reader, wanted);
        } catch (IOException | RuntimeException e) {
            input.close();
            throw input.broken("it cannot be opened", e);
        }
    }

    @Override
    public @Nullable Batch next() {
        try {
            while (rows.nextBatch(batch)) {
                if (batch.size > 0) {
                    rowsRead += batch.size;
                    return copy(batch.size);
                }
            }
        } catch (IOException | RuntimeException e) {
            throw input.broken("its rows cannot be read", e);
        }
        if (rowsRead != reader.getNumberOfRows()) {
            throw input.corrupt("it has " + rowsRead + " rows, but says " + reader.getNumberOfRows(), null);
        }
        return null;
    }

    private Batch copy(int size) {
        for (int i = 0; i < sources.length; i++) {
            OrcColumns.Copier copier = copiers[i];
            if (copier == null) {
                for (int row = 0; row < size; row++) {
                    builder.column(i).appendNull();
                }
            } else {
                ColumnVector vector = batch.cols[sources[i]];
                copier.copy(vector, 0, size, builder.column(i));
            }
        }
        return sources.length == 0 ? new Batch(size, List.of()) : builder.build();
    }

    @Override
    public void close() {
        try (input) {
            rows.close();
            reader.close();
        } catch (IOException e) {
            throw input.broken("it cannot be closed", e);
        }
    }
}
