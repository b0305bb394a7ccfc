package io.lakelog.storage.snapshot;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.layout.TableLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Changelogs that outlive their snapshots: each is the file of an expired snapshot, of which only the changelog can still
 * be read. Thread-safe.
 */
public final class ChangelogStore {
    private final FileSystem files;
    private final TableLayout layout;

    public ChangelogStore(FileSystem files, TableLayout layout) {
        this.files = files;
        this.layout = layout;
    }

    /** The oldest id, or empty if there are none. A hint saves the listing. */
    public OptionalLong earliestId() {
        try {
            OptionalLong hint = hint();
            if (hint.isPresent()
                    && files.exists(layout.changelogFile(hint.getAsLong()))
                    && !files.exists(layout.changelogFile(hint.getAsLong() - 1))) {
                return hint;
            }
            return ids().min();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + layout.changelogDirectory(), e);
        }
    }

    /** All ids, ascending. */
    public long[] list() {
        try {
            return ids().sorted().toArray();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot list " + layout.changelogDirectory(), e);
        }
    }

    /** The snapshot that this changelog was part of, or empty if its file is not there; CORRUPT if it is broken. */
    public Optional<Snapshot> find(long id) {
        String file = layout.changelogFile(id);
        try {
            return Optional.of(Snapshot.fromJson(files.read(file), file));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + file, e);
        }
    }

    /** Keeps the changelog of a snapshot that is about to go, durably; again if that was done before. */
    public void create(long id, byte[] snapshotFile) {
        String file = layout.changelogFile(id);
        try {
            if (!files.createIfAbsent(file, snapshotFile) && !Arrays.equals(files.read(file), snapshotFile)) {
                files.replace(file, snapshotFile);
                files.syncDirectory(layout.changelogDirectory());
            }
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot write " + file, e);
        }
    }

    /** Removes the file of a changelog, durably. */
    public void delete(long id) {
        try {
            files.delete(layout.changelogFile(id));
            files.syncDirectory(layout.changelogDirectory());
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot remove " + layout.changelogFile(id), e);
        }
    }

    /** Tells later look-ups where to begin and end; they do without if this is lost. */
    public void hint(long earliest, long latest) {
        try {
            files.replace(layout.earliestChangelogHint(), text(earliest));
            files.replace(layout.latestChangelogHint(), text(latest));
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot write hints in " + layout.changelogDirectory(), e);
        }
    }

    private static byte[] text(long id) {
        return Long.toString(id).getBytes(StandardCharsets.US_ASCII);
    }

    private OptionalLong hint() throws IOException {
        try {
            String text = new String(files.read(layout.earliestChangelogHint()), StandardCharsets.US_ASCII).trim();
            return TableLayout.changelogId("changelog-" + text);
        } catch (FileNotFoundException e) {
            return OptionalLong.empty();
        }
    }

    private LongStream ids() throws IOException {
        return files.list(layout.changelogDirectory()).stream()
                .map(entry -> TableLayout.changelogId(entry.name()))
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong);
    }
}
