package io.lakelog.jdbc.convert;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;

/** Failures as JDBC shows them: the message as it is, the SQLSTATE of the code, and the subclass that JDBC wants. */
public final class SqlErrors {
    private SqlErrors() {}

    public static SQLException of(RuntimeException failure) {
        if (failure instanceof LakelogException known) {
            return of(known.code(), message(known), known);
        }
        return of(ErrorCode.INTERNAL, "internal error: " + failure, failure);
    }

    public static SQLException of(ErrorCode code, String message) {
        return of(code, message, null);
    }

    /** A method of JDBC, or a way to call it, that Lakelog does not offer. */
    public static SQLException unsupported(String what) {
        return new SQLFeatureNotSupportedException(what + " is not supported", ErrorCode.UNSUPPORTED.sqlState());
    }

    private static String message(LakelogException failure) {
        String message = failure.getMessage();
        return message == null ? failure.code().name() : message;
    }

    private static SQLException of(ErrorCode code, String message, @org.jspecify.annotations.Nullable Throwable cause) {
        String state = code.sqlState();
        return switch (code) {
            case TIMEOUT -> new SQLTimeoutException(message, state, cause);
            case UNSUPPORTED -> new SQLFeatureNotSupportedException(message, state, cause);
            case CONFLICT -> new SQLTransactionRollbackException(message, state, cause);
            case CLOSED -> new SQLNonTransientConnectionException(message, state, cause);
            default -> {
                if (state.startsWith("42")) {
                    yield new SQLSyntaxErrorException(message, state, cause);
                } else if (state.startsWith("23")) {
                    yield new SQLIntegrityConstraintViolationException(message, state, cause);
                } else if (state.startsWith("22")) {
                    yield new SQLDataException(message, state, cause);
                }
                yield new SQLException(message, state, cause);
            }
        };
    }
}
