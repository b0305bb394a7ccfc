package io.lakelog.jdbc;

import io.lakelog.jdbc.remote.ServerAddress;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A connection URL, parsed once:
 *
 * <pre>
 * jdbc:lakelog:&lt;warehouse&gt;[;key=value]*                     a path, ~/path or file:///path
 * jdbc:lakelog:memory:[name][;key=value]*                    thrown away when closed, or when the JVM ends
 * jdbc:lakelog:remote://host:port[/database][;key=value]*    a server; remotes:// for one with TLS
 * </pre>
 *
 * Keys may come in the properties too; the URL wins. No key names a class, and none is handed on to a library.
 */
public final class ConnectionUrl {
    /** What every URL of ours begins with. */
    public static final String PREFIX = "jdbc:lakelog:";

    static final String DATABASE = "database";
    static final String USER = "user";
    static final String PASSWORD = "password";
    static final String TIMEZONE = "timezone";
    static final String READ_ONLY = "readOnly";
    static final String TLS_CA = "tlsCa";
    static final String CONNECT_TIMEOUT = "connectTimeout";
    static final String NETWORK_TIMEOUT = "networkTimeout";

    /** The keys, each with what it means. */
    static final Map<String, String> KEYS = Map.of(
            DATABASE, "current database at first; 'default' if not given",
            USER, "name to sign in with at a server",
            PASSWORD, "password to sign in with at a server",
            TIMEZONE, "zone in which TIMESTAMP_LTZ and commit times are shown; the JVM's if not given",
            READ_ONLY, "true to refuse everything that writes",
            TLS_CA, "PEM file of the certificates to trust at a remotes:// server; those of the JVM if not given",
            CONNECT_TIMEOUT,
                    "milliseconds that making a connection to a server may take; 30000 if not given, 0 for ever",
            NETWORK_TIMEOUT, "milliseconds that a server's answer may take; 0, for ever, if not given");

