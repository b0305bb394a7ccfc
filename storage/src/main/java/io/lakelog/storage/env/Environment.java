package io.lakelog.storage.env;

import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The outside world as one value.
 *
 * @param files where tables live
 * @param clock what time it is; its zone is the one that file metadata calls local
 * @param uniqueNames a new name at each call, never given before by anyone
 */
public record Environment(FileSystem files, Clock clock, Supplier<String> uniqueNames) {
    /** The real world: local files, the system clock, random names. */
    public static Environment local() {
        return new Environment(
                new LocalFileSystem(),
                Clock.systemDefaultZone(),
                () -> UUID.randomUUID().toString());
    }
}
