package io.lakelog.storage.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.LocalFileSystem;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.predicate.Predicate.Operator;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import io.lakelog.storage.type.TypeKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetPruningTest {
    private static final LocalFileSystem FILES = new LocalFileSystem();

    @TempDir
    Path directory;

    @Property(tries = 400)
    void noMatchingRowIsLost(@ForAll long seed) throws Exception {
        RandomRows random = new RandomRows(seed);
        RowType type = random.rowType();
        List<@Nullable Object[]> rows = random.rows(type, random.random().nextInt(3000));
        if (random.random().nextInt(3) > 0) {
            rows.sort((a, b) -> order(type.type(0), a[0], b[0]));
        }
        Predicate filter = predicate(type, rows, random.random(), 3);
        Path file = Files.createTempFile("lakelog", ".parquet");
        Files.delete(file);
        try {
            ParquetRoundTripTest.write(
                    file.toString(), type, random.batches(type, rows), ParquetRoundTripTest.options(random));
            List<List<@Nullable Object>> found = read(file.toString(), type, filter);
            assertThat(missing(found, RandomRows.values(rows)))
                    .as("rows that are not there")
                    .isNull();
            assertThat(missing(matching(type, filter, rows), found))
                    .as("matching rows lost to " + filter)
                    .isNull();
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Test
    void pointLookupReadsOnePage() {
        RowType type = RowType.of(List.of("id", "name"), List.of(DataType.BIGINT.notNull(), DataType.STRING));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long i = 0; i < 50_000; i++) {
            rows.add(new Object[] {i * 2, "name" + i});
        }
        String path = directory.resolve("file").toString();
        ParquetRoundTripTest.write(
                path,
                type,
                new RandomRows(1).batches(type, rows),
                ParquetWriteOptions.DEFAULT.withPages(1 << 20, 1000).withRowGroupBytes(100_000));
        assertThat(read(path, type, new Predicate.Compare(0, Operator.EQUAL, 40_000L)))
                .hasSizeLessThanOrEqualTo(1000)
                .contains(List.of(40_000L, "name20000"));
        assertThat(read(path, type, new Predicate.Compare(1, Operator.EQUAL, "name20000")))
                .contains(List.of(40_000L, "name20000"));
        assertThat(read(path, type, new Predicate.Compare(0, Operator.EQUAL, -1L)))
                .isEmpty();
        assertThat(read(path, type, new Predicate.Compare(0, Operator.LESS, 2_000L)))
                .hasSize(1000);
        assertThat(read(path, type, new Predicate.IsNull(0))).isEmpty();
        assertThat(read(
                        path,
                        type,
                        new Predicate.Or(List.of(
                                new Predicate.Compare(0, Operator.EQUAL, 0L),
                                new Predicate.Compare(0, Operator.EQUAL, 99_998L)))))
                .hasSizeLessThanOrEqualTo(2000)
                .contains(List.of(0L, "name0"), List.of(99_998L, "name49999"));
    }

    @Test
    void dictionariesPrune() {
        RowType type = RowType.of(List.of("status"), List.of(DataType.STRING));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            rows.add(new Object[] {i % 2 == 0 ? "CREATED" : "SHIPPED"});
        }
        String path = directory.resolve("file").toString();
        ParquetRoundTripTest.write(path, type, new RandomRows(1).batches(type, rows), ParquetWriteOptions.DEFAULT);
        assertThat(read(path, type, new Predicate.Compare(0, Operator.EQUAL, "PAID")))
                .isEmpty();
        assertThat(read(path, type, new Predicate.Compare(0, Operator.EQUAL, "SHIPPED")))
                .hasSize(10_000);
    }

    static List<List<@Nullable Object>> read(String path, RowType type, @Nullable Predicate filter) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (ParquetRowReader reader = ParquetRowReader.open(FILES, path, -1, type, filter, false)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows.addAll(RandomRows.values(batch, type));
            }
        }
        return rows;
    }

    static List<List<@Nullable Object>> matching(RowType type, Predicate filter, List<@Nullable Object[]> rows) {
        return RandomRows.values(
                rows.stream().filter(row -> matches(type, filter, row)).toList());
    }

    /** The first of {@code rows} that does not come, in the same order, among {@code others}; null if all do. */
    static @Nullable Object missing(List<List<@Nullable Object>> rows, List<List<@Nullable Object>> others) {
        int next = 0;
        for (List<@Nullable Object> other : others) {
            if (next < rows.size() && rows.get(next).equals(other)) {
                next++;
            }
        }
        return next < rows.size() ? rows.get(next) : null;
    }

    static Predicate predicate(RowType type, List<@Nullable Object[]> rows, Random random, int depth) {
        int choice = random.nextInt(depth > 0 ? 8 : 6);
        if (choice >= 6) {
            List<Predicate> parts = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                parts.add(predicate(type, rows, random, depth - 1));
            }
            return choice == 6 ? new Predicate.And(parts) : new Predicate.Or(parts);
        }
        int column = random.nextInt(type.size());
        if (choice == 0) {
            return random.nextBoolean() ? new Predicate.IsNull(column) : new Predicate.IsNotNull(column);
        }
        // Mostly values that occur, sometimes of another precision than the column's.
        DataType columnType = type.type(column);
        DataType valueType =
                switch (columnType.kind()) {
                    case DECIMAL -> random.nextBoolean() ? columnType : DataType.decimal(12, 4);
                    case TIMESTAMP -> random.nextBoolean() ? columnType : DataType.timestamp(6);
                    case TIMESTAMP_LTZ -> random.nextBoolean() ? columnType : DataType.timestampLtz(6);
                    default -> columnType;
                };
        Object value = RandomRows.value(valueType, random);
        if (!rows.isEmpty() && random.nextInt(4) > 0) {
            Object present = rows.get(random.nextInt(rows.size()))[column];
            value = present == null ? value : present;
        }
        return new Predicate.Compare(column, Operator.values()[random.nextInt(Operator.values().length)], value);
    }

    /** Whether a row matches, for a NaN in any meaning that engines give it: neither may lose rows. */
    private static boolean matches(RowType type, Predicate predicate, @Nullable Object[] row) {
        if (predicate instanceof Predicate.And and) {
            return and.parts().stream().allMatch(part -> matches(type, part, row));
        }
        if (predicate instanceof Predicate.Or or) {
            return or.parts().stream().anyMatch(part -> matches(type, part, row));
        }
        if (predicate instanceof Predicate.IsNull isNull) {
            return row[isNull.column()] == null;
        }
        if (predicate instanceof Predicate.IsNotNull isNotNull) {
            return row[isNotNull.column()] != null;
        }
        Predicate.Compare compare = (Predicate.Compare) predicate;
        Object value = row[compare.column()];
        if (value == null) {
            return false;
        }
        int order = order(type.type(compare.column()), value, compare.value());
        return switch (compare.operator()) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    @SuppressWarnings("unchecked")
    static int order(DataType type, @Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return Boolean.compare(a != null, b != null);
        }
        if (type.kind() == TypeKind.DOUBLE || type.kind() == TypeKind.FLOAT) {
            return Double.compare(((Number) a).doubleValue() + 0.0, ((Number) b).doubleValue() + 0.0);
        }
        if (a instanceof byte[] bytes) {
            return Arrays.compareUnsigned(bytes, (byte[]) b);
        }
        if (a instanceof String text) {
            return Arrays.compareUnsigned(
                    text.getBytes(StandardCharsets.UTF_8), ((String) b).getBytes(StandardCharsets.UTF_8));
        }
        return ((Comparable<Object>) a).compareTo(b);
    }
}
