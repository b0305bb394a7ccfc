package io.lakelog.jdbc.session;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The statements that a session has open, by number. Bounded, so that a client that never closes anything cannot fill the
 * memory. Thread-safe.
 */
final class OpenStatements {
    private final int limit;
    private final Map<Integer, OpenStatement> open = new HashMap<>();
    private int nextNumber = 1;
    private boolean closed;

    OpenStatements(int limit) {
        this.limit = limit;
    }

    /** Takes a new number. */
    synchronized int open() {
        if (closed) {
            throw sessionClosed();
        }
        if (open.size() >= limit) {
            throw new LakelogException(
                    ErrorCode.LIMIT,
                    "this connection has " + limit + " open statements, and more are not allowed: close those no"
                            + " longer needed");
        }
        int number = nextNumber++;
        open.put(number, new OpenStatement());
        return number;
    }

    /** The statement of that number; CLOSED if it is closed. */
    synchronized OpenStatement get(int number) {
        OpenStatement statement = open.get(number);
        if (statement == null) {
            throw closed ? sessionClosed() : new LakelogException(ErrorCode.CLOSED, "the statement is closed");
        }
        return statement;
    }

    /** Closes one; nothing happens if it is closed already. */
    void close(int number) {
        OpenStatement statement;
        synchronized (this) {
            statement = open.remove(number);
        }
        if (statement != null) {
            statement.close();
        }
    }

    /** Cancels what runs in a statement, if it is open. */
    void cancel(int number) {
        OpenStatement statement;
        synchronized (this) {
            statement = open.get(number);
        }
        if (statement != null) {
            statement.cancel();
        }
    }

    /** Closes all and takes no more. */
    void closeAll() {
        List<OpenStatement> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(open.values());
            open.clear();
        }
        for (OpenStatement statement : all) {
            statement.close();
        }
    }

    synchronized int size() {
        return open.size();
    }

    private static LakelogException sessionClosed() {
        return new LakelogException(ErrorCode.CLOSED, "the connection is closed");
    }
}
