package io.lakelog.sql;

import io.lakelog.sql.script.SqlSession;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs statements on a connection of the engine and shows the answers as texts. */
final class EngineSession implements SqlSession {
    private final EngineConnection connection;

    EngineSession(EngineConnection connection) {
        this.connection = connection;
    }

    @Override
    public Answer run(String sql) {
        try {
            return run(sql, List.of());
        } catch (LakelogException e) {
            if (e.code() == ErrorCode.INTERNAL) {
                throw e;
            }
            return new Answer.Failed(e.code().sqlState(), String.valueOf(e.getMessage()));
        }
    }

    Answer run(String sql, List<@Nullable Object> parameters) {
        StatementResult result = connection.prepare(sql).execute(parameters, Cancellation.none());
        if (result instanceof StatementResult.Rows rows) {
            return new Answer.Rows(
                    rows.columns().stream().map(ResultColumn::label).toList(), texts(rows));
        } else if (result instanceof StatementResult.UpdateCount count) {
            return new Answer.Count(count.count());
        }
        return new Answer.Done();
    }

    /** The rows as {@code a | b} lines. */
    List<String> query(String sql, @Nullable Object... parameters) {
        Answer answer = run(sql, java.util.Arrays.asList(parameters));
        return ((Answer.Rows) answer)
                .rows().stream().map(row -> String.join(" | ", row)).toList();
    }

    long update(String sql, @Nullable Object... parameters) {
        return ((Answer.Count) run(sql, java.util.Arrays.asList(parameters))).count();
    }

    void execute(String sql) {
        run(sql, List.of());
    }

    private static List<List<String>> texts(StatementResult.Rows rows) {
        List<List<String>> texts = new ArrayList<>();
        try (BatchSource source = rows.batches()) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                for (int row = 0; row < batch.size(); row++) {
                    List<String> line = new ArrayList<>();
                    for (int i = 0; i < batch.width(); i++) {
                        DataType type = rows.columns().get(i).type();
                        line.add(text(Values.get(batch.column(i), type, row), type));
                    }
                    texts.add(line);
                }
            }
        }
        return texts;
    }

    private static String text(@Nullable Object value, DataType type) {
        if (value == null) {
            return "NULL";
        } else if (value instanceof BigDecimal number) {
            return number.toPlainString();
        } else if (value instanceof byte[] bytes) {
            return "X'" + HexFormat.of().formatHex(bytes) + "'";
        } else if (value instanceof LocalDateTime time) {
            return time.toLocalDate() + " " + time(time.toLocalTime(), type.length());
        } else if (value instanceof LocalTime time) {
            return time(time, type.length());
        } else if (value instanceof Instant instant) {
            return text(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), type) + "Z";
        }
        return value.toString();
    }

    private static String time(LocalTime time, int digits) {
        String text = String.format("%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond());
        return digits == 0
                ? text
                : text + "." + String.format("%09d", time.getNano()).substring(0, digits);
    }
}
