package io.lakelog.jdbc.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;

/**
 * HTTP's Digest (RFC 7616 with MD5 and qop=auth, which is what Avatica's client knows). A nonce carries its own time and
 * proof, so that handing one out costs no memory; only nonces that were used are remembered, so that no request counts
 * twice, and of those only the newest. Thread-safe.
 */
final class DigestCheck {
    private static final Pattern FIELD =
            Pattern.compile("\\G\\s*,?\\s*([A-Za-z]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s,\"]+))");
    private static final long NONCE_MILLIS = 5 * 60_000L;
    private static final int NONCES_MOST = 10_000;
    private static final int HEADER_LENGTH_MOST = 4096;
    private static final int RANDOM_BYTES = 8;
    private static final int PROOF_BYTES = 16;
    private static final int NONCE_BYTES = Long.BYTES + RANDOM_BYTES + PROOF_BYTES;

    private final SecretKeySpec key;
    private final LongSupplier millis;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Window> used = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Window> eldest) {
            return size() > NONCES_MOST;
        }
    };

    DigestCheck(SecretKeySpec key, LongSupplier millis) {
        this.key = key;
        this.millis = millis;
    }

    /**
     * A header that asks for an answer to a fresh nonce.
     *
     * @param stale whether only the last nonce was wrong: a client then answers again by itself
     */
    String challenge(boolean stale) {
        byte[] noise = new byte[RANDOM_BYTES];
        random.nextBytes(noise);
        byte[] head = ByteBuffer.allocate(Long.BYTES + RANDOM_BYTES)
                .putLong(millis.getAsLong())
                .put(noise)
                .array();
        byte[] nonce =
                ByteBuffer.allocate(NONCE_BYTES).put(head).put(proof(head)).array();
        return "Digest realm=\"" + SignIn.REALM + "\", qop=\"auth\", algorithm=MD5, stale=" + stale + ", nonce=\""
                + Base64.getUrlEncoder().encodeToString(nonce) + "\"";
    }

    private byte[] proof(byte[] head) {
        return Arrays.copyOf(SignIn.mac(key, head), PROOF_BYTES);
    }

    /** The fields of a header after the word Digest, by name in small letters. */
    static Map<String, String> fields(String header) {
        Map<String, String> fields = new HashMap<>();
        if (header.length() <= HEADER_LENGTH_MOST) {
            Matcher field = FIELD.matcher(header);
            while (field.find()) {
                String quoted = field.group(2);
                fields.put(
                        field.group(1).toLowerCase(Locale.ROOT),
                        quoted == null ? field.group(3) : quoted.replaceAll("\\\\(.)", "$1"));
            }
        }
        return fields;
    }

    /** What a header's fields are worth. */
    enum Verdict {
        RIGHT,
        /** The password is right, but the nonce is old, or has been answered before. */
        STALE,
        WRONG
    }

    /** Whether the fields prove, for this request and the first time, that the client knows the password. */
    Verdict check(Map<String, String> fields, String ha1, String method, String uri) {
        String nonce = fields.getOrDefault("nonce", "");
        String count = fields.getOrDefault("nc", "");
        if (!count.matches("[0-9a-fA-F]{8}")
                || !fields.getOrDefault("qop", "").equals("auth")
                || !fields.getOrDefault("realm", "").equals(SignIn.REALM)
                || !fields.getOrDefault("uri", "").equals(uri)) {
            return Verdict.WRONG;
        }
        String ha2 = hex(method + ":" + uri);
        String wanted = hex(ha1 + ":" + nonce + ":" + count + ":" + fields.getOrDefault("cnonce", "") + ":auth:" + ha2);
        byte[] given =
                fields.getOrDefault("response", "").toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(wanted.getBytes(StandardCharsets.UTF_8), given)) {
            return Verdict.WRONG;
        }
        return isFresh(nonce) && isFirst(nonce, Long.parseLong(count, 16)) ? Verdict.RIGHT : Verdict.STALE;
    }

    private boolean isFresh(String text) {
        byte[] nonce;
        try {
            nonce = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
        if (nonce.length != NONCE_BYTES) {
            return false;
        }
        byte[] head = Arrays.copyOf(nonce, Long.BYTES + RANDOM_BYTES);
        long age = millis.getAsLong() - ByteBuffer.wrap(head).getLong();
        return MessageDigest.isEqual(proof(head), Arrays.copyOfRange(nonce, head.length, NONCE_BYTES))
                && age >= 0
                && age <= NONCE_MILLIS;
    }

    private synchronized boolean isFirst(String nonce, long count) {
        Window window = used.get(nonce);
        if (window == null) {
            // Forgotten, or new: only a client's first request tells which, and others ask for a new nonce.
            if (count != 1) {
                return false;
            }
            window = new Window();
            used.put(nonce, window);
        }
        return window.take(count);
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(PasswordHash.md5(text));
    }

    /** Which of the last counts of a nonce were seen; a client may send several requests at once. */
    private static final class Window {
        private static final int SIZE = Long.SIZE;
        private long highest;
        private long seen;

        boolean take(long count) {
            if (count > highest) {
                long steps = count - highest;
                seen = steps >= SIZE ? 1 : (seen << steps) | 1;
                highest = count;
                return true;
            }
            long back = highest - count;
            if (back >= SIZE || (seen & (1L << back)) != 0) {
                return false;
            }
            seen |= 1L << back;
            return true;
        }
    }
}
