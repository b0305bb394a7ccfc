package io.lakelog.storage.write;

/** Rows of one bucket in a temporary file, sorted by key and then as they came. */
record SpillFile(String path, long sizeBytes) {}
