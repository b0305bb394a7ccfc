package io.lakelog.tck.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakelog.tck.paimon.PaimonBinaryRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** One snapshot file, its manifest lists and manifests, and how they follow from the snapshot before. */
final class SnapshotCheck {
    private static final List<String> LISTS = List.of("baseManifestList", "deltaManifestList", "changelogManifestList");
    private static final List<String> KINDS = List.of("APPEND", "COMPACT", "OVERWRITE", "ANALYZE");

    private final RawMetadata metadata;
    private final Consumer<String> faults;
    private final Set<String> checked = new HashSet<>();

    SnapshotCheck(RawMetadata metadata, Consumer<String> faults) {
        this.metadata = metadata;
        this.faults = faults;
    }

    void check(long id, JsonNode snapshot, SortedMap<Long, RawSchema> schemas, @Nullable Map<String, RawFile> before)
            throws IOException {
        Consumer<String> report = fault -> faults.accept("snapshot " + id + ": " + fault);
        if (snapshot.path("version").asInt() != 3 || snapshot.path("id").asLong() != id) {
            report.accept("version or id is wrong");
        }
        RawSchema schema = schemas.get(snapshot.path("schemaId").asLong(-1));
        if (schema == null) {
            report.accept("schema " + snapshot.path("schemaId") + " does not exist");
            return;
        }
        for (String key : List.of("commitUser", "commitIdentifier", "timeMillis", "commitKind")) {
            if (!snapshot.hasNonNull(key)) {
                report.accept("has no " + key);
            }
        }
        if (!KINDS.contains(snapshot.path("commitKind").asText())) {
            report.accept("commitKind " + snapshot.path("commitKind"));
        }
        for (String list : LISTS) {
            if (snapshot.hasNonNull(list)) {
                checkList(list, snapshot, schema, report);
            } else if (!list.startsWith("changelog")) {
                report.accept("has no " + list);
            }
        }
        if (before != null && !base(snapshot).keySet().equals(before.keySet())) {
            report.accept("its base is not the state of the snapshot before");
        }
    }

    private void checkList(String key, JsonNode snapshot, RawSchema schema, Consumer<String> report)
            throws IOException {
        String name = snapshot.get(key).asText();
        JsonNode size = snapshot.path(key + "Size");
        if (size.isNumber() && size.asLong() != Files.size(metadata.manifestPath(name))) {
            report.accept(key + "Size " + size + ", not " + Files.size(metadata.manifestPath(name)));
        }
        for (GenericRecord manifest : metadata.avro(name)) {
            if (!checked.add(manifest.get("_FILE_NAME") + " " + schema.id())) {
                continue;
            }
            checkManifest(manifest, schema, fault -> report.accept(key + ": " + fault));
        }
    }

    private void checkManifest(GenericRecord manifest, RawSchema schema, Consumer<String> report) throws IOException {
        String name = manifest.get("_FILE_NAME").toString();
        if ((Integer) manifest.get("_VERSION") != 2) {
            report.accept("_VERSION " + manifest.get("_VERSION"));
        }
        long size = Files.size(metadata.manifestPath(name));
        if ((Long) manifest.get("_FILE_SIZE") != size) {
            report.accept(name + ": _FILE_SIZE " + manifest.get("_FILE_SIZE") + ", not " + size);
        }
        for (GenericRecord entry : metadata.avro(name)) {
            if ((Integer) entry.get("_VERSION") != 2) {
                report.accept(name + ": _VERSION " + entry.get("_VERSION"));
            }
        }
        List<RawFile> entries = metadata.manifest(name);
        long added = entries.stream().filter(RawFile::added).count();
        if ((Long) manifest.get("_NUM_ADDED_FILES") != added
                || (Long) manifest.get("_NUM_DELETED_FILES") != entries.size() - added) {
            report.accept(name + ": wrong numbers of added and deleted files");
        }
        RawFile.Stats stats = RawFile.Stats.of((GenericRecord) manifest.get("_PARTITION_STATS"));
        for (RawFile entry : entries) {
            checkBounds(manifest, entry, name, report);
            checkPartitionBounds(stats, entry, schema, name, report);
        }
    }

