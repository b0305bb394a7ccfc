package io.lakelog.storage;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.snapshot.LiveFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Numbers for the rows of one snapshot of a table without a key: which of its files, ordered by name, and where in it.
 * Immutable.
 */
final class RowIds {
    private static final int POSITION_BITS = 40;
    private static final int FILES_MAX = 1 << 23;

    private final List<Located> files;

    RowIds(LiveFiles live) {
        List<Located> all = new ArrayList<>();
        for (BucketId bucket : live.buckets()) {
            live.files(bucket).forEach(file -> all.add(new Located(bucket, file)));
        }
        if (all.size() > FILES_MAX) {
            throw new LakelogException(ErrorCode.LIMIT, "a table of " + all.size() + " files; compact it first");
        }
        all.sort(Comparator.comparing(located -> located.file().name()));
        this.files = List.copyOf(all);
    }

    /** A file and where it lies. */
    record Located(BucketId bucket, DataFileMeta file) {}

    Located file(int number) {
        return files.get(number);
    }

    int numberOf(DataFileMeta file) {
        int low = 0;
        int high = files.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (files.get(middle).file().name().compareTo(file.name()) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    static long of(int file, long position) {
        return ((long) file << POSITION_BITS) | position;
    }

    static int file(long rowId) {
        return (int) (rowId >>> POSITION_BITS);
    }

    static long position(long rowId) {
        return rowId & ((1L << POSITION_BITS) - 1);
    }
}
