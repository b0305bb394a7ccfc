package io.lakelog.jdbc.cli;

import io.lakelog.jdbc.access.Users;
import io.lakelog.jdbc.server.EventLog;
import io.lakelog.jdbc.server.Limit;
import io.lakelog.jdbc.server.ServerLimits;
import io.lakelog.jdbc.server.ServerSettings;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What a server is told by its command line and its properties file, in which the same names stand without their dashes;
 * the command line wins.
 */
final class ServerOptions {
    private static final String WAREHOUSE = "warehouse";
    private static final String DEFAULT_HOST = "127.0.0.1";
    private static final String DEFAULT_PORT = "8765";
    private static final int PORT_MOST = 65535;

    private final Map<String, String> values;

    private ServerOptions(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Both together.
     *
     * @param file a properties file, or null
     * @param given by the command line
     */
    static ServerOptions of(@Nullable Path file, Map<String, String> given) {
        Map<String, String> values = new HashMap<>();
        if (file != null) {
            for (Map.Entry<Object, Object> entry : read(file).entrySet()) {
                String name = (String) entry.getKey();
                checkName(file, name);
                values.put(name, ((String) entry.getValue()).strip());
            }
        }
        values.putAll(given);
        return new ServerOptions(values);
    }

    /** What may be told: the warehouse, and all that has an option of the command line. */
    static List<String> names() {
        List<String> names = new ArrayList<>(List.of(WAREHOUSE));
        for (ServerOption option : ServerOption.values()) {
            names.add(option.text());
        }
        for (Limit limit : Limit.values()) {
            names.add(limit.option());
        }
        return names;
    }

    private @Nullable String value(ServerOption option) {
        return values.get(option.text());
    }

    private String value(ServerOption option, String preset) {
        return values.getOrDefault(option.text(), preset);
    }

    private static Properties read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
            return properties;
        } catch (IOException | IllegalArgumentException e) {
            throw new LakelogException(ErrorCode.INVALID_OPTION, "the properties file " + file + " cannot be read", e);
        }
    }

    private static void checkName(Path file, String name) {
        List<String> known = names();
        if (!known.contains(name)) {
            throw invalid("unknown option '" + name + "' in " + file + NearMatch.hint(name, known));
        }
    }

    private static LakelogException invalid(String message) {
        return new LakelogException(ErrorCode.INVALID_OPTION, message);
    }

    @Nullable
    String warehouse() {
        return values.get(WAREHOUSE);
    }

    /** @param err where the log goes unless there is a file for it */
    ServerSettings settings(PrintStream err) {
        return new ServerSettings(value(ServerOption.HOST, DEFAULT_HOST), port(), tls(), users(), limits(), log(err));
    }

    private int port() {
        String text = value(ServerOption.PORT, DEFAULT_PORT);
        int port = text.matches("\\d{1,6}") ? Integer.parseInt(text) : -1;
        if (port < 0 || port > PORT_MOST) {
            throw invalid("port " + text + " is not between 0 and " + PORT_MOST);
        }
        return port;
    }

    private ServerSettings.@Nullable Tls tls() {
        String certificate = value(ServerOption.CERTIFICATE);
        String key = value(ServerOption.KEY);
        if ((certificate == null) != (key == null)) {
            throw invalid("TLS needs both --tls-certificate and --tls-key");
        }
        return certificate == null || key == null ? null : new ServerSettings.Tls(Path.of(certificate), Path.of(key));
    }

    private Users users() {
        String file = value(ServerOption.USERS);
        return file == null ? Users.none() : Users.in(Path.of(file));
    }

    private ServerLimits limits() {
        ServerLimits limits = ServerLimits.DEFAULT;
        for (Limit limit : Limit.values()) {
            String text = values.get(limit.option());
            if (text != null) {
                limits = limits.with(limit, limit.parse(text));
            }
        }
        return limits;
    }

    private EventLog log(PrintStream err) {
        String text = value(ServerOption.LOG, "events");
        EventLog.Detail detail =
                switch (text) {
                    case "events" -> EventLog.Detail.EVENTS;
                    case "requests" -> EventLog.Detail.REQUESTS;
                    case "statements" -> EventLog.Detail.STATEMENTS;
                    default ->
                        throw invalid("--log " + text + " is none of events, requests, statements"
                                + NearMatch.hint(text, List.of("events", "requests", "statements")));
                };
        String file = value(ServerOption.LOG_FILE);
        if (file == null) {
            return EventLog.to(err, Clock.systemUTC(), detail);
        }
        try {
            PrintStream out = new PrintStream(new FileOutputStream(file, true), false, StandardCharsets.UTF_8);
            return EventLog.to(out, Clock.systemUTC(), detail);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.INVALID_OPTION, "the log file " + file + " cannot be written", e);
        }
    }
}
