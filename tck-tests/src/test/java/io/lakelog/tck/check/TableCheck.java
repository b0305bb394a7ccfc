package io.lakelog.tck.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakelog.tck.check.RawRows.RawRow;
import io.lakelog.tck.paimon.PaimonBinaryRow;
import io.lakelog.tck.text.RowText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Re-derives what must hold of a table from the raw files of its directory: schemas, the chain of snapshots and their
 * manifest lists, every data and changelog file, the levels of every bucket at every snapshot, and that no file is left
 * over. Stateful; one table, used once.
 */
public final class TableCheck {
    private final Path table;
    private final RawMetadata metadata;
    private final List<String> faults = new ArrayList<>();
    private final Map<String, RawFile> checkedFiles = new HashMap<>();
    private final Map<String, List<RawRow>> rowsOfFiles = new HashMap<>();
    private final Set<Path> referenced = new HashSet<>();
    private final Set<String> deleted = new HashSet<>();
    private SortedMap<Long, RawSchema> schemas = new TreeMap<>();

    private TableCheck(Path table) {
        this.table = table;
        this.metadata = new RawMetadata(table);
    }

    /** Everything that is wrong with the table, one sentence each; empty for a sound one. */
    public static List<String> faults(Path tableDirectory) throws Exception {
        TableCheck check = new TableCheck(tableDirectory);
        check.run();
        return check.faults;
    }

    /** Fails with everything that is wrong with the table. */
    public static void assertSound(Path tableDirectory) throws Exception {
        assertThat(faults(tableDirectory)).as("faults of " + tableDirectory).isEmpty();
    }

    private void run() throws Exception {
        schemas = metadata.schemas();
        for (Map.Entry<Long, RawSchema> entry : schemas.entrySet()) {
            SchemaCheck.check(entry.getKey(), entry.getValue(), faults::add);
        }
        SortedMap<Long, JsonNode> snapshots = metadata.snapshots();
        SnapshotCheck snapshotCheck = new SnapshotCheck(metadata, faults::add);
        Map<String, RawFile> before = null;
        long previous = -1;
        for (Map.Entry<Long, JsonNode> entry : snapshots.entrySet()) {
            long id = entry.getKey();
            if (previous >= 0 && id != previous + 1) {
                faults.add("no snapshot between " + previous + " and " + id);
            }
            before = checkSnapshot(id, entry.getValue(), before, snapshotCheck);
            previous = id;
        }
        if (before != null) {
            checkSequenceNumbers(before);
        }
        checkHint("LATEST", previous);
        checkLeftovers();
    }

    private Map<String, RawFile> checkSnapshot(
            long id, JsonNode snapshot, @Nullable Map<String, RawFile> before, SnapshotCheck check) throws Exception {
        String name = "snapshot " + id;
        check.check(id, snapshot, schemas, before);
        referenced.addAll(check.manifestPaths(snapshot));
        Map<String, RawFile> live = new LinkedHashMap<>(before == null ? check.base(snapshot) : before);
        List<RawFile> delta = check.delta(snapshot);
        if (!snapshot.path("commitKind").asText().equals("OVERWRITE")) {
            checkNumbering(name, live, delta);
        }
        checkDeletedForEver(name, delta);
        SnapshotCheck.replay(delta, live, fault -> faults.add(name + ": " + fault));
        check.checkCounts(id, snapshot, live);
        for (RawFile file : live.values()) {
            checkFile(file, false);
        }
        for (RawFile file : check.changelog(snapshot)) {
            checkFile(file, true);
        }
        checkLevels(name, live);
        return live;
    }

    private void checkFile(RawFile file, boolean changelog) throws Exception {
        RawFile known = checkedFiles.putIfAbsent(file.name(), file);
        if (known != null) {
            // A file that moved up a level keeps its name and everything else.
            if (!known.place().equals(file.place())
                    || known.size() != file.size()
                    || known.rowCount() != file.rowCount()
                    || known.minSequence() != file.minSequence()
                    || known.maxSequence() != file.maxSequence()) {
                faults.add(file.name() + " is described in two ways");
            }
            return;
        }
        RawSchema schema = schemas.get(file.schemaId());
        if (schema == null) {
            faults.add(file.name() + ": schema " + file.schemaId() + " does not exist");
            return;
        }
        if (file.totalBuckets() != schema.buckets()) {
            faults.add(file.name() + ": _TOTAL_BUCKETS " + file.totalBuckets() + ", the table has " + schema.buckets());
        }
        Path path = PartitionPaths.bucket(table, file, schema).resolve(file.name());
        referenced.add(path);
        for (String extra : file.extraFiles()) {
            referenced.add(path.resolveSibling(extra));
        }
        rowsOfFiles.put(file.name(), new DataFileCheck(file, schema, changelog, faults::add).check(path));
    }

