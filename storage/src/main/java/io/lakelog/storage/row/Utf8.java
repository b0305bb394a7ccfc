package io.lakelog.storage.row;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.nio.charset.StandardCharsets;

/** Texts as the bytes that columns hold. Pure; thread-safe. */
public final class Utf8 {
    private Utf8() {}

    /**
     * The UTF-8 bytes of a text.
     *
     * @throws LakelogException INVALID_CHARACTER if it holds half of a surrogate pair, which has no such bytes
     */
    public static byte[] encode(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1))) {
                    i++;
                } else {
                    throw new LakelogException(
                            ErrorCode.INVALID_CHARACTER,
                            String.format(
                                    "a text holds half of a character, \\u%04x, at position %d: it cannot be stored",
                                    (int) c, i + 1));
                }
            }
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
