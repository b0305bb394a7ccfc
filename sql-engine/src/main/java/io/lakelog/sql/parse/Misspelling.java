package io.lakelog.sql.parse;

import io.lakelog.storage.error.NearMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A misspelt word of SQL. A parser takes one for a name and stumbles over what follows, as over the {@code t} of {@code
 * SELECT * FORM t}: so a word is at fault if the text can be read further with the word that it resembles. Pure.
 *
 * @param at its offset
 * @param word as written
 * @param meant what it was to be
 */
record Misspelling(int at, String word, String meant) {
    /** How many words before the failure may be at fault. */
    private static final int WORDS_BACK = 3;

    private static final int NEAR_WORDS_MAX = 8;

    private static final Pattern TOKEN = Pattern.compile(
            "'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\n]*|/\\*.*?\\*/|([A-Za-z_][A-Za-z0-9_$]*)",
            Pattern.DOTALL);

    private static final List<String> KEYWORDS = List.of(
            ("ADD ALL ALTER AND AS ASC BETWEEN BY CALL CASE CAST CREATE CROSS DELETE DESC DESCRIBE DISTINCT DROP ELSE END"
                            + " EXCEPT EXISTS EXPLAIN FETCH FOR FROM FULL GROUP HAVING IN INNER INSERT INTERSECT INTO IS JOIN"
                            + " KEY LEFT LIKE LIMIT MATCHED MERGE NOT NULL OF OFFSET ON OR ORDER OUTER OVER OVERWRITE PARTITION"
                            + " PARTITIONED PRIMARY RENAME RIGHT SELECT SET SHOW TABLE THEN TO TRANSACTION TRUNCATE UNION"
                            + " UPDATE USING VALUES WHEN WHERE WITH")
                    .split(" "));

    /**
     * The word at fault, or null if no other word helps.
     *
     * @param failedAt where the parser failed
     * @param reach how far a text can be read: the offset of its failure, or its length and more if there is none
     */
    static @Nullable Misspelling find(String sql, int failedAt, ToIntFunction<String> reach) {
        List<Misspelling> words = words(sql, failedAt);
        for (int i = words.size() - 1; i >= Math.max(0, words.size() - 2 - WORDS_BACK); i--) {
            Misspelling found = words.get(i).repaired(sql, failedAt, reach);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The words up to the failure and the one behind it. */
    private static List<Misspelling> words(String sql, int failedAt) {
        List<Misspelling> words = new ArrayList<>();
        Matcher token = TOKEN.matcher(sql);
        while (token.find()) {
            if (token.group(1) != null) {
                words.add(new Misspelling(token.start(), token.group(1), ""));
                if (token.start() > failedAt) {
                    break;
                }
            }
        }
        return words;
    }

    private @Nullable Misspelling repaired(String sql, int failedAt, ToIntFunction<String> reach) {
        String upper = word.toUpperCase(Locale.ROOT);
        if (KEYWORDS.contains(upper)) {
            return null;
        }
        Misspelling best = null;
        int furthest = Math.max(failedAt, at + word.length());
        List<String> near = NearMatch.nearest(upper, KEYWORDS);
        for (String candidate : near.subList(0, Math.min(near.size(), NEAR_WORDS_MAX))) {
            String other = sql.substring(0, at) + candidate + sql.substring(at + word.length());
            int reached = reach.applyAsInt(other) - candidate.length() + word.length();
            if (reached > furthest) {
                furthest = reached;
                best = new Misspelling(at, word, candidate);
            }
        }
        return best;
    }
}
