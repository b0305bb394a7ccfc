package io.lakelog.sql.semantics;

/**
 * Keys that Java compares as SQL should compare the values they stand for. Called by generated code. Pure; public for
 * generated classes only. Each key function is one-to-one up to SQL equality and has its inverse here.
 *
 * <ul>
 *   <li>Text is ordered by code point (which is the order of its UTF-8 bytes), where String.compareTo orders by UTF-16
 *       unit.
 *   <li>Doubles: NaN equals itself and is greater than all else; 0.0 equals -0.0.
 * </ul>
 */
public final class OrderKeys {
    /** Ahead of the offset of a lone surrogate, of a character from U+E000, of the two halves of a supplementary one. */
    private static final char LONE = '\uE000';

    private static final char PRIVATE_OR_LATER = '\uE001';
    private static final char SUPPLEMENTARY = '\uE002';

    private OrderKeys() {}

    /**
     * A text whose UTF-16 order is {@code text}'s code point order: the same object if all its characters lie below
     * U+D800, which is nearly always so. The key is a valid text even where {@code text} has lone surrogates.
     */
    public static String codePointKey(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= Character.MIN_SURROGATE) {
                return escape(text, i);
            }
        }
        return text;
    }

    private static String escape(String text, int from) {
        StringBuilder key = new StringBuilder(text.length() * 2).append(text, 0, from);
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < Character.MIN_SURROGATE) {
                key.append(c);
            } else if (c > Character.MAX_SURROGATE) {
                key.append(PRIVATE_OR_LATER).append((char) (c - LONE));
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                key.append(SUPPLEMENTARY)
                        .append((char) (c - Character.MIN_HIGH_SURROGATE))
                        .append((char) (text.charAt(i + 1) - Character.MIN_LOW_SURROGATE));
                i++;
            } else {
                key.append(LONE).append((char) (c - Character.MIN_SURROGATE));
            }
        }
        return key.toString();
    }

    /** The text whose {@link #codePointKey} is {@code key}. */
    public static String fromCodePointKey(String key) {
        for (int i = 0; i < key.length(); i++) {
            if (key.charAt(i) >= LONE) {
                return unescape(key, i);
            }
        }
        return key;
    }

    private static String unescape(String key, int from) {
        StringBuilder text = new StringBuilder(key.length()).append(key, 0, from);
        for (int i = from; i < key.length(); i++) {
            char c = key.charAt(i);
            switch (c) {
                case LONE -> text.append((char) (key.charAt(++i) + Character.MIN_SURROGATE));
                case PRIVATE_OR_LATER -> text.append((char) (key.charAt(++i) + LONE));
                case SUPPLEMENTARY -> {
                    text.append((char) (key.charAt(++i) + Character.MIN_HIGH_SURROGATE));
                    text.append((char) (key.charAt(++i) + Character.MIN_LOW_SURROGATE));
                }
                default -> text.append(c);
            }
        }
        return text.toString();
    }

    /** A long ordered, and equal, as the double is. */
    public static long doubleKey(double value) {
        // Adding zero turns -0.0 into 0.0; doubleToLongBits knows one NaN only.
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /** The double whose {@link #doubleKey} is {@code key}; 0.0 for both zeros. */
    public static double fromDoubleKey(long key) {
        return Double.longBitsToDouble(key ^ ((key >> 63) & Long.MAX_VALUE));
    }

    /** The one value that stands for all that are equal to {@code value}. */
    public static double normal(double value) {
        return Double.isNaN(value) ? Double.NaN : value + 0.0;
    }

    public static float normal(float value) {
        return Float.isNaN(value) ? Float.NaN : value + 0.0f;
    }
}
