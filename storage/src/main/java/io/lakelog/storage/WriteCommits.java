package io.lakelog.storage;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.snapshot.TableState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Publishes writes to different tables, a snapshot each. All files of all of them are written and synced before the first
 * snapshot appears, and the commits of other threads wait: what can go wrong between the first snapshot and the last is
 * that the process dies, that the file system fails, or that another process commits in between.
 */
final class WriteCommits {
    /** Writers that wait together for room may all take it; those that come too late wait again, but not for ever. */
    private static final int ROOM_ATTEMPTS = 3;

    private final List<PublishedWrite> writes;
    private final Map<PublishedWrite, TableState> committed = new LinkedHashMap<>();

    private WriteCommits(List<PublishedWrite> writes) {
        this.writes = writes;
    }

    /**
     * Commits.
     *
     * @return the snapshot of each write, empty for one without rows
     * @throws LakelogException CONFLICT, and then nothing is committed; COMMIT_PARTIAL naming the tables that are
     *     committed and those that are not
     */
    static List<OptionalLong> commit(List<PublishedWrite> writes) {
        List<PublishedWrite> withRows = new ArrayList<>();
        try {
            for (PublishedWrite write : writes) {
                if (write.finish()) {
                    withRows.add(write);
                }
            }
            // Those that another writer can be in the way of come first: if one is, nothing is committed.
            withRows.sort(Comparator.comparing(write -> !write.dependsOnState()));
            WriteCommits commits = new WriteCommits(withRows);
            commits.run();
            return writes.stream().map(commits::snapshotOf).toList();
        } finally {
            writes.forEach(PublishedWrite::close);
        }
    }

    private OptionalLong snapshotOf(PublishedWrite write) {
        TableState state = committed.get(write);
        return state == null ? OptionalLong.empty() : OptionalLong.of(state.snapshotId());
    }

    private void run() {
        List<PublishedWrite> locked = new ArrayList<>();
        try {
            for (int attempt = 1; locked.isEmpty() && !writes.isEmpty(); attempt++) {
                writes.forEach(WriteCommits::awaitRoom);
                lock(locked);
                if (attempt < ROOM_ATTEMPTS && !writes.stream().allMatch(WriteCommits::hasRoom)) {
                    unlock(locked);
                }
            }
            while (!publishAll()) {
                // Another process was first on the first table: all is made again from the state that won.
            }
            committed.forEach(PublishedWrite::afterCommit);
        } finally {
            unlock(locked);
        }
    }

    private static void awaitRoom(PublishedWrite write) {
        if (!write.crowdedBuckets().isEmpty()) {
            write.table().files().compaction.awaitRoom(write.table(), write.crowdedBuckets());
        }
    }

    private static boolean hasRoom(PublishedWrite write) {
        return write.crowdedBuckets().isEmpty() || !RunLimit.isReached(write.table(), write.crowdedBuckets());
    }

    /** Always in the same order, so that two transactions never wait for each other. */
    private void lock(List<PublishedWrite> locked) {
        writes.stream()
                .sorted(Comparator.comparing(write -> write.table().name().toString()))
                .forEach(write -> {
                    write.table().files().commitLock.lock();
                    locked.add(write);
                });
    }

    private static void unlock(List<PublishedWrite> locked) {
        locked.forEach(write -> write.table().files().commitLock.unlock());
        locked.clear();
    }

    /** @return false if another writer was first and nothing is published */
    private boolean publishAll() {
        Map<PublishedWrite, TableCommit.Prepared> open = prepareAll();
        try {
            for (PublishedWrite write : List.copyOf(open.keySet())) {
                Optional<TableState> state =
                        Objects.requireNonNull(open.remove(write)).publish();
                if (state.isEmpty() && committed.isEmpty()) {
                    return false;
                }
                (state.isPresent() ? state : publishAlone(write)).ifPresent(made -> committed.put(write, made));
            }
            return true;
        } catch (RuntimeException | Error e) {
            if (committed.isEmpty()) {
                throw e;
            }
            throw partial(e);
        } finally {
            open.values().forEach(TableCommit.Prepared::discard);
        }
    }

    /** Those that have something to publish, in order. */
    private Map<PublishedWrite, TableCommit.Prepared> prepareAll() {
        Map<PublishedWrite, TableCommit.Prepared> prepared = new LinkedHashMap<>();
        boolean all = false;
        try {
            for (PublishedWrite write : writes) {
                write.prepare().ifPresent(made -> prepared.put(write, made));
            }
            all = true;
            return prepared;
        } finally {
            if (!all) {
                prepared.values().forEach(TableCommit.Prepared::discard);
            }
        }
    }

    private static Optional<TableState> publishAlone(PublishedWrite write) {
        while (true) {
            Optional<TableCommit.Prepared> prepared = write.prepare();
            if (prepared.isEmpty()) {
                return Optional.empty();
            }
            Optional<TableState> state = prepared.get().publish();
            if (state.isPresent()) {
                return state;
            }
        }
    }

    private LakelogException partial(Throwable cause) {
        List<String> done = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (PublishedWrite write : writes) {
            TableState state = committed.get(write);
            String name = write.table().name().toString();
            if (state == null) {
                open.add(name);
            } else {
                done.add(name + " (snapshot " + state.snapshotId() + ")");
            }
        }
        boolean unknown = cause instanceof LakelogException known && known.code() == ErrorCode.COMMIT_UNKNOWN;
        String first = open.remove(0);
        return new LakelogException(
                ErrorCode.COMMIT_PARTIAL,
                "the transaction is committed in part: " + String.join(", ", done)
                        + (done.size() == 1 ? " is; " : " are; ")
                        + first + (unknown ? " may be or not" : " is not")
                        + (open.isEmpty()
                                ? ""
                                : "; " + String.join(", ", open) + (open.size() == 1 ? " is not" : " are not"))
                        + ": " + cause.getMessage(),
                cause);
    }
}
