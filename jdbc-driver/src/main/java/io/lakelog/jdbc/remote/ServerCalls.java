package io.lakelog.jdbc.remote;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.lakelog.jdbc.wire.WireMessages;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.net.SocketTimeoutException;

/** A request to the server as a method call: the response comes back, or the failure is thrown. Thread-safe. */
final class ServerCalls {
    private static final int ALIVE_DEFAULT_MILLIS = 10_000;

    private final HttpTransport http;
    private volatile int networkTimeoutMillis;

    ServerCalls(HttpTransport http) {
        this.http = http;
    }

    void setNetworkTimeout(int millis) {
        networkTimeoutMillis = millis;
    }

    /** Waits as long as the network timeout says. */
    <T extends Message> T call(Message request, Parser<T> parser) {
        return call(request, parser, Deadline.NONE);
    }

    /**
     * Waits until the deadline too, which is a failure of the statement; the network timeout is one of the connection.
     *
     * @throws LakelogException TIMEOUT after the deadline, IO after the network timeout
     */
    <T extends Message> T call(Message request, Parser<T> parser, Deadline deadline) {
        int network = networkTimeoutMillis;
        int statement = deadline.leftMillis();
        boolean statementFirst = statement > 0 && (network == 0 || statement <= network);
        try {
            return parse(http.send(WireMessages.wrap(request), statementFirst ? statement : network), parser);
        } catch (SocketTimeoutException e) {
            throw statementFirst
                    ? new LakelogException(ErrorCode.TIMEOUT, "the statement ran longer than its timeout", e)
                    : new LakelogException(
                            ErrorCode.IO, "the server did not answer within the network timeout: " + e.getMessage(), e);
        }
    }

    /** Whether the server answers the request, with a failure or not, within the time; 0 for a default. */
    boolean isAnswered(Message request, int timeoutMillis) {
        try {
            WireMessages.unwrap(
                    http.send(WireMessages.wrap(request), timeoutMillis > 0 ? timeoutMillis : ALIVE_DEFAULT_MILLIS));
            return true;
        } catch (SocketTimeoutException | InvalidProtocolBufferException | LakelogException e) {
            return false;
        }
    }

    private static <T extends Message> T parse(byte[] answer, Parser<T> parser) {
        try {
            return parser.parseFrom(WireMessages.unwrap(answer));
        } catch (InvalidProtocolBufferException e) {
            throw new LakelogException(
                    ErrorCode.IO, "the server's answer is not one of a Lakelog server: " + e.getMessage(), e);
        }
    }
}
