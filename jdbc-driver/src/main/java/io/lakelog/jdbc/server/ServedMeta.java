package io.lakelog.jdbc.server;

import io.lakelog.jdbc.wire.WireErrors;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.apache.calcite.avatica.remote.ProtobufMeta;
import org.jspecify.annotations.Nullable;

/**
 * What every call of an engine interface has in common: it is refused when the server stops or its text is too long,
 * keeps its session from expiring, is counted, measured and logged, and its failure takes the form that Avatica's server
 * classes send with its SQLSTATE.
 */
final class ServedMeta implements InvocationHandler {
    private static final long NANOS_PER_MICRO = 1000;
    private static final double MICROS_PER_MILLI = 1e3;

    private final ProtobufMeta meta;
    private final ServerSessions sessions;
    private final Draining draining;
    private final ServerMetrics metrics;
    private final EventLog log;
    private final int textMost;

    private ServedMeta(
            ProtobufMeta meta,
            ServerSessions sessions,
            Draining draining,
            ServerMetrics metrics,
            EventLog log,
            int textMost) {
        this.meta = meta;
        this.sessions = sessions;
        this.draining = draining;
        this.metrics = metrics;
        this.log = log;
        this.textMost = textMost;
    }

    /** @param textMost characters of a statement */
    static ProtobufMeta around(
            ProtobufMeta meta,
            ServerSessions sessions,
            Draining draining,
            ServerMetrics metrics,
            EventLog log,
            int textMost) {
        return (ProtobufMeta) Proxy.newProxyInstance(
                ServedMeta.class.getClassLoader(),
                new Class<?>[] {ProtobufMeta.class},
                new ServedMeta(meta, sessions, draining, metrics, log, textMost));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        @Nullable Object[] given = arguments == null ? new Object[0] : arguments;
        String session = session(given);
        long start = System.nanoTime();
        ErrorCode failure = null;
        try {
            checkTexts(given);
            if (given.length > 0 && given[0] == null) {
                throw new LakelogException(
                        ErrorCode.INVALID_STATEMENT, "malformed message: it names no connection or statement");
            }
            draining.check(method.getName());
            try {
                sessions.enter(session);
                Object answer = method.invoke(meta, given);
                metrics.answer(answer);
                return answer;
            } finally {
                sessions.leave(session);
            }
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            failure = codeOf(cause);
            throw toAvatica(cause);
        } catch (LakelogException e) {
            failure = e.code();
            throw WireErrors.toAvatica(e);
        } finally {
            tell(method.getName(), given, session, System.nanoTime() - start, failure);
        }
    }

    private static ErrorCode codeOf(Throwable cause) {
        return cause instanceof LakelogException known ? known.code() : ErrorCode.INTERNAL;
    }

    private Throwable toAvatica(Throwable cause) {
        if (cause instanceof AvaticaRuntimeException) {
            return cause;
        }
        if (codeOf(cause) == ErrorCode.INTERNAL
                && !(cause instanceof java.sql.SQLException)
                && !(cause instanceof org.apache.calcite.avatica.NoSuchStatementException)
                && !(cause instanceof org.apache.calcite.avatica.MissingResultsException)) {
            log.error("fault", cause);
        }
        if (cause instanceof RuntimeException failure) {
            return WireErrors.toAvatica(failure);
        }
        return cause instanceof Error error
                ? WireErrors.toAvatica(new IllegalStateException(error.toString(), error))
                : cause;
    }

    private static @Nullable String session(@Nullable Object[] arguments) {
        Object first = arguments.length == 0 ? null : arguments[0];
        if (first instanceof Meta.ConnectionHandle connection) {
            return connection.id;
        }
        return first instanceof Meta.StatementHandle statement ? statement.connectionId : null;
    }

    private void checkTexts(@Nullable Object[] arguments) {
        for (Object argument : arguments) {
            if (argument instanceof String text) {
                check(text);
            } else if (argument instanceof List<?> list) {
                for (Object element : list) {
                    if (element instanceof String text) {
                        check(text);
                    }
                }
            }
        }
    }

    private void check(String text) {
        if (text.length() > textMost) {
            throw new LakelogException(
                    ErrorCode.LIMIT,
                    "the statement is " + text.length() + " characters long, and the server takes " + textMost
                            + ": use parameters and batches, or shorter statements");
        }
    }

    private void tell(
            String method,
            @Nullable Object[] arguments,
            @Nullable String session,
            long nanos,
            @Nullable ErrorCode failure) {
        metrics.request(method, nanos, failure == null ? null : failure.sqlState());
        if (log.hasRequests()) {
            CurrentCall call = CurrentCall.get();
            Object text =
                    log.hasStatements() && arguments.length > 1 && arguments[1] instanceof String sql ? sql : null;
            log.info(
                    "request",
                    "kind",
                    method,
                    "session",
                    session,
                    "user",
                    call.user().name().isEmpty() ? null : call.user().name(),
                    "from",
                    call.address(),
                    "ms",
                    nanos / NANOS_PER_MICRO / MICROS_PER_MILLI,
                    "sqlstate",
                    failure == null ? null : failure.sqlState(),
                    "sql",
                    text);
        }
    }
}
