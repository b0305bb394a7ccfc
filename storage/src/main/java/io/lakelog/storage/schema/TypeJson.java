package io.lakelog.storage.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A type in a schema file: its text, or an object for a nested one.
 *
 * <pre>
 * type := "INT NOT NULL" …
 *       | {"type": "ARRAY" null?, "element": type} | {"type": "MULTISET" null?, "element": type}
 *       | {"type": "MAP" null?, "key": type, "value": type} | {"type": "ROW" null?, "fields": [field …]}
 * null := " NOT NULL"                                   -- within the string
 * </pre>
 *
 * Pure.
 */
final class TypeJson {
    private static final String NOT_NULL = " NOT NULL";

    private TypeJson() {}

    static JsonNode write(DataType type, Function<Field, ObjectNode> fields) {
        if (!type.kind().isNested()) {
            return JsonNodeFactory.instance.textNode(type.toString());
        }
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("type", type.nullable() ? type.kind().name() : type.kind() + NOT_NULL);
        switch (type.kind()) {
            case MAP -> {
                node.set("key", write(type.children().get(0).type(), fields));
                node.set("value", write(type.children().get(1).type(), fields));
            }
            case ROW -> {
                ArrayNode array = node.putArray("fields");
                type.children().forEach(field -> array.add(fields.apply(field)));
            }
            default -> node.set("element", write(type.children().get(0).type(), fields));
        }
        return node;
    }

    /**
     * @throws LakelogException UNSUPPORTED for a type that Lakelog cannot hold, CORRUPT for an object that lacks a part
     */
    static DataType read(JsonNode node, Function<JsonNode, Field> fields) {
        if (node.isTextual()) {
            return TypeText.parse(node.asText());
        }
        String text = node.path("type").asText("");
        boolean nullable = !text.endsWith(NOT_NULL);
        String name = nullable ? text : text.substring(0, text.length() - NOT_NULL.length());
        DataType type =
                switch (name.trim()) {
                    case "ARRAY" -> DataType.array(read(part(node, "element"), fields));
                    case "MULTISET" -> DataType.multiset(read(part(node, "element"), fields));
                    case "MAP" -> DataType.map(read(part(node, "key"), fields), read(part(node, "value"), fields));
                    case "ROW" -> {
                        List<Field> read = new ArrayList<>();
                        part(node, "fields").forEach(field -> read.add(fields.apply(field)));
                        yield DataType.row(read);
                    }
                    default -> throw LakelogException.unsupported("column type " + node + " is not supported");
                };
        return type.withNullable(nullable);
    }

    private static JsonNode part(JsonNode node, String key) {
        JsonNode part = node.get(key);
        if (part == null || part.isNull()) {
            throw new LakelogException(ErrorCode.CORRUPT, "a type without \"" + key + "\": " + node);
        }
        return part;
    }
}
