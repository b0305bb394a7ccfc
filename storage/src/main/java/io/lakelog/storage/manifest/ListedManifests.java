package io.lakelog.storage.manifest;

/**
 * The name of a manifest list.
 *
 * @param sizeBytes its exact size, or -1 if not known
 */
public record ListedManifests(String name, long sizeBytes) {}
