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
    static final String HOST = "host";
    static final String PORT = "port";
    static final String USERS = "users";
    static final String CERTIFICATE = "tls-certificate";
    static final String KEY = "tls-key";
    static final String LOG_FILE = "log-file";
    static final String LOG = "log";
    static final String WAREHOUSE = "warehouse";

    private static final String DEFAULT_HOST = "127.0.0.1";
    private static final String DEFAULT_PORT = "8765";
    private static final int PORT_MOST = 65535;
    private static final List<String> PLAIN = List.of(HOST, PORT, USERS, CERTIFICATE, KEY, LOG_FILE, LOG, WAREHOUSE);

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
        List<String> known = new ArrayList<>(PLAIN);
        for (Limit limit : Limit.values()) {
            known.add(limit.option());
        }
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
        return new ServerSettings(values.getOrDefault(HOST, DEFAULT_HOST), port(), tls(), users(), limits(), log(err));
    }

    private int port() {
        String text = values.getOrDefault(PORT, DEFAULT_PORT);
        int port = text.matches("\\d{1,6}") ? Integer.parseInt(text) : -1;
        if (port < 0 || port > PORT_MOST) {
            throw invalid("port " + text + " is not between 0 and " + PORT_MOST);
        }
        return port;
    }

    private ServerSettings.@Nullable Tls tls() {
        String certificate = values.get(CERTIFICATE);
        String key = values.get(KEY);
        if ((certificate == null) != (key == null)) {
            throw invalid("TLS needs both --" + CERTIFICATE + " and --" + KEY);
        }
        return certificate == null || key == null ? null : new ServerSettings.Tls(Path.of(certificate), Path.of(key));
    }

    private Users users() {
        String file = values.get(USERS);
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
        String text = values.getOrDefault(LOG, "events");
        EventLog.Detail detail =
                switch (text) {
                    case "events" -> EventLog.Detail.EVENTS;
                    case "requests" -> EventLog.Detail.REQUESTS;
                    case "statements" -> EventLog.Detail.STATEMENTS;
                    default ->
                        throw invalid("--" + LOG + " " + text + " is none of events, requests, statements"
                                + NearMatch.hint(text, List.of("events", "requests", "statements")));
                };
        String file = values.get(LOG_FILE);
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
