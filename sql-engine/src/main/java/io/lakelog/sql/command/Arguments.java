package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.ValueConversion;
import io.lakelog.storage.TableMaintenance;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.DurationText;
import io.lakelog.storage.type.DataType;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The arguments of one CALL, by name. An empty text means that an argument is not given. */
final class Arguments {
    private final Procedure procedure;
    private final List<@Nullable Object> values;
    private final ExecContext context;

    Arguments(Procedure procedure, List<@Nullable Object> values, ExecContext context) {
        this.procedure = procedure;
        this.values = values;
        this.context = context;
    }

    ExecContext context() {
        return context;
    }

    private @Nullable Object value(String name) {
        for (int i = 0; i < values.size(); i++) {
            if (procedure.arguments().get(i).name().equals(name)) {
                Object value = values.get(i);
                return value instanceof String text && text.isBlank() ? null : value;
            }
        }
        throw new IllegalStateException("no argument " + name + " of " + procedure.name());
    }

    @Nullable
    String text(String name) {
        return (String) value(name);
    }

    String requiredText(String name) {
        String text = text(name);
        if (text == null) {
            throw new LakelogException(
                    ErrorCode.INVALID_PARAMETER, "argument '" + name + "' of " + procedure.name() + " is empty");
        }
        return text;
    }

    OptionalLong number(String name) {
        Object value = value(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(((Number) value).longValue());
    }

    OptionalInt smallNumber(String name) {
        Object value = value(name);
        return value == null ? OptionalInt.empty() : OptionalInt.of(((Number) value).intValue());
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(value(name));
    }

    @Nullable
    Duration duration(String name) {
        String text = text(name);
        return text == null
                ? null
                : DurationText.parse(text)
                        .orElseThrow(() -> new LakelogException(
                                ErrorCode.INVALID_PARAMETER,
                                "argument '" + name + "': '" + text + "' is not a duration such as '7 d' or '30 min'"));
    }

    /** A wall clock time of the session's zone as epoch milliseconds. */
    OptionalLong moment(String name) {
        String text = text(name);
        if (text == null) {
            return OptionalLong.empty();
        }
        Instant moment = (Instant) ValueConversion.convert(
                text,
                DataType.timestampLtz(6),
                ValueConversion.Loss.REFUSE,
                context.session().zone());
        return OptionalLong.of(moment.toEpochMilli());
    }

    /** Parts of a text between separators; none if it is not given. */
    List<String> parts(String name, String separator) {
        String text = text(name);
        return text == null
                ? List.of()
                : Arrays.stream(text.split(separator))
                        .map(String::trim)
                        .filter(part -> !part.isEmpty())
                        .toList();
    }

    /** Refuses arguments that are known but not followed. */
    void refuse(String... names) {
        for (String name : names) {
            if (value(name) != null) {
                throw LakelogException.unsupported(
                        "argument '" + name + "' of " + procedure.name() + " is not supported yet");
            }
        }
    }

    TableName tableName() {
        String text = requiredText("table");
        String[] parts = text.split("\\.", -1);
        int start = parts.length == 3 && parts[0].equalsIgnoreCase("lakelog") ? 1 : 0;
        return switch (parts.length - start) {
            case 1 -> context.session().resolve(null, parts[start]);
            case 2 -> context.session().resolve(parts[start], parts[start + 1]);
            default ->
                throw new LakelogException(
                        ErrorCode.INVALID_PARAMETER,
                        "'" + text + "' is not the name of a table: '[database.]table' is expected");
        };
    }

    TableMaintenance maintenance() {
        return context.table(tableName()).maintenance();
    }
}
