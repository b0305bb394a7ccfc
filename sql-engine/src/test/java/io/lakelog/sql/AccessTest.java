package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.Access;
import io.lakelog.storage.Access.Right;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of users: one that may read everything, and one who has a database to write, one to read, and no other. */
final class AccessTest {
    private static final Access GUEST =
            Access.of(Right.NONE, Map.of("own", Right.READ_WRITE, "shown", Right.READ, "later", Right.READ_WRITE));
    private static final Access READER = Access.of(Right.READ, Map.of());

    @TempDir
    Path warehouse = Path.of("unset");

    @BeforeEach
    void fill() {
        try (Engine engine = engine();
                EngineConnection owner = connect(engine, "default", Access.FULL)) {
            for (String database : List.of("default", "own", "shown", "secret")) {
                if (!database.equals("default")) {
                    run(owner, "CREATE DATABASE " + database);
                }
                run(owner, "CREATE TABLE \"" + database + "\".t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)");
                run(owner, "INSERT INTO \"" + database + "\".t VALUES (1, '" + database + "')");
            }
        }
    }

    private Engine engine() {
        return Engine.open(Environment.local(), warehouse.toString());
    }

    private static EngineConnection connect(Engine engine, String database, Access access) {
        return engine.connect(new SessionSettings(database, ZoneOffset.UTC, false, access));
    }

    private static List<String> run(EngineConnection connection, String sql) {
        StatementResult result = connection.prepare(sql).execute(List.of(), Cancellation.none());
        List<String> rows = new ArrayList<>();
        if (result instanceof StatementResult.Rows found) {
            try (BatchSource source = found.batches()) {
                for (Batch batch = source.next(); batch != null; batch = source.next()) {
                    for (int row = 0; row < batch.size(); row++) {
                        rows.add(String.valueOf(Values.get(
                                batch.column(0), found.columns().get(0).type(), row)));
                    }
                }
            }
        }
        return rows;
    }

    private static void refused(EngineConnection connection, ErrorCode code, String sql) {
        assertThatThrownBy(() -> run(connection, sql))
                .as(sql)
                .isInstanceOfSatisfying(LakelogException.class, failure -> {
                    assertThat(failure.code())
                            .as(sql + ": " + failure.getMessage())
                            .isEqualTo(code);
                    assertThat(failure.getMessage()).doesNotContain("did you mean 'secret'");
                });
    }

    @Test
    void whatMayNotBeSeenIsNotThere() {
        try (Engine engine = engine();
                EngineConnection guest = connect(engine, "own", GUEST)) {
            assertThat(run(guest, "SHOW DATABASES")).containsExactly("own", "shown");
            assertThat(run(guest, "SELECT v FROM shown.t")).containsExactly("shown");
            for (String sql : List.of(
                    "SELECT * FROM secret.t",
                    "SELECT * FROM lakelog.secret.t",
                    "SELECT * FROM Secret.T",
                    "SELECT * FROM own.t AS o JOIN secret.t AS s ON o.id = s.id",
                    "SELECT * FROM secret.\"t$snapshots\"",
                    "SELECT * FROM secret.\"t$options\"",
                    "SELECT * FROM CHANGES(secret.t, 0)",
                    "SELECT * FROM TABLE(CHANGES('secret.t', 0))",
                    "SELECT * FROM secret.t FOR VERSION AS OF 1",
                    "SELECT LAST_SNAPSHOT('secret.t')",
                    "EXPLAIN PLAN FOR SELECT * FROM secret.t",
                    "INSERT INTO own.t SELECT * FROM secret.t",
                    "INSERT INTO secret.t VALUES (2, 'x')",
                    "DELETE FROM secret.t",
                    "DESCRIBE secret.t",
                    "SHOW CREATE TABLE secret.t",
                    "SHOW TABLES IN secret",
                    "DROP TABLE secret.t",
                    "DROP DATABASE secret CASCADE",
                    "USE secret",
                    "SELECT * FROM secre.t")) {
                assertThatThrownBy(() -> run(guest, sql))
                        .as(sql)
                        .isInstanceOfSatisfying(LakelogException.class, failure -> {
                            assertThat(failure.code())
                                    .as(sql + ": " + failure.getMessage())
                                    .isIn(ErrorCode.DATABASE_NOT_FOUND, ErrorCode.TABLE_NOT_FOUND);
                            assertThat(failure.getMessage()).doesNotContain("did you mean");
                        });
            }
            refused(guest, ErrorCode.FORBIDDEN, "CREATE DATABASE another");
            refused(
                    guest,
                    ErrorCode.DATABASE_NOT_FOUND,
                    "CREATE TABLE secret.u (id INT, PRIMARY KEY (id) NOT ENFORCED)");
            assertThat(run(guest, "SHOW TABLES IN own")).containsExactly("t");
        }
    }

    @Test
    void whatMayOnlyBeReadStaysAsItIs() {
        try (Engine engine = engine();
                EngineConnection guest = connect(engine, "shown", GUEST);
                EngineConnection reader = connect(engine, "shown", READER)) {
            for (EngineConnection connection : List.of(guest, reader)) {
                for (String sql : List.of(
                        "INSERT INTO t VALUES (2, 'x')",
                        "INSERT INTO t SELECT id + 1, v FROM t",
                        "UPSERT INTO t VALUES (1, 'x')",
                        "UPDATE t SET v = 'x'",
                        "DELETE FROM t",
                        "DROP TABLE t",
                        "CREATE TABLE u (id INT, PRIMARY KEY (id) NOT ENFORCED)",
                        "DROP DATABASE shown CASCADE",
                        "CREATE DATABASE another")) {
                    refused(connection, ErrorCode.FORBIDDEN, sql);
                }
                assertThat(run(connection, "SELECT v FROM t")).containsExactly("shown");
                assertThat(run(connection, "SELECT v FROM CHANGES(t, 0)")).hasSize(1);
                assertThat(run(connection, "SHOW TABLES")).containsExactly("t");
            }
            assertThat(run(reader, "SHOW DATABASES")).containsExactly("default", "own", "secret", "shown");
        }
    }

    @Test
    void ownDatabasesAreMadeAndDropped() {
        try (Engine engine = engine();
                EngineConnection guest = connect(engine, "own", GUEST)) {
            run(guest, "INSERT INTO t SELECT id + 1, v FROM shown.t");
            run(guest, "UPDATE t SET v = 'mine' WHERE id = 2");
            assertThat(run(guest, "SELECT v FROM t ORDER BY id")).containsExactly("own", "mine");
            run(guest, "CREATE DATABASE later");
            run(guest, "CREATE TABLE later.t (id INT, PRIMARY KEY (id) NOT ENFORCED)");
            assertThat(run(guest, "SHOW DATABASES")).containsExactly("later", "own", "shown");
            run(guest, "DROP DATABASE later CASCADE");
        }
    }

    @Test
    void aSessionNeedsADatabaseThatItsUserSees() {
        try (Engine engine = engine()) {
            assertThatThrownBy(() -> connect(engine, "secret", GUEST))
                    .isInstanceOfSatisfying(
                            LakelogException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DATABASE_NOT_FOUND));
        }
    }
}
