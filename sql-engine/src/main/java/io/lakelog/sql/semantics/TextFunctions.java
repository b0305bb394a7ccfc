package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * Lengths and casts of texts, called by generated code. A character is a code point. Pure; public for generated classes
 * only.
 */
public final class TextFunctions {
    private static final int MAX_PADDED = 10_000_000;

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

    /** The text without the blanks at its end. */
    public static String withoutBlanks(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }

    public static boolean toBoolean(String text) {
        return switch (text.trim().toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "1" -> true;
            case "false", "f", "no", "n", "0" -> false;
            default ->
                throw new LakelogException(
                        ErrorCode.INVALID_TEXT, "'" + text + "' is not a BOOLEAN; it should be 'true' or 'false'");
        };
    }

    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** The characters from the {@code from}th on, counted from 1. */
    public static String substring(String text, int from) {
        return from <= 1 ? text : text.substring(offset(text, from - 1L));
    }

    /** Up to {@code length} characters from the {@code from}th on, counted from 1; places before it count, but are empty. */
    public static String substring(String text, int from, int length) {
        if (length < 0) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT, "SUBSTRING of " + length + " characters: a length is 0 or more");
        }
        int start = offset(text, Math.max(from, 1) - 1L);
        int end = offset(text, Math.max((long) from + length, 1) - 1);
        return end <= start ? "" : text.substring(start, end);
    }

    /** The index of the UTF-16 unit where the {@code position}th character begins, counted from 0; at most the length. */
    private static int offset(String text, long position) {
        if (position >= text.length()) {
            return text.length();
        }
        int characters = text.codePointCount(0, text.length());
        return characters == text.length()
                ? (int) position
                : text.offsetByCodePoints(0, (int) Math.min(position, characters));
    }

    /** Where {@code part} first begins in {@code text}, counted from 1; 0 if nowhere. */
    public static int position(String part, String text) {
        int at = text.indexOf(part);
        return at < 0 ? 0 : text.codePointCount(0, at) + 1;
    }

    /** {@code text} with as many characters as {@code part} has replaced by it, from the {@code from}th on. */
    public static String overlay(String text, String part, int from) {
        return overlay(text, part, from, length(part));
    }

    public static String overlay(String text, String part, int from, int length) {
        if (from < 1 || length < 0) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    "OVERLAY FROM " + from + " FOR " + length + ": it counts from 1, and a length is 0 or more");
        }
        int start = offset(text, from - 1L);
        int end = offset(text, from - 1L + length);
        return text.substring(0, start) + part + text.substring(end);
    }

    /** The first {@code count} characters; without the last {@code -count} if it is negative. */
    public static String left(String text, int count) {
        int kept = count < 0 ? Math.max(0, length(text) + count) : count;
        return text.substring(0, offset(text, kept));
    }

    /** The last {@code count} characters; without the first {@code -count} if it is negative. */
    public static String right(String text, int count) {
        long dropped = count < 0 ? -(long) count : Math.max(0L, (long) length(text) - count);
        return text.substring(offset(text, dropped));
    }

    /** The text cut to {@code length} characters, or filled up to it on the left with {@code pad} again and again. */
    public static String padLeft(String text, int length, String pad) {
        int missing = checkedLength(length) - length(text);
        return missing <= 0 || pad.isEmpty() ? cut(text, length) : fill(missing, pad) + text;
    }

    public static String padRight(String text, int length, String pad) {
        int missing = checkedLength(length) - length(text);
        return missing <= 0 || pad.isEmpty() ? cut(text, length) : text + fill(missing, pad);
    }

    private static int checkedLength(int length) {
        if (length < 0 || length > MAX_PADDED) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    "cannot fill up to " + length + " characters: it must be 0 to " + MAX_PADDED);
        }
        return length;
    }

    private static String fill(int length, String pad) {
        return cut(pad.repeat(length / length(pad) + 1), length);
    }

    public static String reverse(String text) {
        return new StringBuilder(text).reverse().toString();
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
