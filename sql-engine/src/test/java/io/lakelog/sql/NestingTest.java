package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that are deeper or longer than anybody means: refused with a word, and at once. */
final class NestingTest {
    @TempDir
    Path folder = Path.of("unset");

    private EngineConnection connect() {
        EngineConnection connection = EngineFixture.connect(EngineFixture.engine(folder));
        run(connection, "CREATE TABLE t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
        return connection;
    }

    private static void run(EngineConnection connection, String sql) {
        StatementResult result = connection.prepare(sql).execute(List.of(), Cancellation.none());
        if (result instanceof StatementResult.Rows rows) {
            rows.batches().close();
        }
    }

    private static String times(String text, int count, String between) {
        return String.join(between, Collections.nCopies(count, text));
    }

    private static List<String> deep(int n) {
        return List.of(
                "SELECT " + times("(", n, "") + "1" + times(")", n, ""),
                "SELECT * FROM t WHERE " + times("id = 1", n, " OR "),
                "SELECT * FROM t WHERE " + times("(id = 1 AND v = 'x')", n, " OR "),
                "SELECT " + times("id", n, " + ") + " FROM t",
                "SELECT " + times("NOT ", n, "") + "TRUE",
                "SELECT " + times("- ", n, "") + "id FROM t",
                "SELECT " + times("CASE WHEN id = 1 THEN 2 ELSE ", n, "") + "3" + times(" END", n, "") + " FROM t",
                times("SELECT * FROM (", n, "") + "SELECT * FROM t" + times(")", n, ""),
                "SELECT " + times("ABS(", n, "") + "id" + times(")", n, "") + " FROM t",
                times("SELECT * FROM t", n, " UNION ALL "),
                "DELETE FROM t WHERE " + times("id = 1", n, " OR "),
                "INSERT INTO t VALUES (" + times("1", n, " + ") + ", 'x')",
                "CREATE TABLE d (id INT, a " + times("ARRAY<", n, "") + "INT" + times(">", n, "")
                        + ", PRIMARY KEY (id) NOT ENFORCED)");
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 20_000})
    void tooDeepIsALimit(int n) {
        EngineConnection connection = connect();
        for (String sql : deep(n)) {
            assertThatThrownBy(() -> run(connection, sql))
                    .as(sql.substring(0, 60))
                    .isInstanceOfSatisfying(LakelogException.class, failure -> {
                        assertThat(failure.code())
                                .as(sql.substring(0, 60) + ": " + failure.getMessage())
                                .isIn(ErrorCode.LIMIT, ErrorCode.UNSUPPORTED);
                        assertThat(failure.getMessage()).hasSizeLessThan(300);
                    });
        }
        run(connection, "SELECT 1");
    }

    @Test
    void itSaysWhere() {
        EngineConnection connection = connect();
        assertThatThrownBy(() -> run(connection, "SELECT 1,\n" + times("(", 300, "") + "1" + times(")", 300, "")))
                .hasMessage("line 2, column 251: the statement is too complex: more than 250 levels of nesting");
    }

    /** What looks complex and is not: lists, texts and comments. */
    @Test
    void lengthAloneIsNoLimit() {
        EngineConnection connection = connect();
        String values = IntStream.range(0, 3000)
                .mapToObj(i -> "(" + i + ", '((((' || '-- + ' )")
                .collect(Collectors.joining(", "));
        run(connection, "INSERT INTO t VALUES " + values + " /* " + times("((", 400, "") + " */");
        run(connection, "SELECT * FROM t WHERE id IN (" + times("-1", 2000, ", ") + ") -- " + times("(", 400, ""));
        run(
                connection,
                "SELECT '" + times("(", 400, "") + times(" OR ", 600, "") + "' AS \"" + times("(", 50, "") + "\"");
        run(connection, "SELECT CASE id " + times("WHEN 1 + 1 THEN 2 ", 200, "") + " END FROM t");
        run(connection, "SELECT * FROM t WHERE " + times("id = 1", 100, " OR "));
    }
}
