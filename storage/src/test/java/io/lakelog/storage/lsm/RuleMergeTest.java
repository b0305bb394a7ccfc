package io.lakelog.storage.lsm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.lsm.SortedMergeTest.Lender;
import io.lakelog.storage.lsm.SortedMergeTest.Row;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableOptions;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RuleMergeTest {
    private static final RowType COLUMNS = RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING));
    private static final KeyComparator BY_KEY = new KeyComparator(List.of(DataType.INT));
    private static final TableShape SHAPE =
            new TableShape(COLUMNS, new int[] {0}, new int[0], new int[] {0}, BY_KEY, false);
    private static final MergeRules JOINED_TEXTS = new MergeRules(
            TableOptions.parse(Map.of("merge-engine", "aggregation", "fields.v.aggregate-function", "listagg"))
                    .merge(),
            SHAPE);

    /** Resolved rows and merged ones are lent: neither may be read once the next batch lies there. */
    @Property(tries = 500)
    void versionsAreMergedOntoLentRows(@ForAll long seed) {
        Random random = new Random(seed);
        List<Row> versions = new ArrayList<>();
        List<Row> resolved = new ArrayList<>();
        long sequence = 0;
        for (int key = 0; key < 30; key++) {
            if (random.nextBoolean()) {
                resolved.add(new Row(key, sequence++, RowKind.INSERT, "old " + key));
            }
            for (int i = random.nextInt(4); i > 0; i--) {
                versions.add(new Row(key, sequence++, RowKind.INSERT, "new " + i));
            }
        }
        List<Row> found = new ArrayList<>();
        try (RuleMerge merge = merge(kept(versions), new Lender(resolved, random))) {
            for (Batch batch = merge.next(); batch != null; batch = merge.next()) {
                found.addAll(SortedMergeTest.rows(batch));
            }
        }
        assertThat(found).isEqualTo(expected(versions, resolved));
    }

    private static RuleMerge merge(BatchSource versions, BatchSource resolved) {
        return new RuleMerge(
                versions,
                resolved,
                new RuleMerge.Keys(new int[] {KeyValues.VALUES}, BY_KEY),
                new KeyMerge(JOINED_TEXTS, SHAPE, SHAPE.allPositions()),
                true,
                new BatchBuilder(SortedMergeTest.TYPES).lending());
    }

    private static BatchSource kept(List<Row> rows) {
        BatchBuilder builder = new BatchBuilder(SortedMergeTest.TYPES);
        List<Batch> batches = new ArrayList<>();
        for (Row row : rows) {
            SortedMergeTest.append(builder, row);
            batches.add(builder.build());
        }
        return BatchSource.of(batches);
    }

    private static List<Row> expected(List<Row> versions, List<Row> resolved) {
        Map<Integer, List<Row>> byKey = new TreeMap<>();
        for (List<Row> rows : List.of(resolved, versions)) {
            rows.forEach(row ->
                    byKey.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row));
        }
        List<Row> expected = new ArrayList<>();
        byKey.forEach((key, rows) -> {
            rows.sort(Comparator.comparing(Row::sequence));
            expected.add(new Row(
                    key,
                    rows.get(rows.size() - 1).sequence(),
                    RowKind.INSERT,
                    String.join(",", rows.stream().map(Row::value).toList())));
        });
        return expected;
    }
}
