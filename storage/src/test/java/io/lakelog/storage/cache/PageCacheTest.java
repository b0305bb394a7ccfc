package io.lakelog.storage.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.row.Column;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheTest {
    private static final int PAGE_ROWS = 1000;

    @TempDir
    Path directory;

    private final AtomicLong millis = new AtomicLong(1_700_000_000_000L);
    private final AtomicInteger names = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();

    private PageCache cache(CacheLimits limits) {
        Clock clock = new Clock() {
            @Override
            public Instant instant() {
                return Instant.ofEpochMilli(millis.get());
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
        return new PageCache(
                limits,
                clock,
                () -> directory.resolve("pages" + names.incrementAndGet()).toString());
    }

    /** A page of numbers that say where they are from. */
    private long value(PageCache cache, int file, int page, int row) {
        int[] rows = {row};
        Column chosen = cache.rows(new Page("/t/f" + file, "v", page, PAGE_ROWS), rows, 1, () -> {
            reads.incrementAndGet();
            long[] values = new long[PAGE_ROWS];
            for (int i = 0; i < PAGE_ROWS; i++) {
                values[i] = file * 1_000_000L + page * 10_000L + i;
            }
            return new Column.Longs(PAGE_ROWS, null, values);
        });
        return ((Column.Longs) chosen).values[0];
    }

    private void readAll(PageCache cache, int pages) {
        for (int page = 0; page < pages; page++) {
            int row = page * 7 % PAGE_ROWS;
            assertThat(value(cache, 1, page, row)).isEqualTo(1_000_000L + page * 10_000L + row);
        }
    }

    @Test
    void whatDoesNotFitIntoMemoryIsInALocalFile() throws Exception {
        try (PageCache cache = cache(new CacheLimits(0, 10 * PAGE_ROWS, 1 << 30, Duration.ofHours(1)))) {
            readAll(cache, 500);
            readAll(cache, 500);
            assertThat(reads).hasValue(500);
            assertThat(cache.statistics().values()).isLessThanOrEqualTo(10 * PAGE_ROWS);
            assertThat(cache.statistics().diskBytes()).isGreaterThanOrEqualTo(490L * PAGE_ROWS * Long.BYTES);
            assertThat(cache.statistics().hits()).isEqualTo(500);
            assertThat(cache.statistics().misses()).isEqualTo(500);
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void localFilesHaveALimit() {
        long limit = 2 << 20;
        try (PageCache cache = cache(new CacheLimits(0, 1, limit, Duration.ofHours(1)))) {
            readAll(cache, 1000);
            assertThat(cache.statistics().diskBytes()).isBetween(1L, limit);
            readAll(cache, 1000);
            assertThat(cache.statistics().diskBytes()).isBetween(1L, limit);
        }
    }

    @Test
    void nobodyAsksForItAnyMore() {
        try (PageCache cache = cache(new CacheLimits(0, 5 * PAGE_ROWS, 1 << 30, Duration.ofMinutes(10)))) {
            readAll(cache, 100);
            millis.addAndGet(Duration.ofMinutes(9).toMillis());
            readAll(cache, 100);
            assertThat(reads).hasValue(100);
            millis.addAndGet(Duration.ofMinutes(11).toMillis());
            readAll(cache, 100);
            assertThat(reads).hasValueGreaterThan(190);
        }
    }

    @Test
    void filesThatAreGoneTakeNoRoom() {
        try (PageCache cache = cache(new CacheLimits(0, 1, 1 << 30, Duration.ofHours(1)))) {
            for (int file = 1; file <= 8; file++) {
                cache.file("/t/f" + file, () -> "known");
                for (int page = 0; page < 500; page++) {
                    value(cache, file, page, 1);
                }
            }
            long before = cache.statistics().diskBytes();
            cache.keepOnly(Set.of("f8"));
            assertThat(cache.statistics().diskBytes()).isLessThanOrEqualTo(before / 2);
            int read = reads.get();
            assertThat(value(cache, 8, 499, 3)).isEqualTo(8_000_000L + 4_990_000L + 3);
            assertThat(reads).hasValueLessThanOrEqualTo(read + 1);
        }
    }

    @Test
    void withoutRoomNothingIsKeptAndEverythingIsRead() {
        try (PageCache cache = cache(new CacheLimits(0, 0, 0, Duration.ofHours(1)))) {
            readAll(cache, 20);
            readAll(cache, 20);
            assertThat(reads).hasValue(40);
            assertThat(cache.statistics().diskBytes()).isZero();
        }
    }
}
