package io.lakelog.storage.schema;

/**
 * The options that say when manifests are rewritten. Immutable.
 *
 * @param targetBytes size that a manifest should have
 * @param mergeMinCount number of small manifests from which on they are merged though together they are smaller than that
 * @param fullBytes size of all manifests that are small or remove files from which on whatever is dead is left out of all
 */
public record ManifestOptions(long targetBytes, int mergeMinCount, long fullBytes) {
    static ManifestOptions parse(OptionReader reader) {
        return new ManifestOptions(
                reader.bytes("manifest.target-file-size", 8L << 20),
                reader.integer("manifest.merge-min-count", 30, 1),
                reader.bytes("manifest.full-compaction-threshold-size", 16L << 20));
    }
}
