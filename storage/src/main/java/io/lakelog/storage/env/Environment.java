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
 * @param backgroundThreads whether work that nobody waits for gets threads of its own; else it is done at once, by whoever
 *     brings it about, so that the world has an order
 */
public record Environment(
        FileSystem files,
        Clock clock,
        Supplier<String> uniqueNames,
        String temporaryDirectory,
        long memoryBytes,
        boolean backgroundThreads) {
    /** What the names of temporary files begin with. */
    private static final String TEMPORARY_NAME = "/lakelog-";

    /** A world whose temporary files and memory are those of this process, without threads for background work. */
    public Environment(FileSystem files, Clock clock, Supplier<String> uniqueNames) {
        this(
                files,
                clock,
                uniqueNames,
                System.getProperty("java.io.tmpdir"),
                Runtime.getRuntime().maxMemory(),
                false);
    }

    /** The same world with or without threads for background work. */
    public Environment withBackgroundThreads(boolean threads) {
        return new Environment(files, clock, uniqueNames, temporaryDirectory, memoryBytes, threads);
    }

    /** The time on the wall, in milliseconds as if its zone were UTC: how files say when they were written. */
    public long wallClockMillis() {
        return LocalDateTime.now(clock).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    /** The same world, but for the files: only those below {@code directory}, and temporary ones, can be reached. */
    public Environment within(String directory) {
        boolean local = files instanceof LocalFileSystem;
        ConfinedFiles.Links links = local ? new LocalLinks() : ConfinedFiles.Links.NONE;
        FileSystem temporary = local ? new ScratchFiles() : files;
        return new Environment(
                new ConfinedFiles(files, directory, temporary, temporaryDirectory + TEMPORARY_NAME, links),
                clock,
                uniqueNames,
                temporaryDirectory,
                memoryBytes,
                backgroundThreads);
    }

    /** The real world: local files, the system clock, random names, background threads. */
    public static Environment local() {
        return new Environment(
                        new LocalFileSystem(),
                        Clock.systemDefaultZone(),
                        () -> UUID.randomUUID().toString())
                .withBackgroundThreads(true);
    }
}
