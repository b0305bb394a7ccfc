package io.lakelog.jdbc.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakelog.storage.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.avatica.proto.Common.WireMessage;
import org.apache.calcite.avatica.proto.Responses;
import org.apache.calcite.avatica.remote.Service;

/**
 * Takes the stack traces out of the failures that Avatica's handlers send: what lies inside the server is nobody's
 * business on the other side. Failures without an SQLSTATE are those of a message that could not be read; they get one.
 */
final class QuietErrors {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String UNKNOWN = Service.ErrorResponse.UNKNOWN_SQL_STATE;
    private static final String MALFORMED = ErrorCode.INVALID_STATEMENT.sqlState();

    private QuietErrors() {}

    static byte[] protobuf(byte[] envelope) throws IOException {
        WireMessage message = WireMessage.parseFrom(envelope);
        Responses.ErrorResponse error = Responses.ErrorResponse.parseFrom(message.getWrappedMessage());
        Responses.ErrorResponse quiet = error.toBuilder()
                .clearExceptions()
                .addExceptions(error.getErrorMessage())
                .setSqlState(UNKNOWN.equals(error.getSqlState()) ? MALFORMED : error.getSqlState())
                .build();
        return message.toBuilder()
                .setWrappedMessage(quiet.toByteString())
                .build()
                .toByteArray();
    }

    static byte[] json(String text) throws IOException {
        JsonNode error = JSON.readTree(text);
        if (error instanceof ObjectNode object) {
            object.putArray("exceptions").add(object.path("errorMessage").asText());
            if (object.path("sqlState").asText().equals(UNKNOWN)) {
                object.put("sqlState", MALFORMED);
            }
        }
        return error.toString().getBytes(StandardCharsets.UTF_8);
    }
}
