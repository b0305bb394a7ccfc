package io.lakelog.storage.error;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds the known name that a mistyped one most likely meant. Pure; thread-safe. */
public final class NearMatch {
    private NearMatch() {}

    /**
     * A hint to append to an error message.
     *
     * @return {@code "; did you mean 'x'?"} for the closest of {@code known}, or the empty string if none is close;
     *     never the wrong name itself
     */
    public static String hint(String wrong, Collection<String> known) {
        List<String> nearest = nearest(wrong, known);
        return nearest.isEmpty() ? "" : "; did you mean '" + nearest.get(0) + "'?";
    }

    /** The names of {@code known} that are close but not the same, the closest first. */
    public static List<String> nearest(String wrong, Collection<String> known) {
        String wanted = wrong.toLowerCase(Locale.ROOT);
        List<String> nearest = new ArrayList<>();
        int max = distanceMax(wrong.length());
        for (int distance = 0; distance <= max; distance++) {
            for (String candidate : known) {
                if (!candidate.equals(wrong)
                        && Math.abs(candidate.length() - wrong.length()) <= max
                        && distance(wanted, candidate.toLowerCase(Locale.ROOT)) == distance) {
                    nearest.add(candidate);
                }
            }
        }
        return nearest;
    }

    /** In a short name every letter counts: two others make it another name. */
    private static int distanceMax(int length) {
        if (length <= 3) {
            return length == 1 ? 0 : 1;
        }
        return Math.max(2, length / 3);
    }

    /** How many letters are missing, too many, others, or have changed places with their neighbours. */
    private static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
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
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    current[j] = Math.min(current[j], before[j - 2] + 1);
                }
            }
            int[] oldest = before;
            before = previous;
            previous = current;
            current = oldest;
        }
        return previous[b.length()];
    }
}
