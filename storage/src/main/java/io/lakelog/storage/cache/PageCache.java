package io.lakelog.storage.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Gather;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps decoded pages of data files: in memory those of columns that are searched, and those of which single rows are wanted
 * in memory first and then in local files. Also what is known of files as such. Thread-safe.
 */
public final class PageCache implements AutoCloseable {
    private static final int FILES_MAX = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int ENTRY_BYTES = 200;

    private final Cache<Page, Column> searched;
    private final Cache<Page, Column> values;
    private final Cache<String, Object> files;
    private final PageStore disk;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /** @param newPath a name for a local file that does not exist */
    public PageCache(CacheLimits limits, Clock clock, Supplier<String> newPath) {
        this.disk = new PageStore(limits, clock, newPath);
        // What is known of a file is small beside its pages: a number of files bounds it.
        this.files = builder(limits, clock).maximumSize(FILES_MAX).build();
        this.searched = builder(limits, clock)
                .maximumWeight(limits.memoryBytes())
                .weigher((Page page, Column column) -> ENTRY_BYTES + ColumnImage.size(column))
                .build();
        this.values = builder(limits, clock)
                .maximumWeight(limits.values())
                .weigher((Page page, Column column) -> column.size())
                .evictionListener(this::moveToDisk)
                .build();
    }

    private static Caffeine<Object, Object> builder(CacheLimits limits, Clock clock) {
        return Caffeine.newBuilder()
                .expireAfterAccess(limits.retention())
                .ticker(() -> clock.millis() * NANOS_PER_MILLI)
                .executor(Runnable::run);
    }

    private void moveToDisk(@Nullable Page page, @Nullable Column column, RemovalCause cause) {
        if (cause == RemovalCause.SIZE && page != null && column != null) {
            disk.put(page, column);
        }
    }

    /**
     * How it went so far.
     *
     * @param hits pages that were here when they were wanted
     * @param misses pages that were not, and were read from their files
     * @param memoryBytes of keys in memory now
     * @param values in memory now, beside the keys
     * @param diskBytes of local files now
     */
    public record Statistics(long hits, long misses, long memoryBytes, long values, long diskBytes) {}

    /** A whole page, kept in memory; of a column that is not nested. */
    public Column page(Page page, Supplier<Column> read) {
        Column known = searched.getIfPresent(page);
        if (known != null) {
            hits.increment();
            return known;
        }
        misses.increment();
        Column column = read.get();
        searched.put(page, column);
        return column;
    }

    /** The first {@code count} of some rows of a page, which is kept in memory or in a local file. */
    public Column rows(Page page, int[] rows, int count, Supplier<Column> read) {
        Column known = values.getIfPresent(page);
        if (known != null) {
            hits.increment();
            return Gather.choose(known, known, rows, count);
        }
        Column chosen = disk.rows(page, rows, count);
        if (chosen != null) {
            hits.increment();
            return chosen;
        }
        misses.increment();
        Column column = read.get();
        values.put(page, column);
        return Gather.choose(column, column, rows, count);
    }

    /** What is known of a file; always of the same class. */
    @SuppressWarnings("unchecked")
    public <T> T file(String path, Supplier<T> read) {
        return (T) files.get(path, key -> read.get());
    }

    /** Lets go of files that are gone, by the names of those that are left; what is still asked of others is read anew. */
    public void keepOnly(Set<String> names) {
        Set<String> gone = new HashSet<>();
        for (String path : files.asMap().keySet()) {
            if (!names.contains(path.substring(path.lastIndexOf('/') + 1))) {
                gone.add(path);
            }
        }
        if (!gone.isEmpty()) {
            files.invalidateAll(gone);
            searched.asMap().keySet().removeIf(page -> gone.contains(page.file()));
            values.asMap().keySet().removeIf(page -> gone.contains(page.file()));
            disk.forget(gone::contains);
        }
    }

    public Statistics statistics() {
        return new Statistics(hits.sum(), misses.sum(), weight(searched), weight(values), disk.bytes());
    }

    private static long weight(Cache<Page, Column> cache) {
        return cache.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
    }

    /** Forgets everything; the cache can be used on. */
    @Override
    public void close() {
        searched.invalidateAll();
        values.invalidateAll();
        files.invalidateAll();
        disk.close();
    }
}
