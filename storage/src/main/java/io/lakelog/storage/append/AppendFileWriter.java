package io.lakelog.storage.append;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.format.ParquetFileInfo;
import io.lakelog.storage.format.ParquetRowWriter;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows with all table columns to data files of one bucket, a new file whenever one has its target size. Every file
 * is noted as pending; the content is synced when it is finished. Files are numbered when they are committed. Not
 * thread-safe.
 */
final class AppendFileWriter implements AutoCloseable {
    private final DataFileWriter.Target target;
    private final int source;
    private final List<DataFileMeta> finished = new ArrayList<>();
    private @Nullable ParquetRowWriter open;
    private String name = "";

    /** @param source {@link DataFileMeta#FROM_INPUT} or {@link DataFileMeta#FROM_COMPACTION} */
    AppendFileWriter(DataFileWriter.Target target, int source) {
        this.target = target;
        this.source = source;
    }

    void write(Batch rows) {
        if (rows.size() == 0) {
            return;
        }
        ParquetRowWriter writer = open == null ? begin() : open;
        writer.write(rows);
        if (writer.estimatedBytes() >= target.options().targetFileBytes()) {
            cut();
        }
    }

    private ParquetRowWriter begin() {
        Environment environment = target.environment();
        name = TableLayout.newDataFileName(environment.uniqueNames().get());
        String path = target.bucketDirectory() + "/" + name;
        target.pending().add(path);
        ParquetRowWriter writer = ParquetRowWriter.create(
                environment.files(), path, target.shape().rowType(), DataFileWriter.format(target.options()));
        open = writer;
        return writer;
    }

    /** Ends the file that is open, if one is. */
    void cut() {
        ParquetRowWriter writer = open;
        if (writer != null) {
            ParquetFileInfo info = writer.finish();
            // The format keeps the writer's wall clock as if it were UTC.
            long localMillis = LocalDateTime.now(target.environment().clock())
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli();
            finished.add(ValueStats.of(target.shape().rowType(), info)
                    .describe(name, info, target.schemaId(), source, localMillis));
            writer.close();
            open = null;
        }
    }

    /** Ends the last file; all of them, in the order of their rows. */
    List<DataFileMeta> finish() {
        cut();
        return List.copyOf(finished);
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
