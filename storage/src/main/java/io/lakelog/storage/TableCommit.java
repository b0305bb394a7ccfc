package io.lakelog.storage;

import io.lakelog.storage.commit.Committer;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.index.HashIndex;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.schema.ChangelogProducer;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.BucketWriter;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to change a table: files are written for a state, then published as the next snapshot; if they cannot be, none
 * is left.
 *
 * @param announces whether all changes so far are told with this snapshot
 * @param index the dynamic buckets, at the index manifest of {@code base}, with the keys that are new; or null
 */
record TableCommit(
        LakeTable table,
        TableState base,
        Snapshot.CommitKind kind,
        boolean announces,
        @Nullable HashIndex index) {
    /** A commit that adds no keys to dynamic buckets. */
    TableCommit(LakeTable table, TableState base, Snapshot.CommitKind kind, boolean announces) {
        this(table, base, kind, announces, null);
    }

    private @Nullable String indexManifest(PendingFiles pending) {
        return index != null
                ? index.write(pending)
                : base.snapshot().map(Snapshot::indexManifest).orElse(null);
    }

    /**
     * Works on some buckets, several at once, and publishes what they became.
     *
     * @return the new state; empty if another writer was first, or for a compaction that found nothing to do
     */
    Optional<TableState> attempt(Collection<BucketId> buckets, BiFunction<BucketWriter, BucketId, BucketChanges> work) {
        return prepare(buckets, work).flatMap(Prepared::publish);
    }

    /**
     * Works on some buckets, several at once, and writes all that publishing them takes.
     *
     * @return empty for a compaction that found nothing to do
     */
    Optional<Prepared> prepare(Collection<BucketId> buckets, BiFunction<BucketWriter, BucketId, BucketChanges> work) {
        return prepareEach(buckets, (writer, bucket) -> List.of(work.apply(writer, bucket)));
    }

    /**
     * The same for units of work that are one or more buckets.
     *
     * @return empty for a compaction that found nothing to do
     */
    <T> Optional<Prepared> prepareEach(Collection<T> units, BiFunction<BucketWriter, T, List<BucketChanges>> work) {
        PendingFiles pending = new PendingFiles(table.files().environment.files());
        boolean prepared = false;
        try {
            BucketWriter writer = table.bucketWriter(pending);
            // Units share nothing but the files they leave behind.
            List<BucketChanges> changes = units.parallelStream()
                    .flatMap(unit -> work.apply(writer, unit).stream())
                    .filter(change -> !change.isEmpty())
                    .toList();
            if (kind == Snapshot.CommitKind.COMPACT && changes.isEmpty()) {
                return Optional.empty();
            }
            Prepared snapshot = prepare(
                    changes, pending, new PendingFiles(table.files().environment.files()));
            prepared = true;
            return Optional.of(snapshot);
        } finally {
            if (!prepared) {
                pending.discard();
            }
        }
    }

    /** A replacement tells what it changes even if that is nothing: later nobody could compute it. */
    private boolean replacesWithChangelog() {
        return kind == Snapshot.CommitKind.OVERWRITE && table.options().changelogProducer() != ChangelogProducer.NONE;
    }

    /**
     * Writes what publishing some changes takes.
     *
     * @param pending gets the metadata files, which are of no use if another writer is first
     * @param lasting files that the next attempt uses again then
     */
    Prepared prepare(List<BucketChanges> changes, PendingFiles pending, PendingFiles lasting) {
        Committer committer = committer();
        Committer.Prepared snapshot = committer.prepare(
                base,
                changes,
                new Committer.Occasion(
                        kind,
                        announces || replacesWithChangelog(),
                        table.schema().id(),
                        indexManifest(pending)),
                pending);
        return new Prepared(table, committer, snapshot, pending, lasting);
    }

    /** A snapshot that needs only to appear; to be published or discarded. */
    record Prepared(
            LakeTable table,
            Committer committer,
            Committer.Prepared snapshot,
            PendingFiles pending,
            PendingFiles lasting) {
        /** @return the new state; empty if another writer was first, and then nothing is left of this one */
        Optional<TableState> publish() {
            boolean published = false;
            try {
                Optional<TableState> committed = committer.publish(snapshot);
                published = committed.isPresent();
                committed.ifPresent(table.files()::remember);
                return committed;
            } catch (LakelogException e) {
                // Files of a commit whose outcome is unknown may be alive.
                published = e.code() == ErrorCode.COMMIT_UNKNOWN;
                throw e;
            } finally {
                if (published) {
                    lasting.keep();
                } else {
                    pending.discard();
                }
            }
        }

        void discard() {
            pending.discard();
        }
    }

    private Committer committer() {
        return new Committer(
                table.files().environment,
                table.files().manifests,
                table.files().snapshots,
                table.commitUser(),
                table.options().manifests());
    }
}
