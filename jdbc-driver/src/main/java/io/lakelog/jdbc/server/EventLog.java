package io.lakelog.jdbc.server;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What happens in a server, as lines of JSON: {@code {"time":…,"level":…,"event":…}} and what the event has to say. No
 * password, parameter or row is ever given to it; texts of statements only if it is asked for them. Thread-safe.
 */
public final class EventLog {
    /** Keeps nothing. */
    public static final EventLog NONE = new EventLog(null, Clock.systemUTC(), Detail.EVENTS);

    private static final int TEXT_MOST = 2000;

    private final JsonFactory json = new JsonFactory();
    private final @Nullable PrintStream out;
    private final Clock clock;
    private final Detail detail;

    private EventLog(@Nullable PrintStream out, Clock clock, Detail detail) {
        this.out = out;
        this.clock = clock;
        this.detail = detail;
    }

    /** A log that is written to {@code out} line by line. */
    public static EventLog to(PrintStream out, Clock clock, Detail detail) {
        return new EventLog(out, clock, detail);
    }

    boolean hasRequests() {
        return out != null && detail != Detail.EVENTS;
    }

    boolean hasStatements() {
        return out != null && detail == Detail.STATEMENTS;
    }

    /** @param facts names and values in turn; a null value is left out */
    void info(String event, @Nullable Object... facts) {
        write("info", event, facts);
    }

    void warn(String event, @Nullable Object... facts) {
        write("warn", event, facts);
    }

    /** A failure that is Lakelog's own fault: here alone is the stack trace to be seen. */
    void error(String event, Throwable failure, @Nullable Object... facts) {
        if (out != null) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            @Nullable Object[] more = java.util.Arrays.copyOf(facts, facts.length + 2);
            more[facts.length] = "trace";
            more[facts.length + 1] = trace.toString();
            write("error", event, more);
        }
    }

    private void write(String level, String event, @Nullable Object... facts) {
        if (out == null) {
            return;
        }
        StringWriter line = new StringWriter();
        try (JsonGenerator generator = json.createGenerator(line)) {
            generator.writeStartObject();
            generator.writeStringField(
                    "time", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
            generator.writeStringField("level", level);
            generator.writeStringField("event", event);
            for (int i = 0; i < facts.length; i += 2) {
                Object value = facts[i + 1];
                if (value instanceof Number number) {
                    generator.writeNumberField(
                            String.valueOf(facts[i]),
                            number.doubleValue() == number.longValue()
                                    ? new java.math.BigDecimal(number.longValue())
                                    : new java.math.BigDecimal(number.toString()));
                } else if (value != null) {
                    generator.writeStringField(String.valueOf(facts[i]), cut(value.toString(), facts[i]));
                }
            }
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing into memory does not fail", e);
        }
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    private static String cut(String text, @Nullable Object name) {
        return text.length() <= TEXT_MOST || "trace".equals(name) ? text : text.substring(0, TEXT_MOST) + "…";
    }

    /** How much is written. */
    public enum Detail {
        /** Starts and stops, connections, failed sign-ins, faults. */
        EVENTS,
        /** Every request too: whose, what kind, how long, how it ended. */
        REQUESTS,
        /** The texts of statements too, and so whatever values are written in them. */
        STATEMENTS
    }
}
