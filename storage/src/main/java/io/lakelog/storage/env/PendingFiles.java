package io.lakelog.storage.env;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that an unfinished commit has made: to be synced with their directories before it is published, or removed if
 * it is not. Thread-safe.
 */
public final class PendingFiles {
    private static final Logger LOG = LoggerFactory.getLogger(PendingFiles.class);

    private final FileSystem files;
    private final List<String> paths = new ArrayList<>();

    public PendingFiles(FileSystem files) {
        this.files = files;
    }

    /** Notes a file about to be made. */
    public synchronized void add(String path) {
        paths.add(path);
    }

    /** Makes the names of all files noted so far durable. Their content must have been synced. */
    public synchronized void syncDirectories() {
        Set<String> directories = new LinkedHashSet<>();
        for (String path : paths) {
            directories.add(path.substring(0, path.lastIndexOf('/')));
        }
        for (String directory : directories) {
            try {
                files.syncDirectory(directory);
            } catch (IOException e) {
                throw new LakelogException(ErrorCode.IO, "cannot sync directory " + directory, e);
            }
        }
    }

    /** Forgets all files noted: they are part of the table now, or may be. */
    public synchronized void keep() {
        paths.clear();
    }

    /** Removes one of the files noted: it is not part of the commit after all. */
    public synchronized void discard(String path) {
        paths.remove(path);
        remove(path);
    }

    /**
     * Removes all files noted. One that cannot be removed is left behind and logged: no table names it, so it only takes
     * room.
     */
    public synchronized void discard() {
        paths.forEach(this::remove);
        paths.clear();
    }

    private void remove(String path) {
        try {
            files.delete(path);
        } catch (IOException e) {
            LOG.warn("unpublished file {} could not be removed: {}", path, e.toString());
        }
    }
}