    private static final String MEMORY = "memory:";
    private static final Pattern REMOTE =
            Pattern.compile("remotes?://(\\[[^\\]/]+\\]|[^:/\\[\\]]+):(\\d+)(?:/([^/]*))?");
    // A single letter before a colon is a drive on Windows.
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):.*", Pattern.DOTALL);
    private static final Pattern MEMORY_NAME = Pattern.compile("[A-Za-z0-9_.-]{0,64}");
    private static final Map<String, String> MISSING_MODULES = Map.of(
            "hdfs",
            "HDFS",
            "viewfs",
            "HDFS",
            "s3",
            "S3",
            "s3a",
            "S3",
            "s3n",
            "S3",
            "oss",
            "OSS",
            "gs",
            "Google Cloud" + " Storage",
            "abfs",
            "Azure",
            "abfss",
            "Azure");
    private static final int MAX_PORT = 65535;
    private static final String DEFAULT_CONNECT_TIMEOUT = "30000";

    private final Target target;
    private final Map<String, String> settings;
    private final ZoneId timeZone;

    private ConnectionUrl(Target target, Map<String, String> settings) {
        this.target = target;
        this.settings = settings;
        this.timeZone = parseZone(settings.get(TIMEZONE));
        readOnly();
    }

    /** Whether {@code url} is for this driver at all. */
    public static boolean isOurs(String url) {
        return url.startsWith(PREFIX);
    }

    /** The URL to show to people: a password in it is left out. */
    static String withoutPassword(String url) {
        return url.replaceAll(";\\s*" + PASSWORD + "\\s*=[^;]*", "");
    }

    /**
     * Parses a URL for which {@link #isOurs} holds.
     *
     * @throws LakelogException INVALID_OPTION naming the part that is wrong, UNSUPPORTED for a place that this build
     *     cannot reach
     */
    public static ConnectionUrl parse(String url, @Nullable Properties properties) {
        String[] parts = url.substring(PREFIX.length()).split(";", -1);
        Map<String, String> settings = new HashMap<>();
        addProperties(properties, settings);
        Map<String, String> fromUrl = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            addPart(parts[i], fromUrl);
        }
        settings.putAll(fromUrl);
        return new ConnectionUrl(parseTarget(parts[0], settings), settings);
    }

    private static void addProperties(@Nullable Properties properties, Map<String, String> settings) {
        if (properties == null) {
            return;
        }
        for (Map.Entry<Object, Object> entry : properties.entrySet()) {
            if (!(entry.getKey() instanceof String) || !(entry.getValue() instanceof String)) {
                throw invalid("connection property " + entry.getKey() + " is not a text");
            }
        }
        for (String key : properties.stringPropertyNames()) {
            checkKey(key);
            settings.put(key, properties.getProperty(key));
        }
    }

    private static void addPart(String part, Map<String, String> settings) {
        if (part.isEmpty()) {
            return;
        }
        int equals = part.indexOf('=');
        if (equals < 0) {
            throw invalid("'" + part + "' in the connection URL is not key=value");
        }
        String key = part.substring(0, equals).trim();
        checkKey(key);
        if (settings.putIfAbsent(key, part.substring(equals + 1)) != null) {
            throw invalid("connection property '" + key + "' is given twice");
        }
    }

    private static void checkKey(String key) {
        if (key.startsWith("hadoop.")) {
            throw LakelogException.unsupported(
                    "connection property '" + key
                            + "' is for remote file systems, and this build has no module for any: warehouses are on local disks");
        }
        if (!KEYS.containsKey(key)) {
            String hint = NearMatch.hint(key, KEYS.keySet());
            String known = String.join(", ", KEYS.keySet().stream().sorted().toList());
            throw invalid(
                    "unknown connection property '" + key + "'" + (hint.isEmpty() ? "; known are " + known : hint));
        }
    }

    private static Target parseTarget(String text, Map<String, String> settings) {
        if (text.startsWith(MEMORY)) {
            String name = text.substring(MEMORY.length());
            if (!MEMORY_NAME.matcher(name).matches()) {
                throw invalid("'" + name + "' cannot name a memory warehouse: letters, digits, '_', '-' and '.' can");
            }
            return new Memory(name);
        }
        Matcher scheme = SCHEME.matcher(text);
        if (!scheme.matches()) {
            return new Warehouse(localPath(text));
        }
        String name = scheme.group(1);
        return switch (name) {
            case "remote", "remotes" -> parseRemote(text, settings);
            case "file" -> new Warehouse(localPath(filePath(text)));
            default -> throw unknownScheme(name);
        };
    }

    private static LakelogException unknownScheme(String scheme) {
        String missing = MISSING_MODULES.get(scheme);
        return missing != null
                ? LakelogException.unsupported("warehouses on " + scheme + ":// need the module for " + missing
                        + ", which is not in this build; give a local path")
                : invalid("unknown scheme '" + scheme + "' in the connection URL"
                        + NearMatch.hint(scheme, List.of("file", "memory", "remote", "remotes")));
    }

    private static Target parseRemote(String text, Map<String, String> settings) {
        Matcher remote = REMOTE.matcher(text);
        if (!remote.matches()) {
            throw invalid("'" + text + "' is not remote://host:port or remote://host:port/database");
        }
        int port = remote.group(2).length() > 5 ? MAX_PORT + 1 : Integer.parseInt(remote.group(2));
        if (port < 1 || port > MAX_PORT) {
            throw invalid("port " + remote.group(2) + " is not between 1 and " + MAX_PORT);
        }
        String database = remote.group(3);
        if (database != null && !database.isEmpty()) {
            if (settings.containsKey(DATABASE) && !database.equals(settings.get(DATABASE))) {
                throw invalid("the URL names two databases: '" + database + "' and '" + settings.get(DATABASE) + "'");
            }
            settings.put(DATABASE, database);
        }
        boolean tls = text.startsWith("remotes:");
        String trusted = settings.get(TLS_CA);
        if (trusted != null && !tls) {
            throw invalid("connection property '" + TLS_CA + "' is for servers with TLS: remotes://");
        }
        ServerAddress address = new ServerAddress(
                remote.group(1),
                port,
                tls,
                trusted == null ? null : Path.of(localPath(trusted)),
                credentials(settings),
                millis(settings, CONNECT_TIMEOUT, DEFAULT_CONNECT_TIMEOUT));
        return new Remote(address, millis(settings, NETWORK_TIMEOUT, "0"));
    }

    /** The name and password, unless both are missing or empty: some tools always send both. */
    private static ServerAddress.@Nullable Credentials credentials(Map<String, String> settings) {
        String user = settings.getOrDefault(USER, "");
        String password = settings.getOrDefault(PASSWORD, "");
        if (user.isEmpty() && password.isEmpty()) {
            return null;
        }
        if (user.isEmpty() || user.indexOf(':') >= 0 || user.chars().anyMatch(Character::isISOControl)) {
            throw invalid("connection property 'user' is empty, or holds a ':' or a control character");
        }
        return new ServerAddress.Credentials(user, password);
    }

    private static int millis(Map<String, String> settings, String key, String preset) {
        String text = settings.getOrDefault(key, preset);
        if (!text.matches("\\d{1,9}")) {
            throw invalid("'" + text + "' for connection property '" + key + "' is not a number of milliseconds");
        }
        return Integer.parseInt(text);
    }

    private static String filePath(String uri) {
        Matcher path =
                Pattern.compile("file:(?://(?:localhost)?(?=/))?(/(?!/).*)").matcher(uri);
        if (!path.matches()) {
            throw invalid("'" + uri + "' is not file:///path");
        }
        return path.group(1);
    }

    private static String localPath(String text) {
        if (text.isBlank()) {
            throw invalid("the connection URL names no warehouse: write " + PREFIX + "/path/to/warehouse, or " + PREFIX
                    + "memory: for one that is thrown away");
        }
        String path = text;
        if (text.equals("~") || text.startsWith("~/")) {
            path = System.getProperty("user.home") + text.substring(1);
        }
        try {
            return Path.of(path).toAbsolutePath().normalize().toString();
        } catch (InvalidPathException e) {
            throw invalid("'" + text + "' is not a path: " + e.getReason());
        }
    }

    private static ZoneId parseZone(@Nullable String text) {
        if (text == null) {
            return ZoneId.systemDefault();
        }
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw invalid("'" + text + "' for connection property 'timezone' is not a time zone"
                    + NearMatch.hint(text, ZoneId.getAvailableZoneIds()));
        }
    }

    public Target target() {
        return target;
    }

    /** The current database at first, or null if the URL names none. */
    public @Nullable String database() {
        String database = settings.get(DATABASE);
        return database == null || database.isEmpty() ? null : database;
    }

    public @Nullable String user() {
        return settings.get(USER);
    }

    public @Nullable String password() {
        return settings.get(PASSWORD);
    }

    public ZoneId timeZone() {
        return timeZone;
    }

    public boolean readOnly() {
        String text = settings.getOrDefault(READ_ONLY, "false");
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid("'" + text + "' for connection property 'readOnly' is neither true nor false");
        };
    }

    private static LakelogException invalid(String message) {
        return new LakelogException(ErrorCode.INVALID_OPTION, message);
    }

    /** What a URL leads to. */
    public sealed interface Target {}

    /** A warehouse on a local disk. */
    public record Warehouse(String path) implements Target {}

    /** A warehouse that is thrown away; private to the connection if the name is empty. */
    public record Memory(String name) implements Target {}

    /**
     * A server.
     *
     * @param networkMillis how long its answer may take; 0 for ever
     */
    public record Remote(ServerAddress address, int networkMillis) implements Target {}
}
