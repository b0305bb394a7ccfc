package io.lakelog.sql.exec;

import java.util.regex.Pattern;

/** SQL's LIKE for names: {@code %} any text, {@code _} one character, without regard to case. */
public final class LikePattern {
    private LikePattern() {}

    public static boolean matches(String pattern, String name) {
        StringBuilder regex = new StringBuilder();
        pattern.codePoints().forEach(c -> {
            if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(Character.toString(c)));
            }
        });
        return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL)
                .matcher(name)
                .matches();
    }
}
