package io.lakelog.tck.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sqlline.SqlLine;

/** SQLLine: its commands over metadata, and statements. */
class SqlLineTest {
    @TempDir
    Path warehouse = Path.of("unset");

    private String run(Place place, String... lines) throws Exception {
        Path script = warehouse.resolveSibling("script.sql");
        Files.writeString(script, "!set outputformat csv\n!set maxwidth 500\n" + String.join("\n", lines) + "\n");
        SqlLine sqlLine = new SqlLine();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(output, true, StandardCharsets.UTF_8);
        sqlLine.setOutputStream(stream);
        sqlLine.setErrorStream(stream);
        String[] arguments = {
            "-u", place.url(), "-n", "", "-p", "", "-d", "io.lakelog.jdbc.LakelogDriver", "--run=" + script
        };
        sqlLine.begin(arguments, new ByteArrayInputStream(new byte[0]), false);
        return output.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void aSession(Place.Way way) throws Exception {
        try (Place place = Place.open(way, warehouse)) {
            String output = run(
                    place,
                    "CREATE TABLE orders (id BIGINT PRIMARY KEY, status STRING, amount DECIMAL(10, 2));",
                    "INSERT INTO orders VALUES (1, 'NEW', 9.90), (2, 'PAID', NULL);",
                    "SELECT * FROM orders ORDER BY id;",
                    "!tables",
                    "!columns orders",
                    "!primarykeys orders",
                    "!indexes orders",
                    "!describe orders",
                    "!dbinfo",
                    "!typeinfo");
            assertThat(output)
                    .contains("2 rows affected")
                    .contains("'1','NEW','9.90'")
                    .contains("'2','PAID','null'")
                    .contains("'orders','TABLE'")
                    .contains("'orders','amount','3','DECIMAL','10'")
                    .contains("'orders','id','1'")
                    .contains("getDatabaseProductName")
                    .contains("'TIMESTAMP_LTZ'")
                    .doesNotContain("UnsupportedOperationException")
                    .doesNotContain("NullPointerException");
        }
    }
}
