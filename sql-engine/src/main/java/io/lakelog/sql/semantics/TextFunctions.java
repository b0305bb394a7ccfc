package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;

/**
 * Lengths and casts of texts, called by generated code. A character is a code point. Pure; public for generated classes
 * only.
 */
public final class TextFunctions {
    private TextFunctions() {}

    /** The text, if it has at most {@code length} characters. */
    public static String fit(String text, int length) {
        if (text.length() > length && text.codePointCount(0, text.length()) > length) {
            throw new LakelogException(
                    ErrorCode.VALUE_TOO_LONG, "value '" + text + "' is too long for VARCHAR(" + length + ")");
        }
        return text;
    }

    /** The first {@code length} characters, as an explicit CAST of a text gives them. */
    public static String cut(String text, int length) {
        if (text.length() <= length || text.codePointCount(0, text.length()) <= length) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, length));
    }

    /** The text with blanks up to {@code length} characters. */
    public static String pad(String text, int length) {
        int missing = length - text.codePointCount(0, text.length());
        return missing <= 0 ? text : text + " ".repeat(missing);
    }

    public static String toText(BigDecimal value) {
        return value.toPlainString();
    }

    public static String toText(double value) {
        return Double.toString(value);
    }

    public static String toText(float value) {
        return Float.toString(value);
    }
}
