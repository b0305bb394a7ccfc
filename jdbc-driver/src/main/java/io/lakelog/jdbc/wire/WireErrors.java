package io.lakelog.jdbc.wire;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.proto.Responses;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;

/** Failures on the wire: message and SQLSTATE, and a number that tells a timeout from a cancellation. */
public final class WireErrors {
    /** The server does not know the connection (any more); Avatica's number. */
    private static final int MISSING_CONNECTION = 1;

    private static final int TIMEOUT = 3;
    private static final int OTHER = 0;
    private static final Map<String, ErrorCode> BY_STATE = new HashMap<>();

    static {
        for (ErrorCode code : ErrorCode.values()) {
            BY_STATE.put(code.sqlState(), code);
        }
        BY_STATE.put(ErrorCode.CANCELLED.sqlState(), ErrorCode.CANCELLED);
    }

    private WireErrors() {}

    /** A failure as Avatica's server classes send it. */
    public static AvaticaRuntimeException toAvatica(RuntimeException failure) {
        ErrorCode code = ErrorCode.INTERNAL;
        String message = "internal error; the server's log has more of it";
        if (failure instanceof LakelogException known) {
            code = known.code();
            message = String.valueOf(known.getMessage());
        }
        return new AvaticaRuntimeException(
                message, code == ErrorCode.TIMEOUT ? TIMEOUT : OTHER, code.sqlState(), AvaticaSeverity.ERROR);
    }

    static LakelogException read(Responses.ErrorResponse response) {
        if (response.getErrorCode() == MISSING_CONNECTION) {
            return new LakelogException(
                    ErrorCode.CLOSED,
                    "the server does not know this connection any more: it was idle for too long, or"
                            + " the server has been started anew");
        }
        ErrorCode code = response.getErrorCode() == TIMEOUT
                ? ErrorCode.TIMEOUT
                : BY_STATE.getOrDefault(response.getSqlState(), ErrorCode.INTERNAL);
        return new LakelogException(code, response.getErrorMessage());
    }
}
