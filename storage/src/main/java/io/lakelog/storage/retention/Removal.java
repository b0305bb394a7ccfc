package io.lakelog.storage.retention;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Removes files that nothing leads to any more. */
final class Removal {
    private Removal() {}

    /**
     * Removes files, all that can be.
     *
     * @throws LakelogException IO if some could not be; they take room until they are found as orphans
     */
    static void remove(FileSystem files, Collection<String> paths) {
        @Nullable IOException failure = null;
        int failed = 0;
        for (String path : paths) {
            try {
                files.delete(path);
            } catch (IOException e) {
                failed++;
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw new LakelogException(
                    ErrorCode.IO,
                    failed + " files that nothing needs any more could not be removed, first: " + failure.getMessage(),
                    failure);
        }
    }
}
