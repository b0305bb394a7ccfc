package io.lakelog.storage.write;

/**
 * Rows of one bucket in a temporary file, sorted by key and then as they came.
 *
 * @param endNumber above the numbers of all its rows
 */
record SpillFile(String path, long sizeBytes, long endNumber) {}