    /** Readers may look at DELETE entries before ADD entries: what was deleted once can never be added again. */
    private void checkDeletedForEver(String name, List<RawFile> delta) {
        delta.stream().filter(file -> !file.added()).map(RawFile::identity).forEach(deleted::add);
        for (RawFile file : delta) {
            if (file.added() && deleted.contains(file.identity())) {
                faults.add(
                        name + ": " + file.name() + " is deleted on level " + file.level() + " and added there again");
            }
        }
    }

    /**
     * New rows get numbers above all that their bucket held (and still holds, which an overwrite may end). Rows of level 0
     * that are announced by another commit, and deleted there, keep theirs.
     */
    private void checkNumbering(String name, Map<String, RawFile> live, List<RawFile> delta) {
        Set<String> known = new HashSet<>();
        delta.stream().filter(file -> !file.added()).forEach(file -> known.add(file.name()));
        for (RawFile file : delta) {
            boolean written = file.added()
                    && !known.contains(file.name())
                    && Integer.valueOf(0).equals(file.source());
            long highest = live.values().stream()
                    .filter(other -> other.place().equals(file.place()))
                    .mapToLong(RawFile::maxSequence)
                    .max()
                    .orElse(-1);
            boolean announces = delta.stream()
                    .anyMatch(other -> !other.added()
                            && other.level() == 0
                            && other.place().equals(file.place()));
            boolean keyed = schemas.get(file.schemaId()) != null
                    && !schemas.get(file.schemaId()).primaryKeys().isEmpty();
            if (keyed && written && !announces && file.minSequence() <= highest) {
                faults.add(name + ": " + file.name() + " begins at sequence " + file.minSequence()
                        + ", but its bucket held " + highest);
            }
        }
    }

    private void checkLevels(String name, Map<String, RawFile> live) {
        RawSchema schema = newestSchema();
        if (schema.primaryKeys().isEmpty()) {
            return;
        }
        Map<String, List<RawFile>> runs = new TreeMap<>();
        for (RawFile file : live.values()) {
            if (file.level() < 0 || file.level() > schema.topLevel()) {
                faults.add(name + ": " + file.name() + " lies on level " + file.level());
            }
            if (file.level() > 0) {
                runs.computeIfAbsent(file.place() + " level " + file.level(), place -> new ArrayList<>())
                        .add(file);
            }
        }
        runs.forEach((place, files) -> {
            files.sort((a, b) -> ValueOrder.KEYS.compare(key(a.minKey()), key(b.minKey())));
            for (int i = 1; i < files.size(); i++) {
                if (ValueOrder.KEYS.compare(
                                key(files.get(i - 1).maxKey()), key(files.get(i).minKey()))
                        >= 0) {
                    faults.add(name + ": " + files.get(i - 1).name() + " and "
                            + files.get(i).name() + " overlap in " + place);
                }
            }
        });
    }

    /** Where the sequence number decides between rows of one key, two of them must not share it. */
    private void checkSequenceNumbers(Map<String, RawFile> live) {
        RawSchema schema = newestSchema();
        if (schema.lookup() || schema.primaryKeys().isEmpty()) {
            return;
        }
        Map<String, String> owners = new HashMap<>();
        for (RawFile file : live.values()) {
            for (RawRow row : rowsOfFiles.getOrDefault(file.name(), List.of())) {
                String version = file.place() + " " + RowText.of(row.key()) + " " + row.sequence();
                String other = owners.putIfAbsent(version, file.name());
                if (other != null) {
                    faults.add("key and sequence " + version + " in " + other + " and " + file.name());
                }
            }
        }
    }

    private RawSchema newestSchema() {
        return Objects.requireNonNull(schemas.get(schemas.lastKey()));
    }

    private List<@Nullable Object> key(byte[] bytes) {
        return PaimonBinaryRow.decode(bytes, newestSchema().keyType());
    }

    private void checkHint(String hint, long expected) throws Exception {
        Path file = table.resolve("snapshot").resolve(hint);
        if (Files.exists(file) && !Files.readString(file).equals(Long.toString(expected))) {
            faults.add(hint + " says " + Files.readString(file) + ", not " + expected);
        }
    }

    /** Files that no snapshot, and nothing else the format knows, refers to. */
    private void checkLeftovers() throws Exception {
        Set<String> metadataDirectories =
                Set.of("schema", "snapshot", "tag", "consumer", "branch", "statistics", "changelog", "index");
        try (Stream<Path> files = Files.walk(table)) {
            files.filter(Files::isRegularFile)
                    .filter(file -> !metadataDirectories.contains(
                            table.relativize(file).getName(0).toString()))
                    .filter(file -> !referenced.contains(file))
                    .forEach(file -> faults.add("nothing refers to " + table.relativize(file)));
        }
        for (String directory : List.of("schema", "snapshot")) {
            if (!Files.isDirectory(table.resolve(directory))) {
                continue;
            }
            try (Stream<Path> files = Files.list(table.resolve(directory))) {
                files.map(file -> file.getFileName().toString())
                        .filter(file -> !file.matches("(schema|snapshot)-\\d+|EARLIEST|LATEST"))
                        .forEach(file -> faults.add("strange file " + directory + "/" + file));
            }
        }
    }
}
