package io.lakelog.sql.command;

import io.lakelog.storage.Table;
import io.lakelog.storage.schema.SpanningKey;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The CREATE TABLE statement that makes a table like one that is there; it can be read back. */
final class CreateTableText {
    private CreateTableText() {}

    static String of(Table table) {
        TableSchema schema = table.schema();
        List<String> elements = new ArrayList<>();
        for (Field field : schema.rowType().fields()) {
            elements.add(column(field));
        }
        if (!schema.primaryKeys().isEmpty()) {
            elements.add("PRIMARY KEY (" + names(schema.primaryKeys()) + ") NOT ENFORCED");
        }
        StringBuilder text = new StringBuilder("CREATE TABLE ")
                .append(quote(table.name().database()))
                .append('.')
                .append(quote(table.name().table()))
                .append(elements.stream().collect(Collectors.joining(",\n  ", " (\n  ", "\n)")));
        if (schema.comment() != null) {
            text.append("\nCOMMENT ").append(literal(schema.comment()));
        }
        if (!schema.partitionKeys().isEmpty()) {
            text.append("\nPARTITIONED BY (")
                    .append(names(schema.partitionKeys()))
                    .append(')');
        }
        Map<String, String> options = new TreeMap<>(schema.options());
        options.remove(SpanningKey.OPTION);
        String expression = options.remove(SpanningKey.EXPRESSION);
        if (expression != null) {
            text.append("\nPARTITIONED BY (").append(expression).append(')');
        }
        if (!options.isEmpty()) {
            text.append(options.entrySet().stream()
                    .map(option -> literal(option.getKey()) + " = " + literal(option.getValue()))
                    .collect(Collectors.joining(",\n  ", "\nWITH (\n  ", "\n)")));
        }
        return text.toString();
    }

    private static String column(Field field) {
        StringBuilder text = new StringBuilder(quote(field.name()))
                .append(' ')
                .append(field.type().sql());
        if (!field.type().nullable()) {
            text.append(" NOT NULL");
        }
        if (field.defaultValue() != null) {
            text.append(" DEFAULT ").append(defaultLiteral(field.type(), field.defaultValue()));
        }
        if (field.comment() != null) {
            text.append(" COMMENT ").append(literal(field.comment()));
        }
        return text.toString();
    }

    private static String defaultLiteral(DataType type, String value) {
        return switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> value;
            case DATE, TIME, TIMESTAMP -> type.kind() == TypeKind.DATE ? "DATE " + literal(value) : literal(value);
            default -> literal(value);
        };
    }

    private static String names(List<String> names) {
        return names.stream().map(CreateTableText::quote).collect(Collectors.joining(", "));
    }

    private static String quote(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }
}
