package io.lakelog.storage.write;

import io.lakelog.storage.changelog.LookupChangelog;
import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.lsm.PassingLookup;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.TableShape;
import org.jspecify.annotations.Nullable;

/**
 * Tells what untold versions change in the rows told before, while a merge reads these. Not thread-safe.
 */
final class PassingChangelog implements AutoCloseable {
    private final TableShape shape;
    private final VersionChunks untold;
    private final LookupChangelog changes;
    private final PassingLookup lookup;
    private @Nullable SortedVersions piece;

    /** @param untold all versions that were not told, by key; closed with this */
    PassingChangelog(BatchSource untold, LookupChangelog changes, TableShape shape) {
        this.shape = shape;
        this.untold = VersionChunks.of(untold, shape);
        this.changes = changes;
        this.lookup = new PassingLookup(shape);
        advance();
    }

    /** Takes the next of the rows told before, in key order. */
    void pass(Batch told) {
        while (piece != null && lookup.pass(told)) {
            tell(piece);
        }
    }

    /** To be called when all rows have passed: the keys that are left were absent. */
    void finish() {
        while (piece != null) {
            tell(piece);
        }
    }

    private void tell(SortedVersions known) {
        changes.resolve(known, lookup.take());
        advance();
    }

    private void advance() {
        piece = untold.next();
        if (piece != null) {
            lookup.seek(piece.groupKeys(shape), piece.groups());
        }
    }

    @Override
    public void close() {
        untold.close();
    }
}
