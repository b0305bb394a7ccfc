package io.lakelog.storage.manifest;

import org.jspecify.annotations.Nullable;

/**
 * Where it is written which rows of a data file are gone. Immutable.
 *
 * @param indexFile full path
 * @param offset where in it
 * @param lengthBytes as its entry says
 * @param cardinality how many rows are gone, or null if not known
 */
public record DeletedRows(
        String indexFile,
        int offset,
        int lengthBytes,
        @Nullable Long cardinality) {}
