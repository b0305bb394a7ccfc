package io.lakelog.jdbc.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** A certificate that vouches for itself, made by the JDK's keytool, and its key: files in PEM. */
public record TestCertificate(Path certificate, Path key) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** @param subjects as keytool has them: {@code ip:127.0.0.1}, {@code dns:localhost} */
    public static TestCertificate make(Path directory, String name, String algorithm, String subjects)
            throws Exception {
        Path store = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "x",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=" + subjects,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .inheritIO()
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        return new TestCertificate(
                pem(
                        directory.resolve(name + ".crt"),
                        "CERTIFICATE",
                        keys.getCertificate("x").getEncoded()),
                pem(
                        directory.resolve(name + ".key"),
                        "PRIVATE KEY",
                        keys.getKey("x", PASSWORD).getEncoded()));
    }

    private static Path pem(Path file, String kind, byte[] content) throws Exception {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(
                file, "text before\n-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }
}
