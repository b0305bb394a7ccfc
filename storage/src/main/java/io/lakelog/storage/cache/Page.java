package io.lakelog.storage.cache;

/**
 * Names the values of one column in some rows of a file that follow each other.
 *
 * @param file the path of a file that never changes
 * @param column its name in the file
 * @param firstRow the first row's number in the file
 * @param count how many rows
 */
public record Page(String file, String column, long firstRow, int count) {}
