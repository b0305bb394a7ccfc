package io.lakelog.storage.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.cache.CacheLimits;
import io.lakelog.storage.cache.PageCache;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.env.LocalFileSystem;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.env.RecordingFileSystem;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Rows read page by page through a cache are those of the file, however little the cache may keep. */
class PagedParquetTest {
    private static final FileSystem FILES = new LocalFileSystem();

    private static PageCache cache(Path directory, CacheLimits limits) {
        return new PageCache(
                limits,
                Clock.systemUTC(),
                () -> directory.resolve(UUID.randomUUID().toString()).toString());
    }

    @Property(tries = 150)
    void rowsAreThoseOfTheFile(@ForAll long seed) throws Exception {
        RandomRows random = new RandomRows(seed);
        RowType type = random.rowType();
        List<@Nullable Object[]> rows = random.rows(type, random.random().nextInt(2000));
        Path directory = Files.createTempDirectory("lakelog-pages");
        String file = directory.resolve("rows.parquet").toString();
        ParquetRoundTripTest.write(file, type, random.batches(type, rows), ParquetRoundTripTest.options(random));
        long[] sizes = {0, 100, 5000, 1 << 20};
        CacheLimits limits = new CacheLimits(
                sizes[random.random().nextInt(4)],
                sizes[random.random().nextInt(4)],
                1 + sizes[random.random().nextInt(4)],
                Duration.ofHours(1));
        try (PageCache cache = cache(directory, limits)) {
            List<List<@Nullable Object>> expected = RandomRows.values(rows);
            for (int again = 0; again < 3; again++) {
                checkAll(file, type, cache, expected, random.random());
            }
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactly(Path.of(file));
        }
        Files.delete(Path.of(file));
        Files.delete(directory);
    }

    private static void checkAll(
            String file, RowType type, PageCache cache, List<List<@Nullable Object>> expected, Random random)
            throws Exception {
        long size = Files.size(Path.of(file));
        int blockColumn = random.nextInt(type.size());
        try (PagedParquet paged = PagedParquet.open(FILES, file, size, type, cache)) {
            assertThat(paged).isNotNull();
            long next = 0;
            for (PagedParquet.Block block : paged.blocks(blockColumn, null)) {
                assertThat(block.firstRow()).isEqualTo(next);
                next += block.count();
                int[] chosen = IntStream.range(0, block.count())
                        .filter(row -> random.nextInt(3) == 0)
                        .toArray();
                for (int c = 0; c < type.size(); c++) {
                    int column = c;
                    List<@Nullable Object> inFile = expected.subList((int) block.firstRow(), (int) next).stream()
                            .map(row -> row.get(column))
                            .toList();
                    assertThat(values(paged.page(block, c), type, c)).isEqualTo(inFile);
                    assertThat(values(paged.rows(block, c, chosen, chosen.length), type, c))
                            .isEqualTo(
                                    Arrays.stream(chosen).mapToObj(inFile::get).toList());
                }
            }
            assertThat(next).isEqualTo(expected.size());
        }
    }

    @Example
    void aFileIsNotOpenedForWhatIsKnown() {
        RecordingFileSystem files = new RecordingFileSystem(new MemoryFileSystem(), path -> path);
        RowType type = RowType.of(List.of("id", "v"), List.of(DataType.BIGINT.notNull(), DataType.STRING));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long i = 0; i < 10_000; i++) {
            rows.add(new Object[] {i, "value " + i});
        }
        try (ParquetRowWriter writer = ParquetRowWriter.create(
                files, "/t.parquet", type, ParquetWriteOptions.DEFAULT.withPages(1 << 20, 1000))) {
            new RandomRows(1).batches(type, rows).forEach(writer::write);
            long size = writer.finish().sizeBytes();
            files.take();
            try (PageCache cache =
                    cache(Path.of("/nowhere"), new CacheLimits(1 << 20, 100_000, 1, Duration.ofHours(1)))) {
                assertThat(valueOf(files, size, type, cache, 4321)).isEqualTo("value 4321");
                assertThat(files.take()).anyMatch(line -> line.startsWith("open"));
                assertThat(cache.statistics().misses()).isEqualTo(2);
                assertThat(valueOf(files, size, type, cache, 4322)).isEqualTo("value 4322");
                assertThat(files.take()).isEmpty();
                assertThat(cache.statistics().hits()).isEqualTo(2);
                cache.keepOnly(Set.of("another.parquet"));
                assertThat(cache.statistics().values() + cache.statistics().memoryBytes())
                        .isZero();
            }
        }
    }

    private static Object valueOf(FileSystem files, long size, RowType type, PageCache cache, long id) {
        try (PagedParquet paged = Objects.requireNonNull(PagedParquet.open(files, "/t.parquet", size, type, cache))) {
            List<PagedParquet.Block> blocks = paged.blocks(0, new Predicate.Compare(0, Predicate.Operator.EQUAL, id));
            assertThat(blocks).hasSize(1);
            Column ids = paged.page(blocks.get(0), 0);
            int row = 0;
            while (((Column.Longs) ids).values[row] != id) {
                row++;
            }
            return Objects.requireNonNull(values(paged.rows(blocks.get(0), 1, new int[] {row}, 1), type, 1)
                    .get(0));
        }
    }

    private static List<@Nullable Object> values(Column column, RowType type, int position) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < column.size(); i++) {
            values.add(RandomRows.comparable(Values.get(column, type.type(position), i)));
        }
        return values;
    }
}
