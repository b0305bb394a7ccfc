package io.lakelog.storage.error;

import java.util.Collection;
import java.util.Locale;

/** Finds the known name that a mistyped one most likely meant. Pure; thread-safe. */
public final class NearMatch {
    private NearMatch() {}

    /**
     * A hint to append to an error message.
     *
     * @return {@code "; did you mean 'x'?"} for the closest of {@code known}, or the empty string if none is close
     */
    public static String hint(String wrong, Collection<String> known) {
        String best = "";
        int bestDistance = distanceMax(wrong.length()) + 1;
        String wanted = wrong.toLowerCase(Locale.ROOT);
        for (String candidate : known) {
            int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        return best.isEmpty() ? "" : "; did you mean '" + best + "'?";
    }

    /** In a short name every letter counts: two others make it another name. */
    private static int distanceMax(int length) {
        if (length <= 3) {
            return length == 1 ? 0 : 1;
        }
        return Math.max(2, length / 3);
    }

    /** Levenshtein distance, two rows of the table at a time. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                current[j] = Math.min(Math.min(current[j - 1], previous[j]) + 1, previous[j - 1] + change);
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[b.length()];
    }
}
