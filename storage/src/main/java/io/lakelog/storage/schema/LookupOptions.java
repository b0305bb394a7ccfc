package io.lakelog.storage.schema;

import java.time.Duration;
import java.util.Map;

/**
 * What a table keeps of the files in which writers look old values up. Immutable.
 *
 * @param rows old values of so many rows stay in memory
 * @param retention how long what nobody asks for is kept
 * @param memoryBytes for keys in memory, at most
 * @param diskBytes for old values in local files, at most
 */
public record LookupOptions(long rows, Duration retention, long memoryBytes, long diskBytes) {
    /** INVALID_OPTION for a value that an option cannot have. */
    public static LookupOptions parse(Map<String, String> options) {
        OptionReader reader = new OptionReader(options);
        return new LookupOptions(
                reader.integer("lookup.cache-rows", 100_000, 0),
                reader.duration("lookup.cache-file-retention", Duration.ofHours(1)),
                reader.bytes("lookup.cache-max-memory-size", 256L << 20),
                reader.bytes("lookup.cache-max-disk-size", 10L << 30));
    }
}
