package io.lakelog.jdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Command lines as a script would run them. */
final class MainTest {
    private static final String TABLE = "CREATE TABLE t (id INT, name STRING, n DECIMAL(10, 2),"
            + " PRIMARY KEY (id) NOT ENFORCED); INSERT INTO t VALUES (1, '株式会社', 1.50), (2, 'a,\"b\"', NULL),"
            + " (3, '', -20);";

    /** MD5 of {@code anna:Lakelog:geheim}. */
    private static final String DIGEST = "7586e6d5aa745f28c523e393a8f7b784";

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
    }

    @Test
    void placesThatCannotBeRight() {
        for (String place : List.of(
                "jdbc:other:x", "hdfs://nn/wh", "jdbc:lakelog:remote://h", "memory:;nonsense=1", "jdbc:lakelog:")) {
            Ran ran = run("", place, "-e", "SELECT 1");
            assertThat(ran.exitCode()).as(place).isEqualTo(2);
            assertThat(ran.err()).startsWith("ERROR ").hasLineCount(1);
        }
        Ran unreachable = run("", "jdbc:lakelog:remote://127.0.0.1:1", "-e", "SELECT 1");
        assertThat(unreachable.exitCode()).isEqualTo(1);
        assertThat(unreachable.err()).startsWith("ERROR 58030: ");
        Ran mistyped = run("", warehouse() + "x", "-e", "SHOW TABLES");
        assertThat(mistyped.exitCode()).isZero();
        assertThat(mistyped.err()).startsWith("note: there is no warehouse at " + warehouse() + "x yet");
        Ran none = run("", "-f", warehouse() + "/none.sql");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).isEqualTo("cannot read file " + warehouse() + "/none.sql: there is no such file\n");
    }

    @Test
    void aFailureInAFileSaysWhere() throws IOException {
        Path file = Files.writeString(
                directory.resolve("a.sql"), "-- first\nVALUES 1;\n\n  SELECT nothing\n  FROM t;\nVALUES 2");
        Ran ran = run("", warehouse(), "-e", TABLE);
        assertThat(ran.exitCode()).isZero();
        ran = run("", warehouse(), "-f", file.toString(), "-e", "VALUES 3");
        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err())
                .startsWith("ERROR 42S22: ")
                .endsWith("  in " + file + ", the statement that begins on line 4\n");
        assertThat(ran.out()).doesNotContain("3");
        Ran input = run("VALUES 1;\nSELECT nothing", warehouse());
        assertThat(input.err()).endsWith("  in standard input, the statement that begins on line 2\n");
        Files.writeString(file, "VALUES 1;\n\\q\nnonsense");
        assertThat(run("", warehouse(), "-f", file.toString()).exitCode()).isZero();
    }

    @Test
    void commands() {
        assertThat(run("", warehouse(), "-e", TABLE).exitCode()).isZero();
        Ran ran = run("\\dt\n\\timing\nVALUES 1;\n\\format csv\nSELECT id FROM t;\n\\help\n", warehouse());
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .startsWith("""
                         table | type  | comment
                        -------+-------+---------
                         t     | TABLE |
                        timing is off
                        """)
                .contains("(1 row)\n")
                .contains("\nid\n1\n2\n3\n")
                .contains("\\format FORMAT");
        assertThat(run("\\timin", warehouse()).err()).startsWith("unknown command \\timin; did you mean '\\timing'?");
        assertThat(run("\\format xml", warehouse()).err()).startsWith("\\format is one of");
    }

    /** What the README shows first must look right in the smallest terminal. */
    @Test
    void changesFitIntoEightyColumns() {
        run(
                "",
                warehouse(),
                "-e",
                "CREATE TABLE orders (id INT, status STRING, amount DECIMAL(10, 2), PRIMARY KEY (id) NOT ENFORCED)"
                        + " WITH ('changelog-producer' = 'lookup'); INSERT INTO orders VALUES (1, 'CREATED', 99);"
                        + " INSERT INTO orders VALUES (1, 'PAID', 99)");
        Ran ran = run("", warehouse(), "--width", "80", "-e", "SELECT * FROM CHANGES(orders, 1)");
        assertThat(ran.out()
                        .replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}", "2024-01-01 12:00:00.000"))
                .isEqualTo("""
                         rowkind | snapshot | change  | commit_time             | id | status  | amount
                                 | _id      | _no     |                         |    |         |
                        ---------+----------+---------+-------------------------+----+---------+--------
                         +I      |        1 |       0 | 2024-01-01 12:00:00.000 |  1 | CREATED |  99.00
                         -U      |        2 |       0 | 2024-01-01 12:00:00.000 |  1 | CREATED |  99.00
                         +U      |        2 |       1 | 2024-01-01 12:00:00.000 |  1 | PAID    |  99.00
                        (3 rows, # s)
                        """);
    }

    @Test
    void passwordsBecomeLines() {
        Ran ran = run("geheim\n", "hash-password", "anna", "--grant", "sales=read-write", "--grant", "*=read");
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out()).matches("anna:pbkdf2-sha256\\$600000\\$[^:]+:sales=read-write,\\*=read\n");
        assertThat(run("geheim\n", "hash-password", "anna", "--digest").out())
                .isEqualTo("anna:digest-md5$" + DIGEST + ":*=read-write\n");
        assertThat(run("", "hash-password", "anna").exitCode()).isEqualTo(2);
        assertThat(run("x\n", "hash-password", "a b").err()).contains("a user's name is made of");
        assertThat(run("x\n", "hash-password", "a", "--grant", "sales=writ").err())
                .contains("'writ' in grant");
    }

    @Test
    void aServersOptionsAreChecked() throws IOException {
        Path config = Files.writeString(directory.resolve("server.properties"), "max-sesions = 5\n");
        assertThat(run("", "server", warehouse(), "--config", config.toString()).err())
                .contains("unknown option 'max-sesions'")
                .contains("did you mean 'max-sessions'?");
        Files.writeString(config, "idle-timeout = soon\n");
        Ran ran = run("", "server", warehouse(), "--config", config.toString());
        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("--idle-timeout soon is not a number of ms, s, m or h");
        assertThat(run("", "server", warehouse(), "--host", "0.0.0.0").err()).contains("without users");
        assertThat(run("", "server", warehouse(), "--users", "none").err())
                .contains("the user file none cannot be read");
        assertThat(run("", "server", warehouse(), "--tls-key", "none").err()).contains("TLS needs both");
        assertThat(run("", "server", warehouse(), "--max-row-bytes", "9TB").err())
                .contains("KB, MB or GB");
        assertThat(run("", "server", warehouse(), "--threads", "1").err()).contains("is not between 4 and");
        assertThat(run("", "server", warehouse(), "--log", "all").err()).contains("is none of events");
        assertThat(run("", "server", "--help").out()).contains("--max-sessions").contains("1000 if not given");
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
