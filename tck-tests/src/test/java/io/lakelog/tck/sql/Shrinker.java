package io.lakelog.tck.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Looks for a smaller statement that shows the same: without a clause, with a part of an expression in its place, with a literal.
 * Statements that make no sense show something else, and are passed over.
 */
final class Shrinker {
    private static final int MAX_RUNS = 600;

    private final Predicate<Fragment> shows;
    private int runs;

    Shrinker(Predicate<Fragment> shows) {
        this.shows = shows;
    }

    Fragment smallest(Fragment statement) {
        Fragment best = statement;
        boolean shrunk = true;
        while (shrunk && runs < MAX_RUNS) {
            shrunk = false;
            for (Fragment part : best.all()) {
                Fragment smaller = without(best, part);
                if (smaller != best) {
                    best = smaller;
                    shrunk = true;
                    break;
                }
            }
        }
        return best;
    }

    private Fragment without(Fragment statement, Fragment part) {
        int length = length(statement);
        for (Fragment instead : smaller(part)) {
            Fragment candidate = statement.replace(part, instead);
            if (length(candidate) < length && runs++ < MAX_RUNS && shows.test(candidate)) {
                return candidate;
            }
        }
        return statement;
    }

    private static int length(Fragment statement) {
        return statement.write(Dialect.LAKELOG, new ArrayList<>()).length();
    }

    private static List<Fragment> smaller(Fragment part) {
        List<Fragment> smaller = new ArrayList<>();
        if (part.isOptional()) {
            smaller.add(Fragment.text());
        }
        Kind kind = part.kind();
        if (kind == null) {
            return smaller;
        }
        if (kind != Kind.QUERY) {
            smaller.add(Fragment.of(
                    kind,
                    switch (kind) {
                        case INT -> "1";
                        case BOOLEAN -> "TRUE";
                        case TEXT -> "'a'";
                        default -> "CAST(NULL AS " + kind.sql + ")";
                    }));
        }
        part.all().stream().skip(1).filter(inner -> inner.kind() == kind).forEach(smaller::add);
        return smaller;
    }
}
