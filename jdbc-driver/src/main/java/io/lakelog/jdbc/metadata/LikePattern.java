package io.lakelog.jdbc.metadata;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A name pattern of {@link java.sql.DatabaseMetaData}: {@code %} is any text, {@code _} any character, and {@code \}
 * takes either at its word. As everywhere, case does not matter.
 */
final class LikePattern {
    private final @Nullable Pattern pattern;

    /** @param text null for any name */
    LikePattern(@Nullable String text) {
        pattern = text == null || text.equals("%") ? null : Pattern.compile(regex(text), Pattern.DOTALL);
    }

    boolean matches(String name) {
        return pattern == null || pattern.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    private static String regex(String text) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else {
                if (c == '\\' && i + 1 < text.length()) {
                    c = text.charAt(++i);
                }
                regex.append(Pattern.quote(String.valueOf(c).toLowerCase(Locale.ROOT)));
            }
        }
        return regex.toString();
    }
}
