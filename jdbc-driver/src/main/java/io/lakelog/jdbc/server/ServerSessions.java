package io.lakelog.jdbc.server;

import io.lakelog.jdbc.session.EngineSession;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.jdbc.wire.SessionInfo;
import io.lakelog.sql.SessionSettings;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.NoSuchConnectionException;

/**
 * The sessions of a server, by the connection id that the client chose. Bounded: when there are too many, those idle for
 * longer than the lease make room. Thread-safe.
 */
final class ServerSessions {
    private final Warehouses warehouses;
    private final String warehouse;
    private final ServerLimits limits;
    private final Map<String, ServerSession> sessions = new HashMap<>();

    ServerSessions(Warehouses warehouses, String warehouse, ServerLimits limits) {
        this.warehouses = warehouses;
        this.warehouse = warehouse;
        this.limits = limits;
    }

    void open(String id, SessionInfo info) {
        makeRoom();
        ZoneId zone = info.timeZone();
        ZoneId usedZone = zone == null ? ZoneId.systemDefault() : zone;
        String database = info.database();
        SessionSettings settings =
                new SessionSettings(database == null ? Catalog.DEFAULT_DATABASE : database, usedZone, info.readOnly());
        EngineSession engine = EngineSession.open(warehouses.openLocal(warehouse), settings, limits.statements());
        boolean added = false;
        try {
            ServerSession session = new ServerSession(engine, info, usedZone);
            synchronized (sessions) {
                if (sessions.size() >= limits.sessions()) {
                    throw full();
                }
                if (sessions.putIfAbsent(id, session) != null) {
                    throw new LakelogException(ErrorCode.INVALID_STATEMENT, "there is a connection of that id already");
                }
            }
            added = true;
        } finally {
            if (!added) {
                engine.close();
            }
        }
    }

    private LakelogException full() {
        return new LakelogException(
                ErrorCode.LIMIT, "the server has " + limits.sessions() + " open connections, and more are not allowed");
    }

    private void makeRoom() {
        List<ServerSession> expired = new ArrayList<>();
        synchronized (sessions) {
            if (sessions.size() < limits.sessions()) {
                return;
            }
            Duration lease = limits.idleLease();
            sessions.values().removeIf(session -> {
                boolean idle = session.idleNanos() > lease.toNanos();
                if (idle) {
                    expired.add(session);
                }
                return idle;
            });
        }
        expired.forEach(session -> session.engine().close());
    }

    /** The session of that id. */
    ServerSession get(String id) {
        ServerSession session;
        synchronized (sessions) {
            session = sessions.get(id);
        }
        if (session == null) {
            throw new NoSuchConnectionException(id);
        }
        session.touch();
        return session;
    }

    /** Closes a session; nothing happens if there is none of that id. */
    void close(String id) {
        ServerSession session;
        synchronized (sessions) {
            session = sessions.remove(id);
        }
        if (session != null) {
            session.engine().close();
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
