package io.lakelog.jdbc.remote;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is, and how to come in.
 *
 * @param tls whether it speaks HTTPS
 * @param trusted a PEM file with the certificates to trust; null for those that the JVM trusts
 * @param signIn null to come without a name
 * @param connectMillis how long making a connection may take; 0 for as long as it takes
 */
public record ServerAddress(
        String host,
        int port,
        boolean tls,
        @Nullable Path trusted,
        @Nullable Credentials signIn,
        int connectMillis) {
    /** A name and a password. */
    public record Credentials(String user, String password) {
        String header() {
            byte[] text = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
            return "Basic " + Base64.getEncoder().encodeToString(text);
        }

        /** Without the password. */
        @Override
        public String toString() {
            return user;
        }
    }

    String url() {
        return (tls ? "https://" : "http://") + host + ":" + port + "/";
    }
}
