package io.lakelog.jdbc.remote;

import io.lakelog.jdbc.tls.PemFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Authenticator;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.PasswordAuthentication;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends a message to a server and returns the answer. Connections are kept and shared by the JDK; there is no thread
 * behind them. A message is never sent twice: the server may have acted on the first. Thread-safe.
 */
final class HttpTransport {
    private static final int SHOWN_CHARACTERS = 200;
    /** The JVM's own authenticator, if a program has set one, is not asked: its passwords are for others. */
    private static final Authenticator NO_PASSWORDS = new Authenticator() {
        @Override
        protected @Nullable PasswordAuthentication getPasswordAuthentication() {
            return null;
        }
    };

    private final ServerAddress server;
    private final URL url;
    private final Optional<SSLSocketFactory> sockets;

    HttpTransport(ServerAddress server) {
        this.server = server;
        try {
            url = URI.create(server.url()).toURL();
        } catch (IOException | IllegalArgumentException e) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION, "'" + server.host() + "' in the connection URL is not a host name", e);
        }
        sockets = Optional.ofNullable(server.trusted()).map(PemFiles::socketsTrusting);
    }

    /**
     * The answer to a message.
     *
     * @param timeoutMillis how long to wait for it; 0 for ever
     * @throws SocketTimeoutException if it has not come by then
     */
    byte[] send(byte[] message, int timeoutMillis) throws SocketTimeoutException {
        try {
            HttpURLConnection connection = connection(timeoutMillis);
            // With a length known beforehand the JDK does not repeat a POST whose connection broke.
            connection.setFixedLengthStreamingMode(message.length);
            connect(connection);
            try (OutputStream body = connection.getOutputStream()) {
                body.write(message);
            }
            return answer(connection);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (HttpRetryException e) {
            throw refused(e.responseCode(), "", e);
        } catch (SSLException e) {
            throw notTrusted(e);
        } catch (IOException e) {
            throw new LakelogException(
                    ErrorCode.IO, "the server at " + url + " cannot be reached: " + e.getMessage(), e);
        }
    }

    private HttpURLConnection connection(int timeoutMillis) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        if (connection instanceof HttpsURLConnection secure) {
            // Whether the certificate is the host's own is checked by the JDK, which is the default.
            sockets.ifPresent(secure::setSSLSocketFactory);
        }
        connection.setAuthenticator(NO_PASSWORDS);
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestProperty("Content-Type", "application/octet-stream");
        ServerAddress.Credentials credentials = server.signIn();
        if (credentials != null) {
            connection.setRequestProperty("Authorization", credentials.header());
        }
        connection.setConnectTimeout(server.connectMillis());
        connection.setReadTimeout(timeoutMillis);
        return connection;
    }

    /** By itself, so that a server that cannot be reached is not taken for one that does not answer. */
    private void connect(HttpURLConnection connection) throws IOException {
        try {
            connection.connect();
        } catch (SocketTimeoutException e) {
            throw new IOException("no connection within " + server.connectMillis() + " ms", e);
        }
    }

    private byte[] answer(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        boolean ok = status == HttpURLConnection.HTTP_OK;
        // Failures of statements come with this status and a message as the body.
        boolean failure = status == HttpURLConnection.HTTP_INTERNAL_ERROR;
        byte[] body;
        try (InputStream stream = ok ? connection.getInputStream() : connection.getErrorStream()) {
            body = stream == null ? new byte[0] : stream.readAllBytes();
        }
        if (ok || (failure && body.length > 0)) {
            return body;
        }
        throw refused(status, new String(body, StandardCharsets.UTF_8).strip(), null);
    }

    private LakelogException refused(int status, String text, @Nullable Throwable cause) {
        ServerAddress.Credentials credentials = server.signIn();
        String shown = text.substring(0, Math.min(SHOWN_CHARACTERS, text.length()));
        return switch (status) {
            case HttpURLConnection.HTTP_UNAUTHORIZED ->
                new LakelogException(
                        ErrorCode.NOT_SIGNED_IN,
                        credentials == null
                                ? "the server at " + url + " asks for the properties user and password"
                                : "the server at " + url + " knows no user '" + credentials.user()
                                        + "' with this password",
                        cause);
            case HttpURLConnection.HTTP_ENTITY_TOO_LARGE, HttpURLConnection.HTTP_UNAVAILABLE ->
                new LakelogException(ErrorCode.LIMIT, "the server at " + url + " refuses the request: " + shown, cause);
            default ->
                new LakelogException(
                        ErrorCode.IO,
                        "the server at " + url + " answered with HTTP status " + status + ": " + shown,
                        cause);
        };
    }

    private LakelogException notTrusted(SSLException cause) {
        String reason = String.valueOf(cause.getMessage());
        String hint;
        if (reason.contains("Unsupported or unrecognized SSL message")) {
            hint = "it does not speak TLS; use remote://";
        } else if (reason.contains("unable to find valid certification path") || reason.contains("No trusted")) {
            hint = "nobody that is trusted vouches for its certificate; give the PEM file of who does with tlsCa=FILE";
        } else if (reason.contains("No subject alternative") || reason.contains("No name matching")) {
            hint = "its certificate is for another host (" + reason + ")";
        } else {
            hint = reason;
        }
        return new LakelogException(ErrorCode.IO, "no secure connection to the server at " + url + ": " + hint, cause);
    }
}
