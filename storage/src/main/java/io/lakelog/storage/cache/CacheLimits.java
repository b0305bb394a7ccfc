package io.lakelog.storage.cache;

import java.time.Duration;

/**
 * How much a {@link PageCache} keeps.
 *
 * @param memoryBytes of whole decoded pages in memory, at most
 * @param values of pages of which only some rows are wanted: values in memory, at most; those of more are in local files
 * @param diskBytes of such local files, at most
 * @param retention how long what nobody asks for is kept
 */
public record CacheLimits(long memoryBytes, long values, long diskBytes, Duration retention) {}
