package io.lakelog.storage.lsm;

import io.lakelog.storage.manifest.DataFileMeta;
import java.util.List;

/**
 * Files of disjoint key ranges in key order. Immutable.
 *
 * @param level 0 for a run of one flush, else the level it is
 */
public record SortedRun(int level, List<DataFileMeta> files) {
    public SortedRun {
        files = List.copyOf(files);
    }

    public long rowCount() {
        return files.stream().mapToLong(DataFileMeta::rowCount).sum();
    }
}
