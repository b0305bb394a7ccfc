package io.lakelog.jdbc.server;

import io.lakelog.jdbc.wire.WireErrors;
import io.lakelog.jdbc.wire.WireMessages;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.JsonHandler;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;

/** Answers Avatica's messages, in protobuf or JSON: the first byte tells which. Thread-safe. */
final class Messages {
    private final ProtobufHandler protobuf;
    private final JsonHandler json;

    Messages(Service service) {
        this.protobuf = new ProtobufHandler(service, new ProtobufTranslationImpl(), NoopMetricsSystem.getInstance());
        this.json = new JsonHandler(service, NoopMetricsSystem.getInstance());
    }

    /** What HTTP takes back. */
    record Answer(int status, String type, byte[] body) {}

    Answer answer(byte[] message) throws IOException {
        if (message.length > 0 && message[0] == '{') {
            HandlerResponse<String> answer = json.apply(new String(message, StandardCharsets.UTF_8));
            byte[] body = isOk(answer)
                    ? answer.getResponse().getBytes(StandardCharsets.UTF_8)
                    : QuietErrors.json(answer.getResponse());
            return new Answer(answer.getStatusCode(), "application/json;charset=utf-8", body);
        }
        HandlerResponse<byte[]> answer = applyProtobuf(message);
        byte[] body = isOk(answer) ? answer.getResponse() : QuietErrors.protobuf(answer.getResponse());
        return new Answer(answer.getStatusCode(), "application/octet-stream", WireMessages.toPublicName(body));
    }

    private static boolean isOk(HandlerResponse<?> answer) {
        return answer.getStatusCode() == HttpURLConnection.HTTP_OK;
    }

    private HandlerResponse<byte[]> applyProtobuf(byte[] message) {
        try {
            return protobuf.apply(WireMessages.toLocalName(message));
        } catch (LakelogException e) {
            return protobuf.convertToErrorResponse(WireErrors.toAvatica(e));
        }
    }
}
