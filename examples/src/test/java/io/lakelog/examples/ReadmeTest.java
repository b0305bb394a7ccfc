package io.lakelog.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The README's tour, statement by statement: what its comments say comes out is what comes out. */
class ReadmeTest {
    /** A statement and the rows that the comment lines after it show. */
    private record Step(String sql, List<String> rows) {}

    private static List<Step> tour() throws Exception {
        String readme = Files.readString(Path.of("../README.md"));
        int begin = readme.indexOf("```sql\n") + "```sql\n".length();
        String block = readme.substring(begin, readme.indexOf("```", begin));
        List<Step> steps = new ArrayList<>();
        StringBuilder sql = new StringBuilder();
        for (String line : block.lines().toList()) {
            if (line.startsWith("-- ")) {
                steps.get(steps.size() - 1).rows().add(line.substring(3));
            } else {
                int comment = line.indexOf("--");
                sql.append(comment < 0 ? line : line.substring(0, comment)).append('\n');
                if (sql.toString().strip().endsWith(";")) {
                    steps.add(new Step(sql.toString().strip(), new ArrayList<>()));
                    sql.setLength(0);
                }
            }
        }
        return steps;
    }

    @Test
    void theTourGivesWhatItSays() throws Exception {
        List<Step> steps = tour();
        assertThat(steps).hasSizeGreaterThan(4).anyMatch(step -> step.rows().size() == 5);
        try (Connection connection = DriverManager.getConnection("jdbc:lakelog:memory:");
                Statement statement = connection.createStatement()) {
            for (Step step : steps) {
                List<String> rows = new ArrayList<>();
                if (statement.execute(step.sql())) {
                    try (ResultSet result = statement.getResultSet()) {
                        while (result.next()) {
                            StringBuilder row = new StringBuilder();
                            for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                                row.append(i == 1 ? "" : " ").append(result.getString(i));
                            }
                            rows.add(row.toString());
                        }
                    }
                }
                if (!step.rows().isEmpty()) {
                    assertThat(rows).as(step.sql()).isEqualTo(step.rows());
                }
            }
        }
    }
}
