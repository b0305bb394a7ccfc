package io.lakelog.storage.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A schema as the JSON of its file. Source: the Paimon table format, "Schema file". Thread-safe. */
final class SchemaJson {
    private static final int VERSION = 3;
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private SchemaJson() {}

    static byte[] write(TableSchema schema) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("version", VERSION);
        root.put("id", schema.id());
        ArrayNode fields = root.putArray("fields");
        schema.rowType().fields().forEach(field -> fields.add(write(field)));
        root.put("highestFieldId", schema.highestFieldId());
        schema.partitionKeys().forEach(root.putArray("partitionKeys")::add);
        schema.primaryKeys().forEach(root.putArray("primaryKeys")::add);
        ObjectNode options = root.putObject("options");
        new TreeMap<>(schema.options()).forEach(options::put);
        if (schema.comment() != null) {
            root.put("comment", schema.comment());
        }
        root.put("timeMillis", schema.timeMillis());
        try {
            return MAPPER.writeValueAsString(root).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a schema is always valid JSON", e);
        }
    }

    private static ObjectNode write(Field field) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("id", field.id());
        node.put("name", field.name());
        node.set("type", TypeJson.write(field.type(), SchemaJson::write));
        if (field.comment() != null) {
            node.put("description", field.comment());
        }
        if (field.defaultValue() != null) {
            node.put("defaultValue", field.defaultValue());
        }
        return node;
    }

    private static Field field(JsonNode node, String file) {
        String name = required(node, "name", file).asText();
        JsonNode type = required(node, "type", file);
        return new Field(
                required(node, "id", file).asInt(),
                name,
                type(type, name, file),
                node.hasNonNull("description") ? node.get("description").asText() : null,
                node.hasNonNull("defaultValue") ? node.get("defaultValue").asText() : null);
    }

    static TableSchema read(byte[] bytes, String file) {
        JsonNode root;
        try {
            root = MAPPER.readTree(bytes);
        } catch (IOException e) {
            throw LakelogException.corrupt(file, "not valid JSON", e);
        }
        List<Field> fields = new ArrayList<>();
        for (JsonNode node : required(root, "fields", file)) {
            fields.add(field(node, file));
        }
        Map<String, String> options = new TreeMap<>();
        root.path("options")
                .fields()
                .forEachRemaining(
                        entry -> options.put(entry.getKey(), entry.getValue().asText()));
        RowType rowType = new RowType(fields);
        return new TableSchema(
                required(root, "id", file).asLong(),
                rowType,
                required(root, "highestFieldId", file).asInt(),
                columns(root, "partitionKeys", rowType, file),
                columns(root, "primaryKeys", rowType, file),
                options,
                root.hasNonNull("comment") ? root.get("comment").asText() : null,
                root.path("timeMillis").asLong(0));
    }

    private static DataType type(JsonNode type, String column, String file) {
        try {
            return TypeJson.read(type, field -> field(field, file));
        } catch (LakelogException e) {
            throw new LakelogException(e.code(), e.getMessage() + " (column '" + column + "' in " + file + ")", e);
        }
    }

    private static JsonNode required(JsonNode node, String key, String file) {
        JsonNode value = node.get(key);
        if (value == null || value.isNull()) {
            throw LakelogException.corrupt(file, "no \"" + key + "\"", null);
        }
        return value;
    }

    private static List<String> columns(JsonNode root, String key, RowType rowType, String file) {
        List<String> names = new ArrayList<>();
        for (JsonNode node : root.path(key)) {
            if (rowType.indexOf(node.asText()) < 0) {
                throw LakelogException.corrupt(
                        file, "\"" + key + "\" names '" + node.asText() + "', which is no column", null);
            }
            names.add(node.asText());
        }
        return names;
    }
}
