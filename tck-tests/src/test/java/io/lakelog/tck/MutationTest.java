package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.lakelog.LakelogTable.RowToWrite;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenario.Operation;
import io.lakelog.tck.model.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

/**
 * Files are cut, grown, or have bytes changed: what is read is right, or an error names the file. A change of bytes must be
 * noticed in what Lakelog wrote; what Paimon wrote has no checksums, so there only cuts must be, and nothing may hang or
 * end in an error of another kind. {@code -Plong} is the long run.
 */
class MutationTest {
    private static final int MUTATIONS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> READABLE = List.of(
            "pk-lookup-bucket1",
            "pk-partitioned-input",
            "pk-full-compaction",
            "pk-bucket4-composite-key",
            "pk-deletes-compaction",
            "pk-dynamic-bucket",
            "pk-deletion-vectors",
            "pk-hidden-partition-input");

    private static final Map<String, Subject> SUBJECTS = new HashMap<>();
    private static @Nullable Path directory;

    /** A table that is whole between mutations. */
    private record Subject(Path warehouse, List<Path> files, List<String> contents) {
        static Subject of(Path warehouse) throws IOException {
            try (Stream<Path> files = Files.walk(warehouse)) {
                List<Path> all = files.filter(Files::isRegularFile)
                        .filter(file -> !file.getFileName().toString().matches("LATEST|EARLIEST"))
                        .sorted()
                        .toList();
                return new Subject(warehouse, all, read(warehouse));
            }
        }
    }

    @BeforeContainer
    static void prepare() throws Exception {
        Path root = Files.createTempDirectory("lakelog-mutations");
        directory = root;
        for (String name : READABLE) {
            copy(ReferenceTables.warehouse(name), root.resolve(name));
            SUBJECTS.put(name, Subject.of(root.resolve(name)));
        }
        for (String format : List.of("avro", "orc")) {
            byPaimon(root.resolve(format), Map.of("file.format", format));
            SUBJECTS.put(format, Subject.of(root.resolve(format)));
        }
        byLakelog(root.resolve("own"));
        SUBJECTS.put("own", Subject.of(root.resolve("own")));
    }

    @AfterContainer
    static void remove() throws IOException {
        if (directory != null) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Property
    void ownFiles(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < MUTATIONS; i++) {
            mutate("own", random, true);
        }
    }

    @Property
    void foreignFiles(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        List<String> names = SUBJECTS.keySet().stream()
                .filter(name -> !name.equals("own"))
                .sorted()
                .toList();
        for (int i = 0; i < MUTATIONS; i++) {
            mutate(names.get(random.nextInt(names.size())), random, false);
        }
    }

    private static void mutate(String table, Random random, boolean checksums) throws Exception {
        Subject subject = Objects.requireNonNull(SUBJECTS.get(table));
        Path file = subject.files().get(random.nextInt(subject.files().size()));
        byte[] whole = Files.readAllBytes(file);
        // The ORC library itself may go round for ever over changed bytes.
        int kind = file.toString().endsWith(".orc") ? 0 : random.nextInt(4);
        byte[] broken = mutated(whole, kind, random);
        String what = table + ": " + file + " mutated in way " + kind;
        Files.write(file, broken);
        try {
            List<String> contents = assertTimeoutPreemptively(PATIENCE, () -> read(subject.warehouse()), what);
            boolean json = file.toString().matches(".*/(schema|snapshot)/[^/]*");
            if (kind == 0 || (checksums && !json)) {
                assertThat(contents).as(what).isEqualTo(subject.contents());
            }
        } catch (LakelogException e) {
            assertThat(e.code()).as("%s: %s", what, e).isNotEqualTo(ErrorCode.INTERNAL);
            String name = file.getFileName().toString();
            boolean metadata = !name.matches("(data|changelog)-.*");
            if (metadata && kind != 0) {
                // What changed metadata says may be wrong of another file, which is named then, or of an option or
                // type.
                assertThat(e.getMessage()).as(what).containsPattern("/db\\.db/t/.+|option|type|column");
            } else {
                assertThat(e.getMessage()).as(what).contains(name);
            }
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what + ": " + e, e);
        } finally {
            Files.write(file, whole);
        }
    }

    private static byte[] mutated(byte[] whole, int kind, Random random) {
        int at = random.nextInt(whole.length);
        return switch (kind) {
            case 0 -> Arrays.copyOf(whole, at);
            case 1 -> {
                byte[] flipped = whole.clone();
                flipped[at] ^= (byte) (1 << random.nextInt(8));
                yield flipped;
            }
            case 2 -> {
                byte[] overwritten = whole.clone();
                byte[] noise = new byte[Math.min(1 + random.nextInt(32), whole.length - at)];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, overwritten, at, noise.length);
                yield overwritten;
            }
            default -> {
                byte[] grown = Arrays.copyOf(whole, whole.length + 1 + random.nextInt(64));
                System.arraycopy(whole, at, grown, at + grown.length - whole.length, whole.length - at);
                yield grown;
            }
        };
    }

    /** Rows of every snapshot, and all changes. */
    private static List<String> read(Path warehouse) {
        Catalog catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        LakelogTable table = new LakelogTable(catalog.table(new TableName("db", "t")));
        List<String> contents = new ArrayList<>(table.rows());
        for (long id : table.snapshotIds()) {
            contents.addAll(table.rowsAt(id));
        }
        table.changesAsGiven(0).forEach(change -> contents.add(change.toString()));
        return contents;
    }

    private static void byPaimon(Path warehouse, Map<String, String> options) throws Exception {
        Map<String, String> all = Map.of("bucket", "2", "changelog-producer", "lookup");
        List<DataType> values = List.of(DataType.STRING, DataType.BIGINT, DataType.decimal(20, 4), DataType.DOUBLE);
        TableDefinition definition = Scenarios.definition(List.of(DataType.INT), values, List.of(), all);
        List<Operation> operations =
                Scenarios.upsertOfAllKeys(Scenario.Engine.PAIMON).get(0).operations();
        Scenario.Commit commit =
                new Scenario.Commit(Scenario.Engine.PAIMON, Scenario.Compaction.AS_IT_COMES, operations);
        Scenario scenario = new Scenario(definition, 0, List.of(commit, commit));
        try (PaimonStage stage = new PaimonStage(warehouse, scenario, options)) {
            stage.play(scenario);
        }
    }

    private static void byLakelog(Path warehouse) {
        Catalog catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        catalog.createDatabase("db");
        catalog.createTable(
                new TableName("db", "t"),
                new TableDefinition(
                        RowType.of(
                                List.of("id", "name", "price"),
                                List.of(DataType.INT, DataType.STRING, DataType.decimal(20, 4))),
                        List.of("id"),
                        List.of(),
                        Map.of("bucket", "2", "changelog-producer", "lookup"),
                        null));
        LakelogTable table = new LakelogTable(catalog.table(new TableName("db", "t")));
        for (int commit = 0; commit < 3; commit++) {
            List<RowToWrite> rows = new ArrayList<>();
            for (int id = 0; id < 40; id++) {
                rows.add(new RowToWrite(
                        id % 7 == commit ? RowKind.DELETE : RowKind.INSERT,
                        Arrays.asList(
                                id, "name " + id % 5, id % 3 == 0 ? null : new java.math.BigDecimal(id + ".0000"))));
            }
            table.commit(rows);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
