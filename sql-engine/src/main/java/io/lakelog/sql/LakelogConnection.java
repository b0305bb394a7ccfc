package io.lakelog.sql;

import io.lakelog.sql.exec.Session;
import io.lakelog.sql.plan.PlannedStatement;
import io.lakelog.sql.plan.StatementPlanner;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.List;

/** A session of the engine. */
final class LakelogConnection implements EngineConnection {
    private final Session session;
    private final PlanCache plans = new PlanCache();
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
    public boolean autoCommit() {
        return session.autoCommit();
    }

    @Override
    public void setAutoCommit(boolean autoCommit) {
        checkOpen();
        session.setAutoCommit(autoCommit);
    }

    @Override
    public void commit() {
        checkOpen();
        session.commit();
    }

    @Override
    public void rollback() {
        checkOpen();
        session.rollback();
    }

    @Override
    public long[] executeBatch(List<String> statements, Cancellation cancellation) {
        checkOpen();
        return new TextBatch(this, statements, cancellation).run();
    }

    @Override
    public Prepared prepare(String sql, Cancellation cancellation) {
        checkOpen();
        cancellation.check();
        PlannedStatement cached = plans.get(session.database(), sql);
        if (cached != null && LakelogPrepared.isUpToDate(cached, session)) {
            return new LakelogPrepared(this, sql, cached);
        }
        return new LakelogPrepared(this, sql, plan(sql, cancellation));
    }

    /** Plans a statement and remembers the plan. */
    PlannedStatement plan(String sql, Cancellation cancellation) {
        PlannedStatement plan = StatementPlanner.plan(sql, session, cancellation::check);
        plans.put(session.database(), sql, plan);
        return plan;
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
        session.rollbackIfOpen();
    }
}
