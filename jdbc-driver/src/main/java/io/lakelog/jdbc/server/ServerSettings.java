package io.lakelog.jdbc.server;

import io.lakelog.jdbc.access.Users;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a server is reached and bounded.
 *
 * @param host the address to listen on
 * @param port 0 for any that is free
 * @param tls null for plain HTTP
 * @param users who may sign in; without any, the address must be one of this machine alone
 */
public record ServerSettings(
        String host, int port, @Nullable Tls tls, Users users, ServerLimits limits, EventLog log) {
    /** A server for this machine alone, that knows no users. */
    public static ServerSettings local(int port, ServerLimits limits) {
        return new ServerSettings("127.0.0.1", port, null, Users.none(), limits, EventLog.NONE);
    }

    /**
     * Files in PEM.
     *
     * @param certificates the server's first, then those that vouch for it
     */
    public record Tls(Path certificates, Path key) {}
}
