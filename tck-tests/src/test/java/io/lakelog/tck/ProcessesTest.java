package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes on one warehouse: racing for the same key, and killed in mid-commit. */
class ProcessesTest {
    private static final int COMMITS = 15;
    private static final int KILLS = 4;

    @TempDir
    Path warehouse;

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none", "full-compaction"})
    void racesForOneKeyLeaveOneChain(String producer) throws Exception {
        create(producer);
        update("INSERT INTO t VALUES (0, 0)");
        List<Process> processes = List.of(start("count", COMMITS), start("count", COMMITS));
        int acknowledged = 0;
        for (Process process : processes) {
            try (BufferedReader lines = process.inputReader()) {
                acknowledged += (int) lines.lines().count();
            }
            assertThat(process.waitFor()).isZero();
        }
        assertThat(acknowledged).isEqualTo(2 * COMMITS);
        assertThat(query("SELECT v FROM t WHERE id = 0")).containsExactly(String.valueOf(acknowledged));
        List<String> chain = new ArrayList<>(List.of("+I 0"));
        for (int v = 1; v <= acknowledged; v++) {
            chain.add("-U " + (v - 1));
            chain.add("+U " + v);
        }
        assertThat(query("SELECT rowkind || ' ' || CAST(v AS STRING) FROM CHANGES(t, 0)"))
                .isEqualTo(chain);
        assertThat(query("SELECT snapshot_id FROM t$snapshots WHERE commit_kind <> 'COMPACT'"))
                .hasSize(1 + acknowledged);
    }

    @Test
    void aKilledWriterLosesNothingItAcknowledged() throws Exception {
        create("lookup");
        for (int round = 1; round <= KILLS; round++) {
            update("DELETE FROM t");
            Process process = start("number", 1_000_000);
            int acknowledged = 0;
            try (BufferedReader lines = process.inputReader()) {
                // Later rounds die later in their lives.
                while (acknowledged < 3 * round) {
                    acknowledged = Integer.parseInt(nextLine(lines));
                }
                // Through its handle: what the process has printed can still be read.
                process.toHandle().destroyForcibly();
                process.waitFor();
                String line;
                while ((line = lines.readLine()) != null) {
                    acknowledged = Integer.parseInt(line);
                }
            }
            List<String> pairs = query("SELECT COUNT(*) FROM t GROUP BY v ORDER BY v");
            assertThat(pairs).as("no half commit").containsOnly("2");
            assertThat(pairs).hasSizeBetween(acknowledged, acknowledged + 1);
            assertThat(query("SELECT MAX(v) FROM t")).containsExactly(String.valueOf(pairs.size()));
        }
        update("INSERT INTO t VALUES (-1, 7)");
        assertThat(query("SELECT v FROM t WHERE id = -1")).containsExactly("7");
    }

    private static String nextLine(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        assertThat(line).as("the process goes on").isNotNull();
        return line;
    }

    private String url() {
        return "jdbc:lakelog:" + warehouse;
    }

    private Process start(String what, int commits) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CommittingProcess.class.getName(),
                        url(),
                        what,
                        Integer.toString(commits))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void create(String producer) throws Exception {
        update("CREATE TABLE t (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('changelog-producer' = '" + producer
                + "')");
    }

    private void update(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private List<String> query(String sql) throws Exception {
        List<String> values = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }
}
