package io.lakelog.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.jdbc.LakelogDriver;
import io.lakelog.jdbc.access.Users;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.jdbc.tls.TestCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wire under TLS, with certificates out of PEM files. */
final class TlsTest {
    @TempDir
    Path directory = Path.of("unset");

    private LakelogServer start(Path certificate, Path key) {
        return LakelogServer.start(
                new ServerSettings(
                        "127.0.0.1",
                        0,
                        new ServerSettings.Tls(certificate, key),
                        Users.none(),
                        ServerLimits.DEFAULT.with(Limit.DRAIN_TIME, 0),
                        EventLog.NONE),
                new Warehouses(),
                directory.resolve("wh").toString());
    }

    private static Connection connect(String url) throws SQLException {
        return Objects.requireNonNull(new LakelogDriver().connect(url, new Properties()));
    }

    private static void refused(String url, String message) {
        assertThatThrownBy(() -> connect(url))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("58030"))
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC"})
    void connectsToWhomItTrusts(String algorithm) throws Exception {
        TestCertificate own = TestCertificate.make(directory, "own", algorithm, "ip:127.0.0.1");
        try (LakelogServer server = start(own.certificate(), own.key())) {
            assertThat(server.jdbcUrl()).startsWith("jdbc:lakelog:remotes://127.0.0.1:");
            try (Connection connection = connect(server.jdbcUrl() + ";tlsCa=" + own.certificate());
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("VALUES 1, 2")) {
                assertThat(rows.next()).isTrue();
                assertThat(connection.isValid(10)).isTrue();
            }
        }
    }

    @Test
    void refusesWhomItDoesNot() throws Exception {
        TestCertificate own = TestCertificate.make(directory, "own", "EC", "ip:127.0.0.1");
        TestCertificate other = TestCertificate.make(directory, "other", "EC", "dns:example.org");
        try (LakelogServer server = start(own.certificate(), own.key());
                LakelogServer wrongName = start(other.certificate(), other.key());
                LakelogServer plain = LakelogServer.start(
                        "127.0.0.1", 0, new Warehouses(), directory.toString(), ServerLimits.DEFAULT)) {
            refused(server.jdbcUrl(), "nobody that is trusted vouches for its certificate");
            refused(server.jdbcUrl() + ";tlsCa=" + other.certificate(), "nobody that is trusted");
            refused(wrongName.jdbcUrl() + ";tlsCa=" + other.certificate(), "its certificate is for another host");
            refused(plain.jdbcUrl().replace("remote:", "remotes:"), "it does not speak TLS; use remote://");
            assertThatThrownBy(() -> connect(server.jdbcUrl().replace("remotes:", "remote:")))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void filesThatCannotBeUsedAreNamed() throws Exception {
        TestCertificate own = TestCertificate.make(directory, "own", "EC", "ip:127.0.0.1");
        TestCertificate other = TestCertificate.make(directory, "other", "RSA", "ip:127.0.0.1");
        Path old = Files.writeString(
                directory.resolve("old.pem"), "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");
        Path cut = Files.writeString(
                directory.resolve("cut.pem"), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        Path none = directory.resolve("none.pem");
        assertThatThrownBy(() -> start(own.certificate(), other.key()))
                .hasMessageContaining("is not that of the first");
        assertThatThrownBy(() -> start(own.key(), own.key())).hasMessageContaining("there is no certificate in");
        assertThatThrownBy(() -> start(own.certificate(), own.certificate()))
                .hasMessageContaining("there is no key in");
        assertThatThrownBy(() -> start(own.certificate(), old)).hasMessageContaining("openssl pkcs8 -topk8");
        assertThatThrownBy(() -> start(own.certificate(), cut)).hasMessageContaining("is of none of the kinds");
        assertThatThrownBy(() -> start(none, own.key())).hasMessageContaining("none.pem cannot be read");
        assertThatThrownBy(() -> connect("jdbc:lakelog:remotes://127.0.0.1:1;tlsCa=" + none))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("HY024"));
    }
}
