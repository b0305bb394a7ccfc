package io.lakelog.storage.lsm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.type.DataType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SortedMergeTest {
    static final List<DataType> TYPES = List.of(
            DataType.BIGINT.notNull(), DataType.TINYINT.notNull(), DataType.INT.notNull(), DataType.STRING.notNull());

    record Row(int key, long sequence, RowKind kind, String value) {}

    /** Rows in batches of random sizes, which are lent: each takes the place of the one before. */
    static final class Lender implements BatchSource {
        private final List<Row> rows;
        private final Random random;
        private final BatchBuilder builder = new BatchBuilder(TYPES).lending();
        private int next;

        Lender(List<Row> rows, Random random) {
            this.rows = rows;
            this.random = random;
        }

        @Override
        public @Nullable Batch next() {
            int end = Math.min(rows.size(), next + 1 + random.nextInt(5));
            for (; next < end; next++) {
                append(builder, rows.get(next));
            }
            return builder.size() == 0 ? null : builder.build();
        }

        @Override
        public void close() {}
    }

    static void append(BatchBuilder builder, Row row) {
        ((LongsBuilder) builder.column(KeyValues.SEQUENCE)).append(row.sequence());
        ((IntsBuilder) builder.column(KeyValues.KIND)).append(row.kind().code());
        ((IntsBuilder) builder.column(KeyValues.VALUES)).append(row.key());
        ((BytesBuilder) builder.column(KeyValues.VALUES + 1)).append(row.value().getBytes(StandardCharsets.UTF_8));
    }

    static List<Row> rows(Batch batch) {
        List<Row> rows = new ArrayList<>();
        Column.Bytes values = (Column.Bytes) batch.column(KeyValues.VALUES + 1);
        for (int i = 0; i < batch.size(); i++) {
            rows.add(new Row(
                    ((Column.Ints) batch.column(KeyValues.VALUES)).values[i],
                    KeyValues.sequences(batch)[i],
                    RowKind.of(KeyValues.kinds(batch)[i]),
                    new String(values.data, values.offsets[i], values.length(i), StandardCharsets.UTF_8)));
        }
        return rows;
    }

    private static SortedMerge merge(
            List<BatchSource> runs, Precedence precedence, BatchBuilder output, boolean dropRetracts) {
        return new SortedMerge(
                runs,
                new int[] {KeyValues.VALUES},
                new KeyComparator(List.of(DataType.INT)),
                precedence,
                output,
                dropRetracts);
    }

    @Property(tries = 500)
    void lentRunsMergeToTheVersionsThatCount(
            @ForAll long seed, @ForAll Precedence precedence, @ForAll boolean dropRetracts) {
        Random random = new Random(seed);
        List<List<Row>> runs = new ArrayList<>();
        for (int run = random.nextInt(5); run >= 0; run--) {
            runs.add(run(random, runs.size(), precedence));
        }
        List<Row> found = new ArrayList<>();
        BatchBuilder output = new BatchBuilder(TYPES).lending();
        List<BatchSource> lenders = new ArrayList<>();
        runs.forEach(run -> lenders.add(new Lender(run, random)));
        try (SortedMerge merge = merge(lenders, precedence, output, dropRetracts)) {
            for (Batch batch = merge.next(); batch != null; batch = merge.next()) {
                found.addAll(rows(batch));
            }
        }
        assertThat(found).isEqualTo(expected(runs, precedence, dropRetracts));
    }

    /** Rows by key, several of a key only where all count. */
    private static List<Row> run(Random random, int rank, Precedence precedence) {
        List<Row> run = new ArrayList<>();
        int step = 1 + random.nextInt(8);
        int key = random.nextInt(20);
        for (int i = random.nextInt(40); i > 0; i--) {
            RowKind kind = random.nextInt(4) == 0 ? RowKind.DELETE : RowKind.INSERT;
            run.add(new Row(key, random.nextInt(6), kind, rank + "." + i));
            key += precedence == Precedence.ALL && random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(step);
        }
        return run;
    }

    private static List<Row> expected(List<List<Row>> runs, Precedence precedence, boolean dropRetracts) {
        Map<Integer, List<Row>> versions = new TreeMap<>();
        for (List<Row> run : runs) {
            run.forEach(row -> versions.computeIfAbsent(row.key(), key -> new ArrayList<>())
                    .add(row));
        }
        List<Row> expected = new ArrayList<>();
        for (List<Row> rows : versions.values()) {
            switch (precedence) {
                case ALL -> expected.addAll(rows);
                case RUN -> expected.add(rows.get(0));
                case SEQUENCE -> {
                    // The sort is stable: of equal ones the first.
                    rows.sort(Comparator.comparing(Row::sequence).reversed());
                    expected.add(rows.get(0));
                }
            }
        }
        expected.removeIf(row -> dropRetracts && RowKind.isRetract(row.kind().code()));
        return expected;
    }

    /** Memory for a merge must not grow with its rows. */
    @Test
    void lentBatchesLieInTheSameArrays() {
        BatchBuilder even = new BatchBuilder(TYPES);
        BatchBuilder odd = new BatchBuilder(TYPES);
        for (int i = 0; i < 10 * Batch.TARGET_ROWS; i++) {
            append(i / 3 % 2 == 0 ? even : odd, new Row(i, i, RowKind.INSERT, "some value"));
        }
        List<BatchSource> runs = List.of(BatchSource.of(List.of(even.build())), BatchSource.of(List.of(odd.build())));
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        int batches = 0;
        try (SortedMerge merge = merge(runs, Precedence.RUN, new BatchBuilder(TYPES).lending(), true)) {
            for (Batch batch = merge.next(); batch != null; batch = merge.next()) {
                arrays.add(KeyValues.sequences(batch));
                arrays.add(KeyValues.kinds(batch));
                arrays.add(((Column.Ints) batch.column(KeyValues.VALUES)).values);
                arrays.add(((Column.Bytes) batch.column(KeyValues.VALUES + 1)).data);
                arrays.add(((Column.Bytes) batch.column(KeyValues.VALUES + 1)).offsets);
                batches++;
            }
        }
        assertThat(batches).isEqualTo(10);
        assertThat(arrays).hasSize(5);
    }
}
