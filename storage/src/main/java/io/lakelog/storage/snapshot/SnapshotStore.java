package io.lakelog.storage.snapshot;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.layout.TableLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshot files of one table. Hints only save a directory listing: LATEST is believed if its snapshot is there and
 * no newer one, EARLIEST if its snapshot is there and no older one. Thread-safe.
 */
public final class SnapshotStore {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotStore.class);

    private final FileSystem files;
    private final TableLayout layout;
    private final TagStore tags;

    public SnapshotStore(FileSystem files, TableLayout layout) {
        this.files = files;
        this.layout = layout;
        this.tags = new TagStore(files, layout);
    }

    public TagStore tags() {
        return tags;
    }

    /**
     * The newest id, or empty before the first commit.
     *
     * @throws LakelogException CORRUPT if the hint names a snapshot newer than all that are there: going on from an older
     *     one would give its id to another state
     */
    public OptionalLong latestId() {
        try {
            OptionalLong hint = hint(layout.latestHint());
            if (hint.isPresent()
                    && files.exists(layout.snapshotFile(hint.getAsLong()))
                    && !files.exists(layout.snapshotFile(hint.getAsLong() + 1))) {
                return hint;
            }
            OptionalLong newest = listIds().max();
            if (hint.isPresent() && hint.getAsLong() > newest.orElse(0)) {
                throw LakelogException.corrupt(
                        layout.snapshotFile(hint.getAsLong()),
                        "the file is missing, though " + layout.latestHint() + " names it as the newest snapshot",
                        null);
            }
            return newest;
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + layout.snapshotDirectory(), e);
        }
    }

    /** The oldest id that is still there, or empty before the first commit. */
    public OptionalLong earliestId() {
        try {
            OptionalLong hint = hint(layout.earliestHint());
            if (hint.isPresent()
                    && files.exists(layout.snapshotFile(hint.getAsLong()))
                    && !files.exists(layout.snapshotFile(hint.getAsLong() - 1))) {
                return hint;
            }
            return listIds().min();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + layout.snapshotDirectory(), e);
        }
    }

    /** The newest snapshot, or empty before the first commit. */
    public Optional<Snapshot> latest() {
        OptionalLong id = latestId();
        return id.isPresent() ? Optional.of(read(id.getAsLong())) : Optional.empty();
    }

    /**
     * The snapshot with this id, from its own file or from a tag that keeps it; INVALID_RANGE naming what can be read if
     * there is none.
     */
    public Snapshot read(long id) {
        return find(id).or(() -> tags.snapshot(id)).orElseThrow(() -> {
            OptionalLong earliest = earliestId();
            OptionalLong latest = latestId();
            String known = earliest.isPresent() && latest.isPresent()
                    ? "snapshots " + earliest.getAsLong() + " to " + latest.getAsLong() + " can be read"
                    : "the table has no snapshot yet";
            return new LakelogException(
                    ErrorCode.INVALID_RANGE, "snapshot " + id + " of " + layout.root() + " does not exist; " + known);
        });
    }

    /** Whether the state of a snapshot is kept, by itself or by a tag. */
    public boolean isThere(long id) {
        return find(id).or(() -> tags.snapshot(id)).isPresent();
    }

    /** The snapshot with this id, or empty if its file is not there; CORRUPT if it is broken. */
    public Optional<Snapshot> find(long id) {
        String file = layout.snapshotFile(id);
        try {
            Snapshot snapshot = Snapshot.fromJson(files.read(file), file);
            if (snapshot.id() != id) {
                throw LakelogException.corrupt(file, "it holds snapshot " + snapshot.id(), null);
            }
            return Optional.of(snapshot);
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + file, e);
        }
    }

    /**
     * Gives a snapshot a name, durably. It can be relied on when this returns: an expiry that was about to remove the
     * snapshot sees the tag, or this sees that the snapshot is gone.
     *
     * @param now wall clock, kept with {@code retained}
     * @param retained after which the tag may go; null for never
     * @throws LakelogException ALREADY_EXISTS, INVALID_RANGE if there is no such snapshot
     */
    public void tag(String name, long id, LocalDateTime now, @Nullable Duration retained) {
        if (!tags.create(name, bytes(id), now, retained)) {
            throw new LakelogException(
                    ErrorCode.ALREADY_EXISTS, "tag '" + name + "' of " + layout.root() + " exists already");
        }
        boolean kept = find(id).isPresent()
                || tags.list().stream()
                        .anyMatch(
                                tag -> tag.snapshot().id() == id && !tag.name().equals(name));
        if (!kept) {
            tags.delete(name);
            read(id);
        }
    }

    /** Makes a tag that is there mean this snapshot, and keep it so long. */
    public void retag(String name, long id, LocalDateTime now, @Nullable Duration retained) {
        tags.read(name);
        tags.replace(name, bytes(id), now, retained);
    }

    /** The content of a snapshot's file, or of a tag that keeps it. */
    public byte[] bytes(long id) {
        try {
            return files.read(layout.snapshotFile(id));
        } catch (FileNotFoundException e) {
            return read(id).toJson();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + layout.snapshotFile(id), e);
        }
    }

    /** Removes the files of some snapshots, each durably before the next: those that are there have no gap. */
    public void delete(List<Snapshot> expired) {
        try {
            for (Snapshot snapshot : expired) {
                files.delete(layout.snapshotFile(snapshot.id()));
                files.syncDirectory(layout.snapshotDirectory());
            }
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot remove snapshots of " + layout.root(), e);
        }
    }

    /** Tells later look-ups which snapshot is the oldest; they do without if this is lost. */
    public void hintEarliest(long id) {
        try {
            files.replace(layout.earliestHint(), Long.toString(id).getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            LOG.warn("hint of snapshot {} in {} not written: {}", id, layout.snapshotDirectory(), e.toString());
        }
    }

    /**
     * Publishes a snapshot: the instant at which a table changes. Durable when this returns true.
     *
     * @return false if another writer was first
     * @throws LakelogException COMMIT_UNKNOWN if the file system failed, or others were too quick, and it cannot be found out
     *     what happened
     */
    public boolean create(Snapshot snapshot) {
        String file = layout.snapshotFile(snapshot.id());
        try {
            // That its file is not there may mean that another's has come and gone.
            if (!follows(snapshot) || !files.createIfAbsent(file, snapshot.toJson())) {
                return false;
            }
            if (mayBeStale(snapshot)) {
                files.delete(file);
                throw unknown(
                        snapshot, new IOException("others have committed and expired the state before it meanwhile"));
            }
        } catch (IOException e) {
            return createdAfterAll(snapshot, e);
        }
        writeHints(snapshot.id());
        return true;
    }

    /** Whether others may have expired one with the id of a snapshot between what {@link #follows} saw and its creation. */
    private boolean mayBeStale(Snapshot snapshot) throws IOException {
        return snapshot.id() == 1
                ? hint(layout.earliestHint()).orElse(1) > 1
                : !follows(snapshot) && latestId().orElse(0) != snapshot.id();
    }

    /**
     * Whether the snapshot before is there: then none with this id has been and expired, since the oldest expire first. A
     * first snapshot follows none.
     */
    private boolean follows(Snapshot snapshot) throws IOException {
        return snapshot.id() == 1 ? latestId().isEmpty() : files.exists(layout.snapshotFile(snapshot.id() - 1));
    }

    /** After a failure: whether the file is there, and ours. A failed sync counts as unknown even if it is. */
    private boolean createdAfterAll(Snapshot snapshot, IOException failure) {
        Optional<Snapshot> found;
        try {
            found = find(snapshot.id());
        } catch (LakelogException e) {
            failure.addSuppressed(e);
            throw unknown(snapshot, failure);
        }
        if (found.isPresent() && !found.get().equals(snapshot)) {
            return false;
        }
        if (found.isEmpty()) {
            throw new LakelogException(
                    ErrorCode.IO, "cannot write snapshot " + snapshot.id() + " of " + layout.root(), failure);
        }
        throw unknown(snapshot, failure);
    }

    private LakelogException unknown(Snapshot snapshot, IOException failure) {
        return new LakelogException(
                ErrorCode.COMMIT_UNKNOWN,
                "writing snapshot " + snapshot.id() + " of " + layout.root()
                        + " failed; it may or may not be committed: look at the newest snapshot before trying again",
                failure);
    }

    /** Hints are only hints: failing to write one is no failure of the commit. */
    private void writeHints(long id) {
        byte[] text = Long.toString(id).getBytes(StandardCharsets.US_ASCII);
        try {
            files.replace(layout.latestHint(), text);
            if (id == 1) {
                files.replace(layout.earliestHint(), text);
            }
        } catch (IOException e) {
            LOG.warn("hint of snapshot {} in {} not written: {}", id, layout.snapshotDirectory(), e.toString());
        }
    }

    private OptionalLong hint(String path) throws IOException {
        try {
            String text = new String(files.read(path), StandardCharsets.US_ASCII).trim();
            return TableLayout.snapshotId("snapshot-" + text);
        } catch (FileNotFoundException e) {
            return OptionalLong.empty();
        }
    }

    private java.util.stream.LongStream listIds() throws IOException {
        return files.list(layout.snapshotDirectory()).stream()
                .map(entry -> TableLayout.snapshotId(entry.name()))
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong);
    }
}
