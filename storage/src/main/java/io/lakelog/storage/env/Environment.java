package io.lakelog.storage.env;

import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The outside world as one value.
 *
 * @param files where tables live
 * @param clock what time it is; its zone is the one that file metadata calls local
 * @param uniqueNames a new name at each call, never given before by anyone
 * @param temporaryDirectory where rows go that do not fit into memory, until their commit
 * @param memoryBytes how much memory this process may use in all
 */
public record Environment(
        FileSystem files, Clock clock, Supplier<String> uniqueNames, String temporaryDirectory, long memoryBytes) {
    /** What the names of temporary files begin with. */
    private static final String TEMPORARY_NAME = "/lakelog-";

    /** A world whose temporary files and memory are those of this process. */
    public Environment(FileSystem files, Clock clock, Supplier<String> uniqueNames) {
        this(
                files,
                clock,
                uniqueNames,
                System.getProperty("java.io.tmpdir"),
                Runtime.getRuntime().maxMemory());
    }

    /** The time on the wall, in milliseconds as if its zone were UTC: how files say when they were written. */
    public long wallClockMillis() {
        return LocalDateTime.now(clock).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    /** The same world, but for the files: only those below {@code directory}, and temporary ones, can be reached. */
    public Environment within(String directory) {
        ConfinedFiles.Links links = files instanceof LocalFileSystem ? new LocalLinks() : ConfinedFiles.Links.NONE;
        return new Environment(
                new ConfinedFiles(files, directory, temporaryDirectory + TEMPORARY_NAME, links),
                clock,
                uniqueNames,
                temporaryDirectory,
                memoryBytes);
    }

    /** The real world: local files, the system clock, random names. */
    public static Environment local() {
        return new Environment(
                new LocalFileSystem(),
                Clock.systemDefaultZone(),
                () -> UUID.randomUUID().toString());
    }
}
