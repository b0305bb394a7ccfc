package io.lakelog.tck.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lakelog answers as H2 does. Each seed is one statement; the same ones in every build, more of them in the long one. A fault
 * is told with its seed and the smallest statement that shows it: {@code -Dlakelog.queries.from=SEED
 * -Dlakelog.queries.count=1} asks it alone.
 */
class RandomQueriesTest {
    /** Seconds in every build, minutes in the long one. */
    private static final int SCALE = Math.min(10, Integer.getInteger("lakelog.tries.scale", 1));

    private static final long FROM = Long.getLong("lakelog.queries.from", 0);
    private static final int COUNT = Integer.getInteger("lakelog.queries.count", 200 * SCALE);
    /** How many statements are asked of the same rows. */
    private static final int PER_ROWS = 150;
    /** After so many faults no others are looked for. */
    private static final int MAX_FAULTS = Integer.getInteger("lakelog.queries.faults", 3);

    @TempDir
    Path directory;

    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private final List<String> faults = new ArrayList<>();

    @Test
    void lakelogAnswersAsH2Does() throws Exception {
        long seed = FROM;
        while (seed < FROM + COUNT && faults.size() < MAX_FAULTS) {
            long rows = seed / PER_ROWS;
            Path warehouse = Files.createDirectory(directory.resolve("rows" + rows));
            try (Databases databases = new Databases(warehouse, rows)) {
                for (; seed < FROM + COUNT && seed / PER_ROWS == rows && faults.size() < MAX_FAULTS; seed++) {
                    ask(databases, seed);
                }
            }
        }
        if (!faults.isEmpty()) {
            fail(outcomes + "\n" + String.join("\n", faults));
        }
        // Where the two refuse or cannot tell, nothing is tested.
        int same = outcomes.getOrDefault(Outcome.SAME, 0);
        assertThat(same).as("answers that are the same, of %s", outcomes).isGreaterThanOrEqualTo(COUNT * 9 / 10);
    }

    private void ask(Databases databases, long seed) throws SQLException {
        Queries.Query query = Queries.random(seed);
        Outcome outcome = databases.outcome(query.text(), query.ordered());
        outcomes.merge(outcome, 1, Integer::sum);
        if (!outcome.isFault()) {
            return;
        }
        String failure = kind(databases.answer(Dialect.LAKELOG, query.text(), query.ordered()));
        Fragment smallest = new Shrinker(candidate -> databases.outcome(candidate, query.ordered()) == outcome
                        && kind(databases.answer(Dialect.LAKELOG, candidate, query.ordered()))
                                .equals(failure))
                .smallest(query.text());
        faults.add("seed " + seed + " " + outcome + "\n" + told(databases, query.text(), query.ordered())
                + "\nsmallest:\n" + told(databases, smallest, query.ordered()));
    }

    /** Failures of one kind begin alike. */
    private static String kind(Answer answer) {
        SQLException failure = answer.failure();
        String message = failure == null ? "" : String.valueOf(failure.getMessage());
        return message.substring(0, Math.min(message.length(), 35)).replaceAll("[0-9]+", "#");
    }

    private static String told(Databases databases, Fragment text, boolean ordered) {
        List<Object> parameters = new ArrayList<>();
        String sql = text.write(Dialect.LAKELOG, parameters);
        return sql + (parameters.isEmpty() ? "" : " -- " + parameters)
                + "\n  Lakelog: " + databases.answer(Dialect.LAKELOG, text, ordered)
                + "\n  H2:      " + databases.answer(Dialect.H2, text, ordered);
    }
}
