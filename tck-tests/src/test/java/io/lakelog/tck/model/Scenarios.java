package io.lakelog.tck.model;

import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.model.Scenario.Commit;
import io.lakelog.tck.model.Scenario.Compaction;
import io.lakelog.tck.model.Scenario.Engine;
import io.lakelog.tck.model.Scenario.Kind;
import io.lakelog.tck.model.Scenario.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random scenarios that shrink to few commits of few operations on a plain table. */
public final class Scenarios {
    private static final int KEYS = 24;

    private static final List<List<DataType>> KEY_TYPES = List.of(
            List.of(DataType.INT),
            List.of(DataType.BIGINT),
            List.of(DataType.STRING),
            List.of(DataType.decimal(10, 2)),
            List.of(DataType.decimal(24, 4)),
            List.of(DataType.DATE),
            List.of(DataType.timestamp(3)),
            List.of(DataType.timestamp(6)),
            List.of(DataType.timestamp(9)),
            List.of(DataType.STRING, DataType.INT),
            List.of(DataType.BIGINT, DataType.timestamp(6), DataType.decimal(30, 0)),
            List.of(DataType.BOOLEAN, DataType.TINYINT, DataType.SMALLINT),
            List.of(DataType.FLOAT, DataType.DOUBLE),
            List.of(DataType.character(5), DataType.varchar(20)),
            List.of(DataType.time(3), DataType.timestampLtz(6)));

    /** Paimon reads tables with such keys, but its own lookups in them fail. */
    private static final List<List<DataType>> BINARY_KEY_TYPES =
            List.of(List.of(DataType.BYTES), List.of(DataType.binary(4), DataType.varbinary(9)));

    private static final List<List<DataType>> VALUE_TYPES = List.of(
            List.of(DataType.STRING),
            List.of(DataType.BOOLEAN, DataType.INT, DataType.BIGINT, DataType.DOUBLE),
            List.of(DataType.decimal(5, 2), DataType.decimal(18, 6), DataType.decimal(38, 10), DataType.STRING),
            List.of(DataType.DATE, DataType.timestamp(0), DataType.timestamp(3), DataType.timestamp(6)),
            List.of(DataType.TINYINT, DataType.SMALLINT, DataType.FLOAT, DataType.time(3), DataType.timestampLtz(6)),
            List.of(DataType.character(5), DataType.varchar(20), DataType.binary(4), DataType.BYTES),
            List.of(DataType.timestamp(7), DataType.timestamp(9), DataType.timestampLtz(9)));

    private static final List<List<DataType>> PARTITIONS = List.of(
            List.of(),
            List.of(DataType.STRING),
            List.of(DataType.STRING, DataType.INT),
            List.of(DataType.DATE),
            List.of(DataType.BOOLEAN, DataType.TINYINT),
            List.of(DataType.timestamp(3), DataType.BIGINT),
            List.of(DataType.decimal(20, 4), DataType.varchar(12), DataType.SMALLINT));

    private static final List<Map<String, String>> OPTIONS = List.of(
            Map.of(),
            Map.of("num-sorted-run.compaction-trigger", "2"),
            Map.of("num-levels", "3", "file.compression", "snappy"),
            Map.of("target-file-size", "1 kb", "manifest.merge-min-count", "2"));

    private Scenarios() {}

