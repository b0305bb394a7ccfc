package io.lakelog.storage;

import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.schema.ChangelogProducer;
import io.lakelog.storage.schema.TableOptions;
import io.lakelog.storage.snapshot.TableState;
import java.util.OptionalLong;

/**
 * When the changes of a full-compaction table that wait for their compaction have waited as long as they may ({@code
 * changelog-producer.compaction-interval}). Thread-safe.
 */
final class Announcement {
    private final LakeTable table;

    Announcement(LakeTable table) {
        this.table = table;
    }

    private boolean isLimited() {
        TableOptions options = table.options();
        return options.changelogProducer() == ChangelogProducer.FULL_COMPACTION
                && !options.writeOnly()
                && !options.compactionInterval().equals(TableOptions.NEVER);
    }

    /** Whether a state has changes that must wait no longer. */
    boolean isDue(TableState state) {
        OptionalLong due = isLimited() ? dueMillis(state) : OptionalLong.empty();
        return due.isPresent() && due.getAsLong() <= now();
    }

    /** Sees to it that changes that wait now are told in time, if this process lives that long. */
    void watch() {
        if (isLimited()) {
            OptionalLong due = dueMillis(table.files().states.latest());
            if (due.isPresent()) {
                table.files().alarm.set(table.name(), due.getAsLong() - now(), this::compactIfDue);
            }
        }
    }

    private void compactIfDue() {
        if (isDue(table.files().states.latest())) {
            table.compact();
        }
        watch();
    }

    /** When the first change that waits has waited long enough; empty if none does. */
    private OptionalLong dueMillis(TableState state) {
        if (!waits(state)) {
            return OptionalLong.empty();
        }
        UntoldCommits untold = table.files().untoldCommits(state);
        long since = untold.commits() == 0 ? now() : untold.sinceMillis();
        return OptionalLong.of(since + table.options().compactionInterval().toMillis());
    }

    private boolean waits(TableState state) {
        int topLevel = table.options().topLevel();
        for (BucketId bucket : state.files().buckets()) {
            for (DataFileMeta file : state.files().files(bucket)) {
                if (file.level() < topLevel) {
                    return true;
                }
            }
        }
        return false;
    }

    private long now() {
        return table.files().environment.clock().millis();
    }
}