    private static void checkBounds(GenericRecord manifest, RawFile entry, String name, Consumer<String> report) {
        for (String what : List.of("BUCKET", "LEVEL")) {
            int value = what.equals("BUCKET") ? entry.bucket() : entry.level();
            Integer min = (Integer) manifest.get("_MIN_" + what);
            Integer max = (Integer) manifest.get("_MAX_" + what);
            if ((min != null && min > value) || (max != null && max < value)) {
                report.accept(name + ": " + what + " " + value + " is outside " + min + ".." + max);
            }
        }
    }

    private static void checkPartitionBounds(
            RawFile.Stats stats, RawFile entry, RawSchema schema, String name, Consumer<String> report) {
        List<@Nullable Object> min = PaimonBinaryRow.decode(stats.min(), schema.partitionType());
        List<@Nullable Object> max = PaimonBinaryRow.decode(stats.max(), schema.partitionType());
        List<@Nullable Object> value = PaimonBinaryRow.decode(entry.partition(), schema.partitionType());
        for (int i = 0; i < value.size(); i++) {
            Object found = value.get(i);
            Object low = min.get(i);
            Object high = max.get(i);
            if (found != null
                    && (low == null
                            || high == null
                            || ValueOrder.compare(low, found) > 0
                            || ValueOrder.compare(high, found) < 0)) {
                report.accept(name + ": partition " + value + " is outside " + min + ".." + max);
            }
        }
    }

    /** The files that the base list says were live before the snapshot. */
    Map<String, RawFile> base(JsonNode snapshot) throws IOException {
        Map<String, RawFile> live = new LinkedHashMap<>();
        replay(metadata.entries(snapshot.get("baseManifestList").asText()), live, faults);
        return live;
    }

    List<RawFile> delta(JsonNode snapshot) throws IOException {
        return metadata.entries(snapshot.get("deltaManifestList").asText());
    }

    List<RawFile> changelog(JsonNode snapshot) throws IOException {
        return snapshot.hasNonNull("changelogManifestList")
                ? metadata.entries(snapshot.get("changelogManifestList").asText())
                : List.of();
    }

    /** Totals in the snapshot file against the files. */
    void checkCounts(long id, JsonNode snapshot, Map<String, RawFile> live) throws IOException {
        long total = live.values().stream().mapToLong(RawFile::rowCount).sum();
        long delta = delta(snapshot).stream()
                .mapToLong(file -> file.added() ? file.rowCount() : -file.rowCount())
                .sum();
        long changelog =
                changelog(snapshot).stream().mapToLong(RawFile::rowCount).sum();
        checkCount(id, snapshot, "totalRecordCount", total);
        checkCount(id, snapshot, "deltaRecordCount", delta);
        checkCount(id, snapshot, "changelogRecordCount", changelog);
        for (RawFile file : changelog(snapshot)) {
            if (!file.added()) {
                faults.accept("snapshot " + id + ": deletes changelog file " + file.name());
            }
        }
    }

    private void checkCount(long id, JsonNode snapshot, String key, long expected) {
        if (snapshot.hasNonNull(key) && snapshot.get(key).asLong() != expected) {
            faults.accept("snapshot " + id + ": " + key + " " + snapshot.get(key) + ", but files hold " + expected);
        }
    }

    /** The manifest files that a snapshot needs. */
    List<Path> manifestPaths(JsonNode snapshot) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (String list : LISTS) {
            if (snapshot.hasNonNull(list)) {
                paths.add(metadata.manifestPath(snapshot.get(list).asText()));
                for (GenericRecord manifest : metadata.avro(snapshot.get(list).asText())) {
                    paths.add(metadata.manifestPath(manifest.get("_FILE_NAME").toString()));
                }
            }
        }
        if (snapshot.hasNonNull("indexManifest")) {
            paths.add(metadata.manifestPath(snapshot.get("indexManifest").asText()));
        }
        return paths;
    }

    /** Applies entries to the live files by identity. */
    static void replay(List<RawFile> entries, Map<String, RawFile> live, Consumer<String> report) {
        for (RawFile entry : entries) {
            if (entry.added()) {
                if (live.put(entry.identity(), entry) != null) {
                    report.accept("adds " + entry.name() + " again on level " + entry.level());
                }
            } else if (live.remove(entry.identity()) == null) {
                report.accept("deletes " + entry.name() + " on level " + entry.level() + ", which is not live");
            }
        }
    }
}
