package io.lakelog.storage;

import io.lakelog.storage.snapshot.Snapshot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The commits of a full-compaction table whose changes wait to be told by a full compaction. Immutable; what is known of one
 * snapshot saves reading those before it for the next.
 *
 * @param at the snapshot up to which they are counted; null before the first
 * @param commits how many wait
 * @param sinceMillis when the first of them was committed, if there is one
 */
record UntoldCommits(@Nullable Snapshot at, int commits, long sinceMillis) {
    static final UntoldCommits NONE = new UntoldCommits(null, 0, 0);

    /**
     * The commits that wait at a snapshot.
     *
     * @param find reads a snapshot, if it is still there
     * @param known of an earlier snapshot, or of none
     */
    static UntoldCommits at(Snapshot newest, LongFunction<Optional<Snapshot>> find, UntoldCommits known) {
        Deque<Snapshot> untold = new ArrayDeque<>();
        Optional<Snapshot> snapshot = Optional.of(newest);
        while (snapshot.isPresent() && !snapshot.get().equals(known.at()) && !tellsAll(snapshot.get())) {
            untold.push(snapshot.get());
            snapshot = find.apply(snapshot.get().id() - 1);
        }
        UntoldCommits counted = NONE;
        if (snapshot.isPresent()) {
            counted = snapshot.get().equals(known.at()) ? known : new UntoldCommits(snapshot.get(), 0, 0);
        }
        while (!untold.isEmpty()) {
            counted = counted.with(untold.pop());
        }
        return counted;
    }

    private UntoldCommits with(Snapshot untold) {
        if (untold.commitKind() == Snapshot.CommitKind.COMPACT) {
            return new UntoldCommits(untold, commits, sinceMillis);
        }
        return new UntoldCommits(untold, commits + 1, commits == 0 ? untold.commitTimeMillis() : sinceMillis);
    }

    /** An overwrite tells what it replaces, and nothing of the rest. */
    private static boolean tellsAll(Snapshot snapshot) {
        return snapshot.changelog() != null && snapshot.commitKind() != Snapshot.CommitKind.OVERWRITE;
    }
}
