package io.lakelog.storage.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.LocalFileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broken files: the right rows, or an error that names the file. */
class ParquetBreakageTest {
    private static final LocalFileSystem FILES = new LocalFileSystem();

    @TempDir
    Path directory;

    @Property(tries = 300)
    void brokenFilesGiveTheRightRowsOrSayWhichFileIsBroken(@ForAll long seed) throws Exception {
        RandomRows random = new RandomRows(seed);
        RowType type = random.rowType();
        List<@Nullable Object[]> rows = random.rows(type, random.random().nextInt(400));
        Path file = Files.createTempFile("lakelog", ".parquet");
        Files.delete(file);
        try {
            ParquetRoundTripTest.write(
                    file.toString(), type, random.batches(type, rows), ParquetRoundTripTest.options(random));
            byte[] whole = Files.readAllBytes(file);
            List<List<@Nullable Object>> expected = RandomRows.values(rows);
            Predicate filter = ParquetPruningTest.predicate(type, rows, random.random(), 1);
            for (int i = 0; i < 20; i++) {
                Files.write(file, broken(whole, random.random()));
                check(file.toString(), type, null, expected, expected);
                check(file.toString(), type, filter, expected, ParquetPruningTest.matching(type, filter, rows));
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static byte[] broken(byte[] whole, Random random) {
        if (random.nextInt(10) == 0) {
            return Arrays.copyOf(whole, random.nextInt(whole.length));
        }
        byte[] bytes = whole.clone();
        // The end of a file is small but holds the most delicate parts.
        int from = random.nextBoolean() ? Math.max(0, whole.length - 1000) : 0;
        int at = from + random.nextInt(whole.length - from);
        bytes[at] ^= (byte) (random.nextBoolean() ? 1 << random.nextInt(8) : 1 + random.nextInt(255));
        return bytes;
    }

    private static void check(
            String path,
            RowType type,
            @Nullable Predicate filter,
            List<List<@Nullable Object>> all,
            List<List<@Nullable Object>> wanted) {
        List<List<@Nullable Object>> found;
        try {
            found = ParquetPruningTest.read(path, type, filter);
        } catch (LakelogException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
            assertThat(e).hasMessageContaining(path);
            return;
        }
        assertThat(ParquetPruningTest.missing(found, all))
                .as("rows that are not there")
                .isNull();
        assertThat(ParquetPruningTest.missing(wanted, found)).as("lost rows").isNull();
    }

    @Test
    void wrongFilesAreNamed() throws Exception {
        RowType type = RowType.of(List.of("a", "b"), List.of(DataType.INT.notNull(), DataType.STRING));
        String path = directory.resolve("file").toString();
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(new Object[] {1, null});
        long size = ParquetRoundTripTest.write(
                        path, type, new RandomRows(1).batches(type, rows), ParquetWriteOptions.DEFAULT)
                .sizeBytes();
        assertCorrupt(() -> open(directory.resolve("none").toString(), -1, type), "none", "does not exist");
        assertCorrupt(() -> open(path, size - 1, type), path, size + " bytes long", "" + (size - 1));
        assertCorrupt(
                () -> open(path, size, RowType.of(List.of("c"), List.of(DataType.INT.notNull()))),
                path,
                "no column 'c' (INT NOT NULL)",
                "[a, b]");
        assertCorrupt(
                () -> open(path, size, RowType.of(List.of("a"), List.of(DataType.BIGINT))),
                path,
                "column 'a' should be BIGINT",
                "int32 a");
        assertCorrupt(
                () -> ParquetPruningTest.read(path, RowType.of(List.of("b"), List.of(DataType.STRING.notNull())), null),
                path,
                "column 'b'",
                "NULL in a column that allows none");
        Files.write(directory.resolve("text"), "no Parquet at all".getBytes(StandardCharsets.US_ASCII));
        assertCorrupt(() -> open(directory.resolve("text").toString(), -1, type), "text", "PAR1");
        Files.write(directory.resolve("nothing"), new byte[0]);
        assertCorrupt(() -> open(directory.resolve("nothing").toString(), -1, type), "nothing", "too short");
    }

    @Test
    void nullWhereNoneIsAllowedLeavesNoFile() {
        RowType nullable = RowType.of(List.of("a"), List.of(DataType.INT));
        BatchBuilder builder = new BatchBuilder(nullable);
        builder.column(0).appendNull();
        Batch batch = builder.build();
        Path file = directory.resolve("file");
        assertThatThrownBy(() -> {
                    try (ParquetRowWriter writer = ParquetRowWriter.create(
                            FILES,
                            file.toString(),
                            RowType.of(List.of("a"), List.of(DataType.INT.notNull())),
                            ParquetWriteOptions.DEFAULT)) {
                        writer.write(batch);
                    }
                })
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NULL_VALUE));
        assertThat(file).doesNotExist();
    }

    private static void open(String path, long length, RowType type) {
        ParquetRowReader.open(FILES, path, length, type, null, false).close();
    }

    private static void assertCorrupt(ThrowingCallable call, String... parts) {
        assertThatThrownBy(call)
                .hasMessageContainingAll(parts)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }
}
