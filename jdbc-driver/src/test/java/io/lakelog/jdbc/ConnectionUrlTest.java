package io.lakelog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.jdbc.ConnectionUrl.Memory;
import io.lakelog.jdbc.ConnectionUrl.Remote;
import io.lakelog.jdbc.ConnectionUrl.Warehouse;
import io.lakelog.jdbc.remote.ServerAddress;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConnectionUrlTest {
    private static ConnectionUrl parse(String rest) {
        return ConnectionUrl.parse(ConnectionUrl.PREFIX + rest, null);
    }

    @Test
    void localWarehouses() {
        assertThat(parse("/data/wh").target()).isEqualTo(new Warehouse("/data/wh"));
        assertThat(parse("/data/../wh/").target()).isEqualTo(new Warehouse("/wh"));
        assertThat(parse("file:///data/wh").target()).isEqualTo(new Warehouse("/data/wh"));
        assertThat(parse("file:/data/wh").target()).isEqualTo(new Warehouse("/data/wh"));
        assertThat(parse("file://localhost/data/wh").target()).isEqualTo(new Warehouse("/data/wh"));
        assertThat(parse("./wh").target())
                .isEqualTo(new Warehouse(Path.of("wh").toAbsolutePath().toString()));
        assertThat(parse("~/wh").target()).isEqualTo(new Warehouse(System.getProperty("user.home") + "/wh"));
        assertThat(parse("~").target()).isEqualTo(new Warehouse(System.getProperty("user.home")));
        assertThat(parse("with blank/ü").target())
                .isEqualTo(
                        new Warehouse(Path.of("with blank/ü").toAbsolutePath().toString()));
    }

    @Test
    void memoryAndServers() {
        assertThat(parse("memory:").target()).isEqualTo(new Memory(""));
        assertThat(parse("memory:test-1").target()).isEqualTo(new Memory("test-1"));
        assertThat(parse("remote://db.example.org:8765").target())
                .isEqualTo(new Remote(new ServerAddress("db.example.org", 8765, false, null, null, 30_000), 0));
        assertThat(parse("remote://[::1]:8765/").target())
                .isEqualTo(new Remote(new ServerAddress("[::1]", 8765, false, null, null, 30_000), 0));
        assertThat(parse("remotes://h:1;tlsCa=/etc/ca.pem;user=anna;password=a=b:c;connectTimeout=500;networkTimeout=7")
                        .target())
                .isEqualTo(new Remote(
                        new ServerAddress(
                                "h",
                                1,
                                true,
                                Path.of("/etc/ca.pem"),
                                new ServerAddress.Credentials("anna", "a=b:c"),
                                500),
                        7));
        assertThat(parse("remote://h:1/sales").database()).isEqualTo("sales");
        assertThat(parse("remote://h:1/sales;database=sales").database()).isEqualTo("sales");
    }

    @Test
    void settingsComeFromTheUrlAndTheProperties() {
        Properties properties = new Properties();
        properties.setProperty("user", "u");
        properties.setProperty("password", "p=;");
        properties.setProperty("database", "d1");
        ConnectionUrl url =
                ConnectionUrl.parse("jdbc:lakelog:/wh;database=d2;timezone=Asia/Kolkata;readOnly=true;", properties);
        assertThat(url.user()).isEqualTo("u");
        assertThat(url.password()).isEqualTo("p=;");
        assertThat(url.database()).isEqualTo("d2");
        assertThat(url.timeZone()).isEqualTo(ZoneId.of("Asia/Kolkata"));
        assertThat(url.readOnly()).isTrue();
        assertThat(parse("/wh").readOnly()).isFalse();
        assertThat(parse("/wh").database()).isNull();
        assertThat(parse("/wh").timeZone()).isEqualTo(ZoneId.systemDefault());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                          | names no warehouse
            /wh;databse=x               | unknown connection property 'databse'; did you mean 'database'?
            /wh;readonly=true           | did you mean 'readOnly'?
            /wh;factory=evil.Class      | unknown connection property 'factory'
            /wh;httpclient_impl=x       | unknown connection property 'httpclient_impl'
            /wh;serialization=json      | unknown connection property 'serialization'
            /wh;schemaFactory=x         | unknown connection property 'schemaFactory'
            /wh;readOnly=yes            | 'yes' for connection property 'readOnly' is neither true nor false
            /wh;timezone=Europe/Berlinn | is not a time zone; did you mean 'Europe/Berlin'?
            /wh;database                | 'database' in the connection URL is not key=value
            /wh;user=a;user=b           | connection property 'user' is given twice
            memory:a/b                  | cannot name a memory warehouse
            remote://h                  | is not remote://host:port
            remote://h:0                | port 0
            remote://h:99999999999      | port 99999999999
            remote://h:1/a;database=b   | two databases: 'a' and 'b'
            remote:h:1                  | is not remote://host:port
            remote://h:1;tlsCa=x        | is for servers with TLS
            remote://h:1;password=x     | 'user' is empty
            remote://h:1;user=a:b       | 'user' is empty, or holds a ':'
            remote://h:1;connectTimeout=1s | not a number of milliseconds
            file://other/wh             | is not file:///path
            flie:///wh                  | unknown scheme 'flie' in the connection URL; did you mean 'file'?
            """)
    void wrongUrlsAreNamed(String rest, String message) {
        assertThatThrownBy(() -> parse(rest))
                .isInstanceOfSatisfying(
                        LakelogException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_OPTION))
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hdfs://nn:8020/wh",
                "s3a://bucket/wh",
                "/wh;hadoop.fs.s3a.endpoint=x",
                "/wh;hadoop.fs.x.impl=evil.Class"
            })
    void whatThisBuildCannotDoIsSaid(String rest) {
        assertThatThrownBy(() -> parse(rest))
                .isInstanceOfSatisfying(
                        LakelogException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNSUPPORTED));
    }

    @Test
    void aPropertyThatIsNoTextIsRefused() {
        Properties properties = new Properties();
        properties.put("database", 1);
        assertThatThrownBy(() -> ConnectionUrl.parse("jdbc:lakelog:/wh", properties))
                .hasMessageContaining("connection property database is not a text");
    }

    @Test
    void theDriverAnswersAsJdbcWants() throws SQLException {
        LakelogDriver driver = new LakelogDriver();
        assertThat(driver.acceptsURL("jdbc:lakelog:/wh")).isTrue();
        assertThat(driver.acceptsURL("jdbc:other:x")).isFalse();
        assertThat((Object) driver.connect("jdbc:other:x", new Properties())).isNull();
        assertThatThrownBy(() -> driver.connect(null, null)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> driver.acceptsURL(null)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> driver.connect("jdbc:lakelog:/wh;databse=x", null))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("HY024"));
        assertThatThrownBy(() -> driver.connect("jdbc:lakelog:remote://127.0.0.1:1", null))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("58030"));
        assertThat(driver.getPropertyInfo("jdbc:lakelog:/wh", null))
                .extracting(property -> property.name)
                .containsExactly(
                        "connectTimeout",
                        "database",
                        "networkTimeout",
                        "password",
                        "readOnly",
                        "timezone",
                        "tlsCa",
                        "user");
        assertThat(DriverManager.getDriver("jdbc:lakelog:/wh")).isInstanceOf(LakelogDriver.class);
        assertThat(driver.getDriverVersion().versionString).startsWith("0.1.0");
    }
}
