package io.lakelog.tck.paimon;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.paimon.data.BinaryRow;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.index.HashBucketAssigner;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.sink.RowPartitionKeyExtractor;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.apache.paimon.table.sink.StreamWriteBuilder;
import org.apache.paimon.types.RowKind;
import org.jspecify.annotations.Nullable;

/** Paimon's streaming writer: rows and compactions, then a commit that waits for the compactions. */
public final class PaimonWriter implements AutoCloseable {
    private final FileStoreTable table;
    private final Path spillDirectory;
    private final IOManager spill;
    private final StreamTableWrite write;
    private final StreamTableCommit commit;
    private final Set<Place> touched = new HashSet<>();
    private final String user;
    private @Nullable HashBucketAssigner assigner;
    private long commitIdentifier;

    private record Place(BinaryRow partition, int bucket) {}

    PaimonWriter(FileStoreTable table, String user) {
        this.table = table;
        this.user = user;
        try {
            spillDirectory = Files.createTempDirectory("paimon-spill");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        spill = IOManager.create(spillDirectory.toString());
        StreamWriteBuilder builder = table.newStreamWriteBuilder().withCommitUser(user);
        write = builder.newWrite();
        write.withIOManager(spill);
        commit = builder.newCommit();
        // Commits of a user must have increasing identifiers, also over several writers.
        commitIdentifier = table.snapshotManager()
                .latestSnapshotOfUser(user)
                .map(snapshot -> snapshot.commitIdentifier() + 1)
                .orElse(1L);
    }

    /** Writes a row of Java values. */
    public void write(String kind, List<? extends @Nullable Object> values) throws Exception {
        GenericRow row = PaimonValues.toPaimon(values, table.rowType());
        row.setRowKind(RowKind.fromShortString(kind));
        if (table.coreOptions().bucket() == -1 && !table.primaryKeys().isEmpty()) {
            int bucket = assign(row);
            write.write(row, bucket);
            touched.add(new Place(write.getPartition(row).copy(), bucket));
        } else {
            write.write(row);
            touched.add(new Place(write.getPartition(row).copy(), write.getBucket(row)));
        }
    }

    /** As Flink's job for dynamic buckets does with one task. */
    private int assign(GenericRow row) {
        HashBucketAssigner known = assigner;
        if (known == null) {
            known = new HashBucketAssigner(
                    table.snapshotManager(),
                    user,
                    table.store().newIndexFileHandler(),
                    1,
                    1,
                    0,
                    table.coreOptions().dynamicBucketTargetRowNum(),
                    table.coreOptions().dynamicBucketMaxBuckets());
            assigner = known;
        }
        RowPartitionKeyExtractor keys = new RowPartitionKeyExtractor(table.schema());
        return known.assign(
                keys.partition(row).copy(), keys.trimmedPrimaryKey(row).hashCode());
    }

    /** Compacts every bucket of the table that holds files or rows of this writer. */
    public void compact(boolean full) throws Exception {
        Set<Place> places = new HashSet<>(touched);
        table.newSnapshotReader()
                .bucketEntries()
                .forEach(entry -> places.add(new Place(entry.partition(), entry.bucket())));
        for (Place place : places) {
            write.compact(place.partition(), place.bucket(), full);
        }
    }

    /** Commits what was written and compacted: none, one or two snapshots. */
    public void commit() throws Exception {
        long identifier = commitIdentifier++;
        commit.commit(identifier, write.prepareCommit(true, identifier));
    }

    @Override
    public void close() throws Exception {
        write.close();
        commit.close();
        spill.close();
        Files.deleteIfExists(spillDirectory);
    }
}
