package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenario.Commit;
import io.lakelog.tck.model.Scenario.Compaction;
import io.lakelog.tck.model.Scenario.Engine;
import io.lakelog.tck.model.Scenario.Kind;
import io.lakelog.tck.model.Scenario.Operation;
import io.lakelog.tck.model.Scenarios;
import io.lakelog.tck.text.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commits of many batches: runs of several files, spilled buffers, sparse and dense upserts over large runs. */
class BigCommitsTest {
    private static final int KEYS = 12_000;

    /** Columns that lie in several arrays each, in files and batches of the usual size. */
    @ParameterizedTest
    @CsvSource({"lookup", "none", "full-compaction"})
    void manyRowsOfManyTypes(String producer) throws Exception {
        DataType point = DataType.row(List.of(
                new Field(0, "x", DataType.decimal(38, 10)), new Field(1, "y", DataType.array(DataType.STRING))));
        List<DataType> values = List.of(
                DataType.STRING,
                DataType.BOOLEAN,
                DataType.DOUBLE,
                DataType.FLOAT,
                DataType.decimal(38, 10),
                DataType.timestamp(9),
                DataType.BYTES,
                DataType.array(point),
                DataType.map(DataType.INT, point));
        Map<String, String> options = Map.of("bucket", "1", "changelog-producer", producer);
        Scenario scenario = new Scenario(
                Scenarios.definition(List.of(DataType.BIGINT), values, List.of(), options), 1, commits(new Random(7)));
        play(producer, scenario);
    }

    @ParameterizedTest
    @CsvSource({"lookup, 1", "lookup, 3", "none, 1", "none, 3"})
    void runsOfManyFiles(String producer, int buckets) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("bucket", Integer.toString(buckets));
        options.put("changelog-producer", producer);
        options.put("target-file-size", "64 kb");
        options.put("write-buffer-size", "128 kb");
        Scenario scenario = new Scenario(
                Scenarios.definition(
                        List.of(DataType.STRING, DataType.BIGINT),
                        List.of(DataType.STRING, DataType.decimal(10, 2), DataType.timestamp(3)),
                        List.of(),
                        options),
                1,
                commits(new Random(5)));
        play(producer, scenario);
    }

    private static void play(String producer, Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Stage stage = new Stage(warehouse.path(), scenario)) {
            stage.play(scenario);
            if (producer.equals("lookup")) {
                List<Change> changes = stage.lakelog().changesFrom(1);
                assertThat(Verdict.bySnapshot(changes, Change::toString))
                        .isEqualTo(Verdict.bySnapshot(stage.expectedChanges(), Change::toString));
                stage.verdict().assertAllWithChangelog();
            } else if (producer.equals("full-compaction")) {
                stage.verdict().assertAllWithLateChangelog();
            } else {
                stage.verdict().assertAllWithoutChangelog();
            }
        }
    }

    private static List<Commit> commits(Random random) {
        List<Commit> commits = new ArrayList<>();
        // All keys; then some dense and some sparse batches, with deletes and several changes of one key.
        for (int size : new int[] {KEYS, 5000, 30, 9000, 1, 400}) {
            List<Operation> operations = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                int key = commits.isEmpty() ? i : random.nextInt(size < 100 ? KEYS : KEYS / 2);
                Kind kind = random.nextInt(10) == 0 ? Kind.DELETE : Kind.UPSERT;
                operations.add(new Operation(kind, key, random.nextLong()));
            }
            commits.add(new Commit(Engine.LAKELOG, Compaction.AS_IT_COMES, operations));
        }
        return commits;
    }
}
