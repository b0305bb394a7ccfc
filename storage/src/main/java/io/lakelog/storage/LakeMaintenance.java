package io.lakelog.storage;

import io.lakelog.storage.changes.StateChanges;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.retention.OrphanFiles;
import io.lakelog.storage.retention.TagRemoval;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.schema.TableOptions;
import io.lakelog.storage.snapshot.ConsumerStore;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.SnapshotStore;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.snapshot.Tag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Looking after one table: one thing at a time in a process, so that commits, tags and expiries do not cross. */
final class LakeMaintenance implements TableMaintenance {
    private final LakeTable table;
    private final Retention retention;
    private final SnapshotStore snapshots;

    LakeMaintenance(LakeTable table) {
        this.table = table;
        this.retention = table.retention();
        this.snapshots = table.files().snapshots;
    }

    @Override
    public OptionalLong compact(List<String> partitions, boolean full, @Nullable Duration idle) {
        PartitionFilter filter = PartitionFilter.parse(partitions, table);
        // Not beside one that runs by itself, whose work would be lost.
        return table.files()
                .compaction
                .exclusively(() -> locked(() -> {
                    Set<BinaryRow> busy = idle == null ? Set.of() : writtenWithin(idle);
                    return new TableCompaction(table)
                            .run(bucket -> filter.matches(bucket) && !busy.contains(bucket.partition()), full);
                }));
    }

    /** The partitions to which something was written not so long ago. */
    private Set<BinaryRow> writtenWithin(Duration time) {
        LiveFiles live = table.files().states.latest().files();
        long since = table.files().environment.wallClockMillis() - time.toMillis();
        Set<BinaryRow> partitions = new LinkedHashSet<>();
        for (BucketId bucket : live.buckets()) {
            for (DataFileMeta file : live.files(bucket)) {
                Long written = file.creationTimeMillis();
                if (written != null && written > since) {
                    partitions.add(bucket.partition());
                }
            }
        }
        return partitions;
    }

    @Override
    public List<Tag> tags() {
        return snapshots.tags().list();
    }

    @Override
    public long createTag(String name, OptionalLong snapshotId, @Nullable Duration retained) {
        return locked(() -> {
            long id = snapshotId.isPresent() ? snapshotId.getAsLong() : newest();
            snapshots.read(id);
            snapshots.tag(name, id, retention.wallClock(), orDefault(retained));
            return id;
        });
    }

    @Override
    public void replaceTag(String name, OptionalLong snapshotId, @Nullable Duration retained) {
        locked(() -> {
            Tag before = snapshots.tags().read(name);
            long id = snapshotId.orElse(before.snapshot().id());
            snapshots.read(id);
            snapshots.retag(name, id, retention.wallClock(), orDefault(retained));
            if (id != before.snapshot().id()) {
                new TagRemoval(retention.stores()).release(before.snapshot());
            }
            return id;
        });
    }

    @Override
    public void renameTag(String name, String newName) {
        locked(() -> {
            snapshots.tags().rename(name, newName);
            return name;
        });
    }

    private @Nullable Duration orDefault(@Nullable Duration retained) {
        return retained == null ? retention.options().tags() : retained;
    }

    private long newest() {
        return snapshots
                .latestId()
                .orElseThrow(() -> new LakelogException(
                        ErrorCode.INVALID_RANGE,
                        "table " + table.name() + " has no snapshot yet: nobody has written it"));
    }

    @Override
    public void deleteTag(String name) {
        locked(() -> {
            new TagRemoval(retention.stores()).remove(name);
            return name;
        });
    }

    @Override
    public List<String> expireTags(OptionalLong olderThanMillis) {
        return locked(() -> retention.expireTags(olderThanMillis));
    }

    @Override
    public int expireSnapshots(ExpiryRequest request) {
        return locked(() -> retention.expireSnapshots(request, Integer.MAX_VALUE));
    }

    @Override
    public int expireChangelogs(ExpiryRequest request) {
        return locked(() -> retention.expireChangelogs(request, Integer.MAX_VALUE));
    }

