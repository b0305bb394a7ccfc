package io.lakelog.jdbc.remote;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/**
 * Sends a message to a server and returns the answer. Connections are kept and shared by the JDK; there is no thread
 * behind them. A message is never sent twice: the server may have acted on the first. Thread-safe.
 */
final class HttpTransport {
    private static final int CONNECT_TIMEOUT_MILLIS = 30_000;
    private static final int SHOWN_CHARACTERS = 200;

    private final URL url;

    HttpTransport(String host, int port) {
        try {
            url = URI.create("http://" + host + ":" + port + "/").toURL();
        } catch (IOException | IllegalArgumentException e) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION, "'" + host + "' in the connection URL is not a host name", e);
        }
    }

    /**
     * The answer to a message.
     *
     * @param timeoutMillis how long to wait for it; 0 for ever
     * @throws SocketTimeoutException if it has not come by then
     */
    byte[] send(byte[] message, int timeoutMillis) throws SocketTimeoutException {
        try {
            HttpURLConnection connection = (HttpURLConnection) url.openConnection();
            connection.setRequestMethod("POST");
            connection.setDoOutput(true);
            connection.setInstanceFollowRedirects(false);
            connection.setUseCaches(false);
            connection.setRequestProperty("Content-Type", "application/octet-stream");
            connection.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
            connection.setReadTimeout(timeoutMillis);
            // With a length known beforehand the JDK does not repeat a POST whose connection broke.
            connection.setFixedLengthStreamingMode(message.length);
            try (OutputStream body = connection.getOutputStream()) {
                body.write(message);
            }
            return answer(connection);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            throw new LakelogException(
                    ErrorCode.IO, "the server at " + url + " cannot be reached: " + e.getMessage(), e);
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
        String text = new String(body, StandardCharsets.UTF_8).strip();
        throw new LakelogException(
                ErrorCode.IO,
                "the server at " + url + " answered with HTTP status " + status + ": "
                        + text.substring(0, Math.min(SHOWN_CHARACTERS, text.length())));
    }
}
