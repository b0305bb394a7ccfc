package io.lakelog.sql;

import io.lakelog.sql.exec.Session;
import io.lakelog.sql.plan.StatementPlanner;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;

/** A session of the engine. */
final class LakelogConnection implements EngineConnection {
    private final Session session;
    private boolean closed;

    LakelogConnection(Session session) {
        this.session = session;
    }

    @Override
    public String database() {
        return session.database();
    }

    @Override
    public void setDatabase(String name) {
        session.useDatabase(name);
    }

    @Override
    public boolean readOnly() {
        return session.readOnly();
    }

    @Override
    public void setReadOnly(boolean readOnly) {
        session.setReadOnly(readOnly);
    }

    @Override
    public Prepared prepare(String sql) {
        checkOpen();
        return new LakelogPrepared(this, sql, StatementPlanner.plan(sql, session));
    }

    Session session() {
        return session;
    }

    void checkOpen() {
        if (closed) {
            throw new LakelogException(ErrorCode.CLOSED, "the connection is closed");
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