    @Override
    public OptionalLong rollbackTo(long snapshotId) {
        table.checkWritable();
        return locked(() -> {
            while (true) {
                TableState base = table.files().states.latest();
                Snapshot target = snapshots.read(snapshotId);
                if (base.snapshotId() == target.id()) {
                    return OptionalLong.empty();
                }
                checkSameRules(target);
                Optional<TableState> restored =
                        restore(base, table.files().states.at(target));
                if (restored.isPresent()) {
                    retention.afterCommit(restored.get().snapshotId());
                    return OptionalLong.of(restored.get().snapshotId());
                }
            }
        });
    }

    /** One attempt to make the table's files those of an earlier state. */
    private Optional<TableState> restore(TableState base, TableState earlier) {
        if (table.shape().keySpansPartitions()) {
            return new SpanningCommit(table, base).restore(earlier);
        }
        Set<BucketId> buckets = new LinkedHashSet<>();
        base.files().buckets().forEach(buckets::add);
        earlier.files().buckets().forEach(buckets::add);
        return new TableCommit(table, base, Snapshot.CommitKind.OVERWRITE, false)
                .attempt(
                        buckets,
                        (writer, bucket) -> writer.restorer()
                                .restore(
                                        bucket,
                                        base.files().entries(bucket),
                                        earlier.files().entries(bucket),
                                        table.stateChanges()
                                                .between(bucket, of(table, base, bucket), of(table, earlier, bucket))));
    }

    static StateChanges.BucketState of(LakeTable table, TableState state, BucketId bucket) {
        return StateChanges.BucketState.of(
                state.files(),
                bucket,
                state.snapshot().map(Snapshot::schemaId).orElse(table.schema().id()));
    }

    /** Files that lie as other options say cannot come back without being rewritten. */
    private void checkSameRules(Snapshot target) {
        TableOptions then = table.rulesOf(target.schemaId()).options();
        TableOptions now = table.options();
        if (then.changelogProducer() != now.changelogProducer()
                || then.levels() != now.levels()
                || then.deletionVectors() != now.deletionVectors()) {
            throw LakelogException.unsupported("the options of table " + table.name()
                    + " that say how rows lie in files have changed since snapshot " + target.id()
                    + "; going back over that is not supported yet");
        }
    }

    @Override
    public void resetConsumer(String id, OptionalLong next) {
        locked(() -> {
            if (next.isEmpty()) {
                if (retention.stores().consumers().nextSnapshot(id).isEmpty()) {
                    throw new LakelogException(
                            ErrorCode.INVALID_PARAMETER, "table " + table.name() + " has no consumer '" + id + "'");
                }
                retention.stores().consumers().delete(id);
            } else {
                new LakeChanges(table).checkFollowable(next.getAsLong());
                retention.stores().consumers().put(id, next.getAsLong());
            }
            return id;
        });
    }

    @Override
    public List<String> expireConsumers(OptionalLong olderThanMillis) {
        return locked(() -> retention.expireConsumers(olderThanMillis));
    }

    @Override
    public List<String> clearConsumers(@Nullable String including, @Nullable String excluding) {
        Pattern in = pattern(including);
        Pattern out = pattern(excluding);
        List<String> cleared = new ArrayList<>();
        for (ConsumerStore.Consumer consumer : retention.stores().consumers().list()) {
            boolean meant = (in == null || in.matcher(consumer.id()).matches())
                    && (out == null || !out.matcher(consumer.id()).matches());
            if (meant) {
                retention.stores().consumers().delete(consumer.id());
                cleared.add(consumer.id());
            }
        }
        return cleared;
    }

    private static @Nullable Pattern pattern(@Nullable String text) {
        try {
            return text == null || text.isEmpty() ? null : Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new LakelogException(
                    ErrorCode.INVALID_PARAMETER,
                    "'" + text + "' is not a regular expression: " + e.getDescription(),
                    e);
        }
    }

    @Override
    public List<String> removeOrphanFiles(long olderThanMillis, boolean dryRun) {
        OrphanFiles orphans = new OrphanFiles(retention.stores());
        List<String> found = locked(() -> orphans.find(olderThanMillis));
        if (!dryRun) {
            orphans.remove(found);
        }
        return found;
    }

    private <T> T locked(Supplier<T> work) {
        table.files().commitLock.lock();
        try {
            return work.get();
        } finally {
            table.files().commitLock.unlock();
        }
    }
}
