package io.lakelog.jdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Command lines as a script would run them. */
final class MainTest {
    private static final String TABLE = "CREATE TABLE t (id INT, name STRING, n DECIMAL(10, 2),"
            + " PRIMARY KEY (id) NOT ENFORCED); INSERT INTO t VALUES (1, '株式会社', 1.50), (2, 'a,\"b\"', NULL),"
            + " (3, '', -20);";

    @TempDir
    Path directory = Path.of("unset");

    private record Ran(int exitCode, String out, String err) {}

    private static Ran run(String input, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Main.run(
                arguments,
                new Streams(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)));
        return new Ran(
                exitCode,
                out.toString(StandardCharsets.UTF_8).replaceAll("\\d\\.\\d{3} s", "# s"),
                err.toString(StandardCharsets.UTF_8));
    }

    private String warehouse() {
        return directory.resolve("wh").toString();
    }

    @Test
    void tables() {
        Ran ran = run("", warehouse(), "--execute", TABLE + "SELECT * FROM t");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).isEqualTo("""
                        (OK, # s)
                        (3 rows affected, # s)
                         id | name     | n
                        ----+----------+--------
                          1 | 株式会社 |   1.50
                          2 | a,"b"    |   NULL
                          3 |          | -20.00
                        (3 rows, # s)
                        """);
        assertThat(ran.exitCode()).isZero();
    }

    @Test
    void commaSeparatedAndJson() {
        run("", warehouse(), "--execute", TABLE);
        assertThat(run("", warehouse(), "--format", "csv", "-e", "SELECT * FROM t")
                        .out())
                .isEqualTo("""
                        id,name,n
                        1,株式会社,1.50
                        2,"a,""b""\",
                        3,"",-20.00
                        """);
        assertThat(run("", warehouse(), "--format=JSON", "-e", "SELECT *, id = 1 AS id FROM t; SELECT 1.0E0 AS x")
                        .out())
                .isEqualTo("""
                        [
                        {"id":1,"name":"株式会社","n":1.50,"id_2":true}
                        ,{"id":2,"name":"a,\\"b\\"","n":null,"id_2":false}
                        ,{"id":3,"name":"","n":-20.00,"id_2":false}
                        ]
                        [
                        {"x":1.0}
                        ]
                        """);
    }

    @Test
    void standardInputFilesAndCommands() throws IOException {
        Path file =
                Files.writeString(directory.resolve("a.sql"), "-- a table\n" + TABLE + "\n-- no semicolon at the end");
        Ran ran = run("", warehouse(), "--file", file.toString());
        assertThat(ran.err()).isEmpty();
        Ran described = run("\\l\n\\d\n\\d t\nSELECT 'a;b' AS \"x;y\" -- c;\n;\n\\q\nSELECT 2;", warehouse());
        assertThat(described.err()).isEmpty();
        assertThat(described.out()).isEqualTo("""
                         database |
                        ----------+---------
                         default  | current
                         table | type  | comment
                        -------+-------+---------
                         t     | TABLE |
                         column | type           | null     | key   | comment
                        --------+----------------+----------+-------+---------
                         id     | INT            | NOT NULL | key 1 |
                         name   | STRING         |          |       |
                         n      | DECIMAL(10, 2) |          |       |
                         x;y
                        -----
                         a;b
                        (1 row, # s)
                        """);
    }

    @Test
    void aFailureEndsTheScript() {
        Ran ran = run("", warehouse(), "-e", "SELECT * FROM nowhere; SELECT 1");
        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).startsWith("ERROR 42S02: ");
        assertThat(ran.out()).isEmpty();
        assertThat(run("\\d nowhere", warehouse()).err()).startsWith("ERROR 42S02: there is no table");
        assertThat(run("\\x", warehouse()).err()).contains("unknown command \\x");
        assertThat(run("", "hdfs://nn/wh").err()).startsWith("ERROR 0A000: ").contains("HDFS");
        assertThat(run("", "jdbc:other:x").exitCode()).isEqualTo(1);
    }

    @Test
    void usage() {
        assertThat(run("", "--help").out()).contains("Usage: lakelog").contains("--execute");
        assertThat(run("", "--help").exitCode()).isZero();
        assertThat(run("", "--version").out()).startsWith("Lakelog 0.1.0");
        assertThat(run("", "--nonsense").exitCode()).isEqualTo(2);
        assertThat(run("", "--format", "xml").exitCode()).isEqualTo(2);
        assertThat(run("", "--width", "-1").exitCode()).isEqualTo(2);
        assertThat(run("", "-f", warehouse() + "/none.sql").exitCode()).isEqualTo(2);
        assertThat(run("", "server").exitCode()).isEqualTo(2);
        assertThat(run("", "server", "--help").out()).contains("--port");
        assertThat(run("", "server", "--port", "70000", warehouse()).exitCode()).isEqualTo(2);
        assertThat(run("", "server", "memory:").exitCode()).isEqualTo(2);
    }

    @Test
    void aNarrowTableFits() {
        Ran ran = run(
                "",
                "--width",
                "40",
                "-e",
                "SELECT 12345 AS number, 'a text that is much longer than the line' AS text, '漢字漢字漢字漢字漢字漢字' AS cjk");
        assertThat(ran.out()).isEqualTo("""
                         number | text          | cjk
                        --------+---------------+---------------
                          12345 | a text that i | 漢字漢字漢字
                                | s much longer | 漢字漢字漢字
                                |  than the lin |
                                | e             |
                        (1 row, # s)
                        """);
    }
}
