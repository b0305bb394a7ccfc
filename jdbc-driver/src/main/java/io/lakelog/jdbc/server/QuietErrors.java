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
    private static final int SHOWN_CHARACTERS = 200;
    private static final String MALFORMED = ErrorCode.INVALID_STATEMENT.sqlState();

    private QuietErrors() {}

    static byte[] protobuf(byte[] envelope) throws IOException {
        WireMessage message = WireMessage.parseFrom(envelope);
        Responses.ErrorResponse error = Responses.ErrorResponse.parseFrom(message.getWrappedMessage());
        boolean unknown = UNKNOWN.equals(error.getSqlState());
        String text = unknown ? malformed(error.getErrorMessage()) : error.getErrorMessage();
        Responses.ErrorResponse quiet = error.toBuilder()
                .clearExceptions()
                .addExceptions(text)
                .setErrorMessage(text)
                .setSqlState(unknown ? MALFORMED : error.getSqlState())
                .build();
        return message.toBuilder()
                .setWrappedMessage(quiet.toByteString())
                .build()
                .toByteArray();
    }

    /** What Avatica says of a message that it cannot read: the innermost reason, without the names of Java's classes. */
    private static String malformed(String causes) {
        String last = causes.substring(Math.max(0, causes.lastIndexOf(" -> ") + " -> ".length() - 1))
                .strip();
        String reason = last.lines().findFirst().orElse("").replaceAll("\\b[\\w.$]*(?:Exception|Error)\\b:?\\s*", "");
        String shown = reason.substring(0, Math.min(SHOWN_CHARACTERS, reason.length()));
        return shown.isBlank() ? "malformed message" : "malformed message: " + shown;
    }

    static byte[] json(String text) throws IOException {
        JsonNode error = JSON.readTree(text);
        if (error instanceof ObjectNode object) {
            String shown = object.path("errorMessage").asText();
            if (object.path("sqlState").asText().equals(UNKNOWN)) {
                shown = malformed(shown);
                object.put("sqlState", MALFORMED);
                object.put("errorMessage", shown);
            }
            object.putArray("exceptions").add(shown);
        }
        return error.toString().getBytes(StandardCharsets.UTF_8);
    }
}
