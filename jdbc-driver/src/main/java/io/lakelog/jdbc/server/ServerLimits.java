package io.lakelog.jdbc.server;

import java.time.Duration;

/**
 * What keeps a server bounded.
 *
 * @param sessions open connections at a time
 * @param statements open statements of one connection
 * @param idleLease how long an unused connection is kept when others need the room
 * @param requestBytes the longest message that is read
 * @param threads that serve requests
 */
public record ServerLimits(int sessions, int statements, Duration idleLease, int requestBytes, int threads) {
    public static final ServerLimits DEFAULT = new ServerLimits(1000, 1000, Duration.ofMinutes(30), 64 << 20, 64);
}
