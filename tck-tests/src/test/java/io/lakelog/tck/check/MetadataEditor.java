package io.lakelog.tck.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** Changes the metadata of a table's newest snapshot in place, so that a table looks as if another had written it by hand. */
public final class MetadataEditor {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path table;

    public MetadataEditor(Path table) {
        this.table = table;
    }

    /** Changes a schema file. */
    public void schema(long id, Consumer<ObjectNode> edit) throws IOException {
        json(table.resolve("schema").resolve("schema-" + id), edit);
    }

    /** Changes a snapshot file. */
    public void snapshot(long id, Consumer<ObjectNode> edit) throws IOException {
        json(table.resolve("snapshot").resolve("snapshot-" + id), edit);
    }

    /** Changes the records of all manifest lists of a snapshot, and every entry of their manifests. */
    public void manifests(long id, Consumer<GenericRecord> manifest, Consumer<GenericRecord> entry) throws IOException {
        snapshot(id, snapshot -> {
            for (String key : List.of("baseManifestList", "deltaManifestList")) {
                Path list = path(snapshot.get(key).asText());
                avro(list, record -> {
                    Path file = path(record.get("_FILE_NAME").toString());
                    avro(file, entry);
                    record.put("_FILE_SIZE", size(file));
                    manifest.accept(record);
                });
                snapshot.put(key + "Size", size(list));
            }
        });
    }

    private Path path(String name) {
        return table.resolve("manifest").resolve(name);
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    private static void json(Path file, Consumer<ObjectNode> edit) throws IOException {
        ObjectNode root = (ObjectNode) JSON.readTree(file.toFile());
        edit.accept(root);
        Files.write(file, JSON.writeValueAsBytes(root));
    }

    private static void avro(Path file, Consumer<GenericRecord> edit) {
        try {
            List<GenericRecord> records = new ArrayList<>();
            Schema schema;
            try (DataFileReader<GenericRecord> reader =
                    new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
                schema = reader.getSchema();
                reader.forEach(records::add);
            }
            records.forEach(edit);
            try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
                writer.create(schema, file.toFile());
                for (GenericRecord record : records) {
                    writer.append(record);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
