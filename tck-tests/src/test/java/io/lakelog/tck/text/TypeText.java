package io.lakelog.tck.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;

/** A type as a schema file has it: its SQL text, or a JSON object for one that holds others. */
public final class TypeText {
    private TypeText() {}

    public static String of(DataType type) {
        JsonNode json = json(type);
        return json.isTextual() ? json.textValue() : json.toString();
    }

    private static JsonNode json(DataType type) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("type", type.nullable() ? type.kind().name() : type.kind() + " NOT NULL");
        switch (type.kind()) {
            case ARRAY, MULTISET ->
                object.set("element", json(type.children().get(0).type()));
            case MAP -> {
                object.set("key", json(type.children().get(0).type()));
                object.set("value", json(type.children().get(1).type()));
            }
            case ROW -> {
                for (Field field : type.children()) {
                    object.withArray("fields")
                            .addObject()
                            .put("id", field.id())
                            .put("name", field.name())
                            .set("type", json(field.type()));
                }
            }
            default -> {
                return JsonNodeFactory.instance.textNode(type.toString());
            }
        }
        return object;
    }
}
