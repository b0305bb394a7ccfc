package io.lakelog.storage.write;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.ChangelogProducer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives a bucket the files that it had before. A file that is no longer alive comes back as a copy under a new name: the
 * old one goes when the snapshot that removed it expires. Thread-safe; touches only files that it creates.
 */
public final class BucketRestorer {
    private static final int COPY_BYTES = 1 << 20;

    private final BucketFiles files;

    BucketRestorer(BucketFiles files) {
        this.files = files;
    }

    /**
     * The changes that make {@code live} what was alive {@code earlier}.
     *
     * @param changes what that changes of the announced rows; closed here
     */
    public BucketChanges restore(
            BucketId bucket, List<ManifestEntry> live, List<ManifestEntry> earlier, BatchSource changes) {
        Map<ManifestEntry.Identity, DataFileMeta> removed = new LinkedHashMap<>();
        live.forEach(entry -> removed.put(entry.identity(), entry.file()));
        List<String> present = live.stream().map(entry -> entry.file().name()).toList();
        List<DataFileMeta> added = new ArrayList<>();
        for (ManifestEntry entry : earlier) {
            if (entry.totalBuckets() != files.options().buckets()) {
                throw LakelogException.unsupported("the state had " + entry.totalBuckets() + " buckets, the table has "
                        + files.options().buckets() + "; going back over that is not supported yet");
            }
            if (entry.file().deletedRows() != null) {
                throw LakelogException.unsupported(
                        "the state has deletion vectors; going back to such a state is not supported yet");
            }
            if (removed.remove(entry.identity()) == null) {
                added.add(present.contains(entry.file().name()) ? entry.file() : copy(bucket, entry.file()));
            }
        }
        return new BucketChanges(
                bucket, files.options().buckets(), List.copyOf(removed.values()), added, changelog(bucket, changes));
    }

    private List<DataFileMeta> changelog(BucketId bucket, BatchSource changes) {
        try (changes) {
            if (files.options().changelogProducer() == ChangelogProducer.NONE) {
                return List.of();
            }
            int level =
                    switch (files.options().changelogProducer()) {
                        case NONE, INPUT -> 0;
                        case LOOKUP, FULL_COMPACTION -> files.options().topLevel();
                    };
            try (DataFileWriter writer = files.newWriter(bucket, true, level, DataFileMeta.FROM_INPUT)) {
                Batch batch;
                while ((batch = changes.next()) != null) {
                    writer.write(batch);
                }
                return writer.finish();
            }
        }
    }

    private DataFileMeta copy(BucketId bucket, DataFileMeta file) {
        if (file.externalPath() != null) {
            throw LakelogException.unsupported(
                    "file " + file.externalPath() + " lies outside its table; going back is not supported yet");
        }
        FileSystem disk = files.prototype().environment().files();
        String name = TableLayout.newDataFileName(
                files.prototype().environment().uniqueNames().get());
        String from = files.directory(bucket) + "/" + file.name();
        String to = files.directory(bucket) + "/" + name;
        files.prototype().pending().add(to);
        try (FileSystem.Input input = disk.open(from);
                FileSystem.Output output = disk.create(to)) {
            long length = input.length();
            if (length != file.sizeBytes()) {
                throw LakelogException.corrupt(
                        from, "it has " + length + " bytes where " + file.sizeBytes() + " are listed", null);
            }
            byte[] buffer = new byte[(int) Math.min(COPY_BYTES, length)];
            for (long at = 0; at < length; ) {
                int count = (int) Math.min(buffer.length, length - at);
                input.readFully(at, ByteBuffer.wrap(buffer, 0, count));
                output.write(buffer, 0, count);
                at += count;
            }
            output.sync();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot copy " + from, e);
        }
        return file.named(name);
    }
}
