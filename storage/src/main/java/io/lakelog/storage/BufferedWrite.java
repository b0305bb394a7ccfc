package io.lakelog.storage;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.BucketChooser;
import io.lakelog.storage.write.WriteBuffer;
import java.util.List;
import java.util.OptionalLong;

/**
 * What writes have in common, whatever the table: rows wait in a buffer, a failure in the middle of taking rows spoils the
 * write until it is rolled back, and the commit fails if it depends on a state that is gone.
 */
abstract class BufferedWrite implements PublishedWrite {
    /** One write buffer takes at most this part of the memory: what a commit does with its rows takes as much again. */
    private static final int MEMORY_SHARE = 8;

    final LakeTable table;
    private OptionalLong dependsOn;
    private Premise premise = newest -> false;
    /** Whether rows may have been taken in part. */
    private boolean failed;

    private boolean closed;

    BufferedWrite(LakeTable table, OptionalLong dependsOn) {
        this.table = table;
        this.dependsOn = dependsOn;
    }

    final WriteBuffer newBuffer(BucketChooser chooser) {
        Environment environment = table.files().environment;
        return new WriteBuffer(
                environment,
                table.shape(),
                table.mergeRules(),
                chooser,
                Math.min(table.options().writeBufferBytes(), environment.memoryBytes() / MEMORY_SHARE),
                table.name().toString());
    }

    /** Does what must be done whole or not at all. */
    final void whole(Runnable change) {
        checkOpen();
        failed = true;
        change.run();
        failed = false;
    }

    final void checkOpen() {
        if (closed) {
            throw new LakelogException(ErrorCode.CLOSED, "the write to table " + table.name() + " is closed");
        }
    }

    @Override
    public final LakeTable table() {
        return table;
    }

    @Override
    public final void dependOn(long snapshotId, Premise toHold) {
        dependsOn = OptionalLong.of(snapshotId);
        premise = toHold;
    }

    @Override
    public final boolean dependsOnState() {
        return dependsOn.isPresent();
    }

    /** The snapshot that the rows were computed from, if they were. */
    final OptionalLong dependsOn() {
        return dependsOn;
    }

    @Override
    public final OptionalLong commit() {
        return WriteCommits.commit(List.of(this)).get(0);
    }

    @Override
    public final boolean finish() {
        checkOpen();
        if (failed) {
            close();
            throw new LakelogException(
                    ErrorCode.CLOSED,
                    "the write to table " + table.name() + " is closed: it had failed and was not rolled back");
        }
        closed = true;
        return takeRows();
    }

    /** Ends the taking of rows; false if there is nothing to commit. */
    abstract boolean takeRows();

    /** The state to commit on; CONFLICT if it is not the one that the write depends on. */
    final TableState base() {
        table.checkSchema();
        TableState base = table.files().states.latest();
        if (dependsOn.isPresent()
                && SnapshotFacts.changedSince(dependsOn.getAsLong(), base, table.files().snapshots)
                && !premise.holdsAt(base.snapshotId())) {
            throw table.conflict();
        }
        return base;
    }

    @Override
    public final void close() {
        closed = true;
        release();
    }

    /** Forgets all rows. */
    abstract void release();
}
