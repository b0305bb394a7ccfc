package io.lakelog.tck.bench;

import java.nio.file.Path;

/** One way to write and read the orders table. */
interface Contender extends AutoCloseable {
    /** Creates the table in an empty directory; its changelog producer is lookup. */
    void create(int buckets) throws Exception;

    /** Writes and commits the rows of a block. */
    void upsert(Orders block) throws Exception;

    /** Reads all columns of all rows. */
    Totals read() throws Exception;

    @Override
    void close() throws Exception;

    /**
     * What a full read found.
     *
     * @param digest sum of {@link Orders#digest}
     */
    record Totals(long rows, long digest) {}

    static Contender of(String name, Path directory) throws Exception {
        return switch (name) {
            case "paimon" -> new PaimonContender(directory);
            case "storage" -> new StorageContender(directory);
            case "jdbc" -> new JdbcContender(directory);
            default -> throw new IllegalArgumentException("unknown contender " + name);
        };
    }
}
