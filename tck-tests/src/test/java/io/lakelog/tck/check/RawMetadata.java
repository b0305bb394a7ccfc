package io.lakelog.tck.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;

/** A table's metadata files. Avro files are never written twice, so each is read once and kept. */
final class RawMetadata {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path table;
    private final Map<String, List<GenericRecord>> avroFiles = new HashMap<>();
    private final Map<String, List<RawFile>> manifests = new HashMap<>();

    RawMetadata(Path table) {
        this.table = table;
    }

    SortedMap<Long, RawSchema> schemas() throws Exception {
        SortedMap<Long, RawSchema> schemas = new TreeMap<>();
        for (Path file : numbered("schema", "schema-")) {
            schemas.put(number(file), RawSchema.parse(Files.readAllBytes(file)));
        }
        return schemas;
    }

    SortedMap<Long, JsonNode> snapshots() throws IOException {
        SortedMap<Long, JsonNode> snapshots = new TreeMap<>();
        for (Path file : numbered("snapshot", "snapshot-")) {
            snapshots.put(number(file), JSON.readTree(file.toFile()));
        }
        return snapshots;
    }

    /** The records of a manifest or a manifest list. */
    List<GenericRecord> avro(String name) throws IOException {
        List<GenericRecord> known = avroFiles.get(name);
        if (known != null) {
            return known;
        }
        List<GenericRecord> records = new ArrayList<>();
        try (DataFileReader<GenericRecord> reader =
                new DataFileReader<>(manifestPath(name).toFile(), new GenericDatumReader<>())) {
            reader.forEach(records::add);
        }
        avroFiles.put(name, records);
        return records;
    }

    /** The entries of one manifest. */
    List<RawFile> manifest(String name) throws IOException {
        List<RawFile> known = manifests.get(name);
        if (known == null) {
            known = avro(name).stream().map(RawFile::of).toList();
            manifests.put(name, known);
        }
        return known;
    }

    /** The entries of all manifests that a manifest list names, in order. */
    List<RawFile> entries(String manifestList) throws IOException {
        List<RawFile> entries = new ArrayList<>();
        for (GenericRecord manifest : avro(manifestList)) {
            entries.addAll(manifest(manifest.get("_FILE_NAME").toString()));
        }
        return entries;
    }

    Path manifestPath(String name) {
        return table.resolve("manifest").resolve(name);
    }

    private List<Path> numbered(String directory, String prefix) throws IOException {
        Path path = table.resolve(directory);
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .toList();
        }
    }

    private static long number(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
    }
}
