package io.lakelog.storage.index;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.format.AvroFile;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DeletedRows;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The index manifests and index files of one table: written once under new names. Thread-safe. */
public final class IndexStore {
    private final Environment environment;
    private final TableLayout layout;

    public IndexStore(Environment environment, TableLayout layout) {
        this.environment = environment;
        this.layout = layout;
    }

    /** The index files alive, in order; CORRUPT naming the manifest if it is missing or broken. */
    public List<IndexEntry> readManifest(String name) {
        String path = layout.manifest(name);
        List<IndexEntry> entries = new ArrayList<>();
        for (@Nullable Object[] row : AvroFile.read(environment.files(), path, IndexRecords.ENTRY)) {
            entries.add(IndexRecords.read(row, path));
        }
        return entries;
    }

    /** Writes a manifest of all index files alive; synced, noted as pending. */
    public String writeManifest(List<IndexEntry> entries, PendingFiles pending) {
        String name = TableLayout.newIndexManifestName(environment.uniqueNames().get());
        List<Object[]> rows = new ArrayList<>(entries.size());
        entries.forEach(entry -> rows.add(IndexRecords.write(entry)));
        pending.add(layout.manifest(name));
        AvroFile.write(environment.files(), layout.manifest(name), IndexRecords.ENTRY, rows);
        return name;
    }

    /** For the data files of each bucket which of their rows are gone, by file name. */
    public Map<BucketId, Map<String, DeletedRows>> deletedRows(String manifest) {
        Map<BucketId, Map<String, DeletedRows>> deleted = new HashMap<>();
        for (IndexEntry entry : readManifest(manifest)) {
            if (!entry.type().equals(IndexEntry.DELETION_VECTORS) || entry.vectors() == null) {
                continue;
            }
            Map<String, DeletedRows> files = deleted.computeIfAbsent(entry.bucket(), bucket -> new HashMap<>());
            for (IndexEntry.VectorRange range : entry.vectors()) {
                files.put(
                        range.dataFile(),
                        new DeletedRows(path(entry), range.offset(), range.lengthBytes(), range.cardinality()));
            }
        }
        return deleted;
    }

    /** The hashes of a bucket; CORRUPT naming the file if it is missing or of another size. */
    int[] readHashes(IndexEntry entry) {
        String path = path(entry);
        byte[] content;
        try {
            content = environment.files().read(path);
        } catch (FileNotFoundException e) {
            throw LakelogException.corrupt(path, "it does not exist", e);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read index file " + path + ": " + e.getMessage(), e);
        }
        if (content.length != entry.sizeBytes() || content.length != entry.rowCount() * Integer.BYTES) {
            throw LakelogException.corrupt(
                    path,
                    "it is " + content.length + " bytes long, but " + entry.rowCount() + " hashes were written",
                    null);
        }
        int[] hashes = new int[content.length / Integer.BYTES];
        ByteBuffer.wrap(content).asIntBuffer().get(hashes);
        return hashes;
    }

    /** Writes the hashes of a bucket; synced, noted as pending. */
    IndexEntry writeHashes(BucketId bucket, int[] hashes, PendingFiles pending) {
        String name = TableLayout.newIndexFileName(environment.uniqueNames().get());
        String path = layout.indexFile(name);
        byte[] content = new byte[hashes.length * Integer.BYTES];
        ByteBuffer.wrap(content).asIntBuffer().put(hashes);
        pending.add(path);
        try (FileSystem.Output file = environment.files().create(path)) {
            file.write(content, 0, content.length);
            file.sync();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot write index file " + path + ": " + e.getMessage(), e);
        }
        return new IndexEntry(bucket, IndexEntry.HASH, name, content.length, hashes.length, null, null);
    }

    private String path(IndexEntry entry) {
        return entry.externalPath() == null
                ? layout.indexFile(entry.fileName())
                : layout.external(entry.externalPath());
    }

    /** The rows of a data file that are gone; CORRUPT naming the index file if it is missing or broken. */
    public static DeletionVector readVector(FileSystem files, DeletedRows deleted) {
        String path = deleted.indexFile();
        try (FileSystem.Input input = files.open(path)) {
            int available = (int) Math.min(
                    Math.max(0, input.length() - deleted.offset()), DeletionVector.frameBytes(deleted.lengthBytes()));
            ByteBuffer frame = ByteBuffer.allocate(available);
            input.readFully(deleted.offset(), frame);
            return DeletionVector.parse(frame.flip(), deleted.lengthBytes(), deleted.cardinality(), path);
        } catch (FileNotFoundException | EOFException e) {
            throw LakelogException.corrupt(path, "it does not exist or is too short", e);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read index file " + path + ": " + e.getMessage(), e);
        }
    }
}