    /** Plain columns three times of four, else nested ones. */
    private static Arbitrary<List<DataType>> values(boolean multisets) {
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(VALUE_TYPES)), Tuple.of(1, NestedTypes.columns(multisets)));
    }

    /** Tables that only Lakelog writes. */
    public static Arbitrary<Scenario> byLakelog(String producer) {
        return scenarios(
                definitions(producer, values(false), true),
                Arbitraries.just(Engine.LAKELOG),
                Arbitraries.just(Compaction.AS_IT_COMES));
    }

    /** Tables that Paimon writes and compacts alone, with MULTISETs that Lakelog only reads. */
    public static Arbitrary<Scenario> byPaimon(String producer) {
        return scenarios(
                definitions(producer, values(true)), Arbitraries.just(Engine.PAIMON), compactions(Compaction.FULL));
    }

    /** The same, always with nested columns. */
    public static Arbitrary<Scenario> nestedByPaimon(String producer) {
        return scenarios(
                definitions(producer, NestedTypes.columns(true)),
                Arbitraries.just(Engine.PAIMON),
                compactions(Compaction.FULL));
    }

    /** Tables that Paimon writes alone, at times without compacting. */
    public static Arbitrary<Scenario> byPaimonWriteOnlyAtTimes(String producer) {
        return scenarios(
                definitions(producer, values(true)), Arbitraries.just(Engine.PAIMON), compactions(Compaction.NEVER));
    }

    /** Tables that Lakelog made and both engines write in turn, each commit telling all its changes. */
    public static Arbitrary<Scenario> inTurn(String producer) {
        return scenarios(
                definitions(producer, values(false)), Arbitraries.of(Engine.class), compactions(Compaction.FULL));
    }

    /** The same with dynamic buckets of few rows. */
    public static Arbitrary<Scenario> inTurnWithDynamicBuckets(String producer) {
        return inTurn(producer).map(scenario -> {
            TableDefinition fixed = scenario.definition();
            Map<String, String> options = new LinkedHashMap<>(fixed.options());
            options.put("bucket", "-1");
            options.remove("bucket-key");
            options.put("dynamic-bucket.target-row-num", Long.toString(3 + scenario.keySeed() % 10));
            if (scenario.keySeed() % 3 == 0) {
                options.put("dynamic-bucket.max-buckets", "2");
            }
            TableDefinition dynamic = new TableDefinition(
                    fixed.columns(), fixed.primaryKeys(), fixed.partitionKeys(), options, fixed.comment());
            return new Scenario(dynamic, scenario.keySeed(), scenario.commits());
        });
    }

    /** The same, where some of Paimon's commits leave their rows on level 0. */
    public static Arbitrary<Scenario> inTurnWithWriteOnly(String producer) {
        return scenarios(
                definitions(producer, values(false)), Arbitraries.of(Engine.class), compactions(Compaction.NEVER));
    }

    /** A commit that reaches every bucket that holds rows. */
    public static List<Commit> upsertOfAllKeys(Engine engine) {
        List<Operation> operations = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            operations.add(new Operation(Kind.UPSERT, key, key));
        }
        return List.of(new Commit(engine, Compaction.AS_IT_COMES, operations));
    }

    private static Arbitrary<Compaction> compactions(Compaction sometimes) {
        return Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(Compaction.AS_IT_COMES)), Tuple.of(1, Arbitraries.just(sometimes)));
    }

    private static Arbitrary<Scenario> scenarios(
            Arbitrary<TableDefinition> definitions, Arbitrary<Engine> engines, Arbitrary<Compaction> compactions) {
        Arbitrary<Operation> operations = Combinators.combine(
                        Arbitraries.frequencyOf(
                                Tuple.of(6, Arbitraries.just(Kind.UPSERT)),
                                Tuple.of(1, Arbitraries.just(Kind.REPEAT)),
                                Tuple.of(3, Arbitraries.just(Kind.DELETE))),
                        Arbitraries.integers().between(0, KEYS - 1),
                        Arbitraries.longs().between(0, 100))
                .as(Operation::new);
        Arbitrary<Commit> commits = Combinators.combine(
                        engines, compactions, operations.list().ofMinSize(1).ofMaxSize(20))
                .as(Commit::new);
        return Combinators.combine(
                        definitions,
                        Arbitraries.longs().between(0, 1000),
                        commits.list().ofMinSize(1).ofMaxSize(9))
                .as(Scenario::new);
    }

    private static Arbitrary<TableDefinition> definitions(String producer, Arbitrary<List<DataType>> values) {
        return definitions(producer, values, false);
    }

    private static Arbitrary<TableDefinition> definitions(
            String producer, Arbitrary<List<DataType>> values, boolean binaryKeys) {
        List<List<DataType>> keyTypes = new ArrayList<>(KEY_TYPES);
        if (binaryKeys) {
            keyTypes.addAll(BINARY_KEY_TYPES);
        }
        return Combinators.combine(
                        Arbitraries.of(keyTypes),
                        values,
                        Arbitraries.of(PARTITIONS),
                        Arbitraries.of(1, 3),
                        Arbitraries.of(OPTIONS),
                        Arbitraries.of("1", "3"),
                        Arbitraries.of(false, true))
                .as((keys, columns, partitions, buckets, options, deltaCommits, bucketKey) -> {
                    Map<String, String> all = new LinkedHashMap<>(options);
                    if (producer.equals("full-compaction")) {
                        all.put("full-compaction.delta-commits", deltaCommits);
                    }
                    all.put("bucket", Integer.toString(buckets));
                    all.put("changelog-producer", producer);
                    if (bucketKey && keys.size() > 1) {
                        all.put("bucket-key", "k1");
                    }
                    return definition(keys, columns, partitions, all);
                });
    }

    /** A table with columns {@code k0 ..}, {@code p0 ..} and {@code v0 ..}, the key columns not all at the front. */
    public static TableDefinition definition(
            List<DataType> keys, List<DataType> values, List<DataType> partitions, Map<String, String> options) {
        List<String> names = new ArrayList<>();
        List<DataType> types = new ArrayList<>();
        List<String> primaryKeys = new ArrayList<>();
        List<String> partitionKeys = new ArrayList<>();
        names.add("v0");
        types.add(values.get(0));
        for (int i = 0; i < partitions.size(); i++) {
            partitionKeys.add("p" + i);
            types.add(partitions.get(i));
        }
        names.addAll(partitionKeys);
        for (int i = 0; i < keys.size(); i++) {
            primaryKeys.add("k" + i);
            types.add(keys.get(i));
        }
        names.addAll(primaryKeys);
        primaryKeys.addAll(partitionKeys);
        for (int i = 1; i < values.size(); i++) {
            names.add("v" + i);
            types.add(values.get(i));
        }
        return new TableDefinition(RowType.of(names, types), primaryKeys, partitionKeys, options, null);
    }
}
