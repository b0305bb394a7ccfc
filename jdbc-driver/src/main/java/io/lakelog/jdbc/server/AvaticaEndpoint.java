package io.lakelog.jdbc.server;

import io.lakelog.jdbc.wire.WireErrors;
import io.lakelog.jdbc.wire.WireMessages;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.JsonHandler;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.AbstractHandler;

/** Takes Avatica's messages by POST, in protobuf or JSON: the first byte tells which. */
final class AvaticaEndpoint extends AbstractHandler {
    private final ProtobufHandler protobuf;
    private final JsonHandler json;
    private final int requestBytes;

    AvaticaEndpoint(Service service, int requestBytes) {
        this.protobuf = new ProtobufHandler(service, new ProtobufTranslationImpl(), NoopMetricsSystem.getInstance());
        this.json = new JsonHandler(service, NoopMetricsSystem.getInstance());
        this.requestBytes = requestBytes;
    }

    @Override
    public void handle(String target, Request baseRequest, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        baseRequest.setHandled(true);
        if (!request.getMethod().equals("POST")) {
            refuse(response, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "this is a Lakelog server: connect with JDBC");
            return;
        }
        byte[] message = request.getInputStream().readNBytes(requestBytes + 1);
        if (message.length > requestBytes) {
            refuse(
                    response,
                    HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                    "a message may have " + requestBytes + " bytes at most");
            return;
        }
        if (message.length > 0 && message[0] == '{') {
            HandlerResponse<String> answer = json.apply(new String(message, StandardCharsets.UTF_8));
            byte[] body = answer.getStatusCode() == HttpServletResponse.SC_OK
                    ? answer.getResponse().getBytes(StandardCharsets.UTF_8)
                    : QuietErrors.json(answer.getResponse());
            send(response, answer.getStatusCode(), "application/json;charset=utf-8", body);
        } else {
            HandlerResponse<byte[]> answer = applyProtobuf(message);
            byte[] body = answer.getStatusCode() == HttpServletResponse.SC_OK
                    ? answer.getResponse()
                    : QuietErrors.protobuf(answer.getResponse());
            send(response, answer.getStatusCode(), "application/octet-stream", WireMessages.toPublicName(body));
        }
    }

    private HandlerResponse<byte[]> applyProtobuf(byte[] message) {
        try {
            return protobuf.apply(WireMessages.toLocalName(message));
        } catch (LakelogException e) {
            return protobuf.convertToErrorResponse(WireErrors.toAvatica(e));
        }
    }

    private static void refuse(HttpServletResponse response, int status, String text) throws IOException {
        send(response, status, "text/plain;charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpServletResponse response, int status, String type, byte[] body) throws IOException {
        response.setStatus(status);
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
