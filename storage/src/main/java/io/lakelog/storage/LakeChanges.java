package io.lakelog.storage;

import io.lakelog.storage.changes.ChangeFeed;
import io.lakelog.storage.changes.NetChanges;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.ChangelogProducer;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.SnapshotStore;
import io.lakelog.storage.snapshot.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** Which changes of a table can be told, and where they are read. */
final class LakeChanges {
    /** Net changes that are put together in memory may take this part of it. */
    private static final int NET_MEMORY_SHARE = 8;

    private final LakeTable table;
    private final TableFiles files;

    LakeChanges(LakeTable table) {
        this.table = table;
        this.files = table.files();
    }

    BatchSource open(ChangesRequest request) {
        SnapshotStore snapshots = files.snapshots;
        OptionalLong newest = snapshots.latestId();
        OptionalLong oldest = snapshots.earliestId();
        if (newest.isEmpty() || oldest.isEmpty()) {
            return BatchSource.empty();
        }
        long to = request.to().orElse(newest.getAsLong());
        long from = request.from() == 0 ? oldestChange(oldest.getAsLong()) : request.from();
        long first = oldestChange(oldest.getAsLong());
        if (request.net()) {
            if (table.shape().keyPositions().length == 0) {
                throw LakelogException.unsupported("net changes need a PRIMARY KEY, which table " + table.name()
                        + " does not have; its full changes are +I and -D");
            }
            return netChanges(request, from, to, first, newest.getAsLong());
        }
        checkRange(from, to, first, newest.getAsLong(), request.to().isPresent());
        ChangeFeed feed = new ChangeFeed(changeSources(), request.columns(), from, to);
        return ExpiringRows.of(table, feed::gone, () -> feed);
    }

    private ChangeFeed.Sources changeSources() {
        return new ChangeFeed.Sources(
                files.snapshots, files.changelogs, files.manifests, table.bucketReader(), table.stateChanges());
    }

    /** Compared where the states before and after are there, be it as tags; else put together from changelogs. */
    private BatchSource netChanges(ChangesRequest request, long from, long to, long oldest, long newest) {
        Optional<Snapshot> last =
                files.snapshots.find(to).or(() -> files.snapshots.tags().snapshot(to));
        Optional<Snapshot> before = from == 1
                ? Optional.empty()
                : files.snapshots.find(from - 1).or(() -> files.snapshots.tags().snapshot(from - 1));
        boolean comparable = from >= 1 && (from == 1 || before.isPresent()) && last.isPresent();
        checkRange(from, to, comparable ? from : oldest, newest, request.to().isPresent());
        if (from > to) {
            return BatchSource.empty();
        }
        if (comparable) {
            return ExpiringRows.of(
                    table,
                    () -> LongStream.of(from - 1, to)
                            .filter(id -> ExpiringRows.isGone(table, id))
                            .findFirst(),
                    () -> NetChanges.between(
                            before.map(files.states::at).orElse(TableState.EMPTY),
                            files.states.at(last.get()),
                            table.stateChanges(),
                            last.get(),
                            request.columns()));
        }
        List<Snapshot> range = new ArrayList<>();
        for (long id = from; id <= to; id++) {
            long wanted = id;
            range.add(files.snapshots
                    .find(id)
                    .or(() -> files.changelogs.find(wanted))
                    .orElseThrow(() -> new LakelogException(
                            ErrorCode.INVALID_RANGE,
                            "the changes of snapshot " + wanted + " of " + table.name() + " have expired")));
        }
        return ExpiringRows.of(
                table,
                () -> LongStream.rangeClosed(from, to)
                        .filter(this::hasLostChanges)
                        .findFirst(),
                () -> NetChanges.of(
                        range,
                        changeSources(),
                        table.shape(),
                        files.environment.memoryBytes() / NET_MEMORY_SHARE,
                        request.columns()));
    }

    private boolean hasLostChanges(long id) {
        return files.snapshots.find(id).isEmpty() && files.changelogs.find(id).isEmpty();
    }

    /**
     * The first snapshot whose changes can be told: that of the oldest changelog, if they go on up to the snapshots.
     * Computing changes takes the snapshot before.
     */
    private long oldestChange(long oldestSnapshot) {
        if (oldestSnapshot == 1) {
            return 1;
        }
        boolean computed = files.snapshots
                .find(oldestSnapshot)
                .map(snapshot ->
                        table.rulesOf(snapshot.schemaId()).options().changelogProducer() == ChangelogProducer.NONE)
                .orElse(false);
        if (computed) {
            return files.snapshots.tags().snapshot(oldestSnapshot - 1).isPresent()
                    ? oldestSnapshot
                    : oldestSnapshot + 1;
        }
        return files.changelogs.find(oldestSnapshot - 1).isPresent()
                ? files.changelogs.earliestId().orElse(oldestSnapshot)
                : oldestSnapshot;
    }

    /** INVALID_RANGE, naming what can be read, unless a reader can go on with this snapshot, or wait for it. */
    void checkFollowable(long from) {
        long newest = files.snapshots.latestId().orElse(0);
        long oldest =
                newest == 0 ? 1 : oldestChange(files.snapshots.earliestId().orElse(1));
        if (from < oldest || from > newest + 1) {
            throw new LakelogException(
                    ErrorCode.INVALID_RANGE,
                    "a reader of " + table.name() + " cannot go on at snapshot " + from + ": " + oldest + " to "
                            + (newest + 1) + " can be given");
        }
    }

    private void checkRange(long from, long to, long oldest, long newest, boolean toGiven) {
        String readable = "; changes of snapshots " + oldest + " to " + newest + " can be read";
        if (from < oldest) {
            throw new LakelogException(
                    ErrorCode.INVALID_RANGE,
                    "the changes of " + table.name() + " from snapshot " + from
                            + (from < 0 ? " cannot be read" : " on have expired") + readable);
        }
        if (to > newest) {
            throw new LakelogException(
                    ErrorCode.INVALID_RANGE,
                    "snapshot " + to + " of " + table.name() + " does not exist yet" + readable);
        }
        if (from > to + 1) {
            throw new LakelogException(
                    ErrorCode.INVALID_RANGE,
                    toGiven
                            ? "the range of changes begins at " + from + ", after its end at " + to
                            : "snapshot " + from + " of " + table.name() + " does not exist yet" + readable);
        }
    }
}
