package io.lakelog.jdbc.server;

import static javax.servlet.http.HttpServletResponse.SC_FORBIDDEN;
import static javax.servlet.http.HttpServletResponse.SC_LENGTH_REQUIRED;
import static javax.servlet.http.HttpServletResponse.SC_METHOD_NOT_ALLOWED;
import static javax.servlet.http.HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE;
import static javax.servlet.http.HttpServletResponse.SC_SERVICE_UNAVAILABLE;
import static javax.servlet.http.HttpServletResponse.SC_UNAUTHORIZED;

import io.lakelog.jdbc.access.SignIn;
import io.lakelog.jdbc.access.User;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.AbstractHandler;

/** What comes by HTTP: who is it, may it come in, is there room for it; then the message is answered. */
final class AvaticaEndpoint extends AbstractHandler {
    private final SignIn signIn;
    private final Messages messages;
    private final StatusPages pages;
    private final RequestMemory memory;
    private final Draining draining;
    private final ServerMetrics metrics;
    private final EventLog log;
    private final int requestBytes;

    AvaticaEndpoint(
            SignIn signIn,
            Messages messages,
            StatusPages pages,
            Draining draining,
            ServerMetrics metrics,
            ServerSettings settings) {
        this.signIn = signIn;
        this.messages = messages;
        this.pages = pages;
        this.draining = draining;
        this.metrics = metrics;
        this.log = settings.log();
        this.requestBytes = settings.limits().count(Limit.REQUEST_BYTES);
        this.memory = RequestMemory.of(Runtime.getRuntime().maxMemory(), requestBytes);
    }

    @Override
    public void handle(String target, Request baseRequest, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        baseRequest.setHandled(true);
        boolean get = request.getMethod().equals("GET");
        if (get && target.equals(StatusPages.HEALTH)) {
            send(response, pages.health());
            return;
        }
        if (request.getHeader("Origin") != null) {
            // A page in somebody's browser, which reaches what its user reaches: this machine's own port, for one.
            refuse(response, SC_FORBIDDEN, "requests from web pages are not answered");
            return;
        }
        User user = user(request, response);
        if (user == null) {
            return;
        }
        if (get && target.equals(StatusPages.METRICS)) {
            send(response, pages.metrics());
        } else if (!request.getMethod().equals("POST")) {
            refuse(response, SC_METHOD_NOT_ALLOWED, "this is a Lakelog server: connect with JDBC");
        } else {
            answer(new CurrentCall(user, String.valueOf(request.getRemoteAddr())), request, response);
        }
    }

    private @org.jspecify.annotations.Nullable User user(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String header = request.getHeader("Authorization");
        SignIn.Answer answer;
        try {
            answer = signIn.check(request.getMethod(), request.getRequestURI(), header);
        } catch (LakelogException e) {
            refuse(response, SC_SERVICE_UNAVAILABLE, e.getMessage());
            return null;
        }
        if (answer.user() == null) {
            answer.challenges().forEach(challenge -> response.addHeader("WWW-Authenticate", challenge));
            if (header != null) {
                log.warn("sign-in-failed", "from", request.getRemoteAddr());
            }
            refuse(
                    response,
                    SC_UNAUTHORIZED,
                    header == null
                            ? "the server asks for a user and a password"
                            : "there is no such user, or the password is another");
        }
        return answer.user();
    }

    private void answer(CurrentCall call, HttpServletRequest request, HttpServletResponse response) throws IOException {
        int length = request.getContentLength();
        if (length < 0) {
            refuse(response, SC_LENGTH_REQUIRED, "a message says its length beforehand");
            return;
        }
        if (length > requestBytes) {
            refuse(
                    response,
                    SC_REQUEST_ENTITY_TOO_LARGE,
                    "a message may have " + requestBytes
                            + " bytes at most: send shorter statements and smaller batches");
            return;
        }
        boolean room = false;
        call.begin();
        draining.begin();
        try {
            room = memory.take(length);
            if (!room) {
                refuse(response, SC_SERVICE_UNAVAILABLE, "there is no memory for another message now; try again later");
                return;
            }
            byte[] message = request.getInputStream().readNBytes(length);
            Messages.Answer answer = messages.answer(message);
            send(response, answer.status(), answer.type(), answer.body());
        } catch (OutOfMemoryError e) {
            log.error("out-of-memory", e);
            refuse(response, SC_SERVICE_UNAVAILABLE, "the server has too little memory for this message");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            refuse(response, SC_SERVICE_UNAVAILABLE, "the server is being stopped");
        } finally {
            CurrentCall.end();
            draining.end();
            if (room) {
                memory.giveBack(length);
            }
        }
    }

    private void refuse(HttpServletResponse response, int status, @org.jspecify.annotations.Nullable String text)
            throws IOException {
        metrics.refused(status);
        if (status != SC_UNAUTHORIZED) {
            // What comes behind may be the rest of a message that nobody wants to read.
            response.setHeader("Connection", "close");
        }
        send(response, status, "text/plain;charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpServletResponse response, StatusPages.Page page) throws IOException {
        send(response, page.status(), page.type(), page.content());
    }

    private static void send(HttpServletResponse response, int status, String type, byte[] body) throws IOException {
        response.setStatus(status);
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
