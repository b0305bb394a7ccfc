package io.lakelog.jdbc.server;

import io.lakelog.jdbc.session.EngineSession;
import io.lakelog.jdbc.wire.SessionInfo;
import io.lakelog.jdbc.wire.WireFrame;
import io.lakelog.storage.type.DataType;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A client's session: the engine's, and what of it the wire needs. Thread-safe. */
final class ServerSession {
    private final EngineSession engine;
    private final WireFrame.Dialect dialect;
    private final Map<Integer, OpenResult> results = new ConcurrentHashMap<>();
    private final Map<Integer, List<DataType>> parameterTypes = new ConcurrentHashMap<>();
    private final String owner;
    private final LongSupplier nanoTime;
    private volatile String databaseTold;
    private int running;
    private long lastUsedNanos;

    /**
     * A session that has just been used.
     *
     * @param owner the name of the user whose it is
     */
    ServerSession(EngineSession engine, SessionInfo info, ZoneId defaultZone, String owner, LongSupplier nanoTime) {
        this.engine = engine;
        ZoneId zone = info.timeZone();
        this.dialect = new WireFrame.Dialect(info.ours(), zone == null ? defaultZone : zone);
        this.databaseTold = engine.database();
        this.owner = owner;
        this.nanoTime = nanoTime;
        this.lastUsedNanos = nanoTime.getAsLong();
    }

    EngineSession engine() {
        return engine;
    }

    WireFrame.Dialect dialect() {
        return dialect;
    }

    String owner() {
        return owner;
    }

    /** A call begins. */
    synchronized void enter() {
        running++;
    }

    /** A call has ended; the session's rest begins anew. */
    synchronized void leave() {
        // The call that opened the session began before there was one.
        running = Math.max(0, running - 1);
        lastUsedNanos = nanoTime.getAsLong();
    }

    /** How long nothing has run here; 0 while something does. */
    synchronized long idleNanos() {
        return running > 0 ? 0 : nanoTime.getAsLong() - lastUsedNanos;
    }

    int openResults() {
        return results.size();
    }

    void keepResult(int statement, OpenResult result) {
        results.put(statement, result);
    }

    @Nullable
    OpenResult result(int statement) {
        return results.get(statement);
    }

    void dropResult(int statement) {
        results.remove(statement);
    }

    void keepParameterTypes(int statement, List<DataType> types) {
        parameterTypes.put(statement, types);
    }

    /** The types of a prepared statement's parameters; none if nothing has been prepared. */
    List<DataType> parameterTypes(int statement) {
        return parameterTypes.getOrDefault(statement, List.of());
    }

    void closeStatement(int statement) {
        results.remove(statement);
        parameterTypes.remove(statement);
        engine.closeStatement(statement);
    }

    /**
     * The current database as the client has last been told. Avatica's client sends all settings it knows whenever one
     * changes; a database that only repeats what it was told is no wish to go back there.
     */
    String databaseTold() {
        return databaseTold;
    }

    void tellDatabase(String name) {
        databaseTold = name;
    }
}
