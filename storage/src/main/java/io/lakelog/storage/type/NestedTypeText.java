package io.lakelog.storage.type;

import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads the text of a nested type.
 *
 * <pre>
 * nested := ("ARRAY" | "MULTISET") "&lt;" type "&gt;" null? | "MAP" "&lt;" type "," type "&gt;" null?
 *         | "ROW" "&lt;" name type ("," name type)* "&gt;" null?
 * name   := letters | "`" any "`"        -- a backtick within is written twice
 * null   := "NOT NULL" | "NULL"
 * </pre>
 */
final class NestedTypeText {
    private final String text;
    private int at;

    private NestedTypeText(String text) {
        this.text = text;
    }

    /** Whether the text can only be one of a nested type. */
    static boolean isNested(String text) {
        return text.indexOf('<') >= 0;
    }

    static DataType parse(String text) {
        NestedTypeText reader = new NestedTypeText(text);
        DataType type = reader.type();
        reader.skipBlanks();
        if (reader.at < text.length()) {
            throw reader.unknown();
        }
        return type;
    }

    private DataType type() {
        skipBlanks();
        int start = at;
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        String word = text.substring(start, at).toUpperCase(Locale.ROOT);
        skipBlanks();
        if (at == text.length() || text.charAt(at) != '<') {
            at = start;
            return TypeText.parse(plain());
        }
        at++;
        DataType made =
                switch (word) {
                    case "ARRAY" -> DataType.array(type());
                    case "MULTISET" -> DataType.multiset(type());
                    case "MAP" -> {
                        DataType key = type();
                        expect(',');
                        yield DataType.map(key, type());
                    }
                    case "ROW" -> DataType.row(fields());
                    default -> throw unknown();
                };
        expect('>');
        return made.withNullable(!notNull());
    }

    private List<Field> fields() {
        List<Field> fields = new ArrayList<>();
        do {
            String name = name();
            fields.add(new Field(fields.size(), name, type()));
            skipBlanks();
        } while (at < text.length() && text.charAt(at) == ',' && at++ >= 0);
        return fields;
    }

    private String name() {
        skipBlanks();
        StringBuilder name = new StringBuilder();
        if (at < text.length() && text.charAt(at) == '`') {
            for (at++; at < text.length(); at++) {
                if (text.charAt(at) == '`') {
                    at++;
                    if (at == text.length() || text.charAt(at) != '`') {
                        return name.toString();
                    }
                }
                name.append(text.charAt(at));
            }
            throw unknown();
        }
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            name.append(text.charAt(at++));
        }
        return name.toString();
    }

    /** The text of a type that is not nested: up to a comma or bracket outside of its parameters. */
    private String plain() {
        int start = at;
        int depth = 0;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0 && (c == ',' || c == '>')) {
                break;
            }
        }
        return text.substring(start, at);
    }

    private boolean notNull() {
        skipBlanks();
        int start = at;
        while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '>') {
            at++;
        }
        String rest = text.substring(start, at).trim().toUpperCase(Locale.ROOT).replaceAll("\\s+", " ");
        if (!rest.isEmpty() && !rest.equals("NULL") && !rest.equals("NOT NULL")) {
            throw unknown();
        }
        return rest.equals("NOT NULL");
    }

    private void expect(char c) {
        skipBlanks();
        if (at == text.length() || text.charAt(at) != c) {
            throw unknown();
        }
        at++;
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private LakelogException unknown() {
        return LakelogException.unsupported("column type " + text + " is not supported");
    }
}
