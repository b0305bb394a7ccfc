package io.lakelog.jdbc.server;

import io.lakelog.jdbc.access.User;
import io.lakelog.jdbc.session.EngineSession;
import io.lakelog.jdbc.session.Warehouse;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.jdbc.wire.SessionInfo;
import io.lakelog.sql.SessionSettings;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a server, by the connection id that the client chose. Each belongs to the user who opened it, and to
 * others it does not exist. Bounded; a session in which nothing runs, and which nobody has used for the idle time, is
 * closed. Thread-safe.
 */
final class ServerSessions {
    private final Warehouses warehouses;
    private final String warehouse;
    private final ServerLimits limits;
    private final LongSupplier nanoTime;
    private final ServerMetrics metrics;
    private final EventLog log;
    private final Map<String, ServerSession> sessions = new HashMap<>();

    /** @param nanoTime a clock that goes on, as {@link System#nanoTime} */
    ServerSessions(
            Warehouses warehouses,
            String warehouse,
            ServerLimits limits,
            LongSupplier nanoTime,
            ServerMetrics metrics,
            EventLog log) {
        this.warehouses = warehouses;
        this.warehouse = warehouse;
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.metrics = metrics;
        this.log = log;
    }

    void open(String id, SessionInfo info) {
        expireIdle();
        CurrentCall call = CurrentCall.get();
        ZoneId zone = info.timeZone();
        ZoneId usedZone = zone == null ? ZoneId.systemDefault() : zone;
        EngineSession engine = open(info, usedZone, call.user());
        boolean added = false;
        try {
            ServerSession session =
                    new ServerSession(engine, info, usedZone, call.user().name(), nanoTime);
            synchronized (sessions) {
                int most = limits.count(Limit.SESSIONS);
                if (sessions.size() >= most) {
                    throw new LakelogException(
                            ErrorCode.LIMIT,
                            "the server has " + most + " open connections, and more are not allowed: close those no"
                                    + " longer needed");
                }
                if (sessions.putIfAbsent(id, session) != null) {
                    throw new LakelogException(ErrorCode.INVALID_STATEMENT, "there is a connection of that id already");
                }
            }
            added = true;
            metrics.sessionOpened();
            log.info("session-opened", "session", id, "user", name(call.user().name()), "from", call.address());
        } finally {
            if (!added) {
                engine.close();
            }
        }
    }

    private EngineSession open(SessionInfo info, ZoneId zone, User user) {
        Warehouse share = warehouses.openLocal(warehouse);
        String database = info.database();
        if (database == null) {
            database = defaultDatabase(share, user);
        }
        SessionSettings settings = new SessionSettings(database, zone, info.readOnly(), user.access());
        return EngineSession.open(share, settings, limits.count(Limit.STATEMENTS));
    }

    /** The default database, or for a user who may not see it the first of those that it may. */
    private static String defaultDatabase(Warehouse share, User user) {
        if (user.access().mayRead(Catalog.DEFAULT_DATABASE)) {
            return Catalog.DEFAULT_DATABASE;
        }
        boolean found = false;
        try {
            List<String> visible = share.engine().catalog().as(user.access()).databases();
            if (visible.isEmpty()) {
                throw new LakelogException(
                        ErrorCode.FORBIDDEN, "user '" + user.name() + "' may read no database that there is");
            }
            found = true;
            return visible.get(0);
        } finally {
            if (!found) {
                share.close();
            }
        }
    }

    private static @Nullable String name(String user) {
        return user.isEmpty() ? null : user;
    }

    /** The session of that id, if it is the caller's. */
    ServerSession get(String id) {
        ServerSession session = find(id);
        if (session == null) {
            // Not Avatica's own exception: its client would open another session and go on in that, as if nothing
            // were lost with the first.
            throw new LakelogException(
                    ErrorCode.CLOSED,
                    "the server does not know this connection any more: it was not used for too long, or the server"
                            + " has been started anew; connect again");
        }
        return session;
    }

    private @Nullable ServerSession find(@Nullable String id) {
        ServerSession session;
        synchronized (sessions) {
            session = sessions.get(id);
        }
        return session != null
                        && session.owner().equals(CurrentCall.get().user().name())
                ? session
                : null;
    }

    /** A call for this session begins: until it ends, the session is in use. */
    void enter(@Nullable String id) {
        ServerSession session = find(id);
        if (session != null) {
            session.enter();
        }
    }

    void leave(@Nullable String id) {
        ServerSession session = find(id);
        if (session != null) {
            session.leave();
        }
    }

    /** Closes a session of the caller's; nothing happens if there is none of that id. */
    void close(String id) {
        ServerSession session = find(id);
        if (session != null) {
            synchronized (sessions) {
                sessions.remove(id, session);
            }
            session.engine().close();
            log.info("session-closed", "session", id, "user", name(session.owner()));
        }
    }

    /** Closes what nobody has used for the idle time. */
    void expireIdle() {
        long most = limits.time(Limit.IDLE_TIME).toNanos();
        Map<String, ServerSession> idle = new HashMap<>();
        synchronized (sessions) {
            sessions.forEach((id, session) -> {
                if (session.idleNanos() > most) {
                    idle.put(id, session);
                }
            });
            sessions.keySet().removeAll(idle.keySet());
        }
        idle.forEach((id, session) -> {
            session.engine().close();
            metrics.sessionExpired();
            log.info("session-expired", "session", id, "user", name(session.owner()));
        });
    }

    int size() {
        synchronized (sessions) {
            return sessions.size();
        }
    }

    int openStatements() {
        return all().stream()
                .mapToInt(session -> session.engine().openStatements())
                .sum();
    }

    int openResults() {
        return all().stream().mapToInt(ServerSession::openResults).sum();
    }

    /** Whether a client was reading a result within the last {@code nanos}. */
    boolean isReading(long nanos) {
        return all().stream().anyMatch(session -> session.openResults() > 0 && session.idleNanos() < nanos);
    }

    private List<ServerSession> all() {
        synchronized (sessions) {
            return new ArrayList<>(sessions.values());
        }
    }

    void closeAll() {
        List<ServerSession> all;
        synchronized (sessions) {
            all = List.copyOf(sessions.values());
            sessions.clear();
        }
        all.forEach(session -> session.engine().close());
    }
}
