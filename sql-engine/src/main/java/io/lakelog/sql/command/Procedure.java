package io.lakelog.sql.command;

import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.storage.type.DataType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Something that CALL runs. Immutable.
 *
 * @param name as written, {@code sys.} in front
 * @param columns of its result
 */
public record Procedure(String name, List<Argument> arguments, List<OutputColumn> columns, Body body) {
    public Procedure {
        arguments = List.copyOf(arguments);
        columns = List.copyOf(columns);
    }

    /**
     * An argument, by position and by name.
     *
     * @param type a text, a number or a BOOLEAN
     */
    public record Argument(String name, DataType type, boolean required) {
        /** Whether a name means this argument: neither case nor underscores count. */
        public boolean isCalled(String text) {
            return plain(text).equals(plain(name));
        }

        private static String plain(String text) {
            return text.toLowerCase(Locale.ROOT).replace("_", "");
        }
    }

    /** What it does. */
    @FunctionalInterface
    interface Body {
        /** Runs it; the rows of its result, in the classes that {@link io.lakelog.storage.row.Values} names. */
        List<List<@Nullable Object>> run(Arguments arguments);
    }

    /** How it is called, for messages: {@code sys.create_tag(table, tag [, snapshot_id] [, time_retained])}. */
    public String signature() {
        return name
                + arguments.stream()
                        .map(argument -> argument.required() ? ", " + argument.name() : " [, " + argument.name() + "]")
                        .collect(Collectors.joining("", "(", ")"))
                        .replaceFirst("\\(, ", "(")
                        .replaceFirst("\\( \\[, ", "([");
    }
}
