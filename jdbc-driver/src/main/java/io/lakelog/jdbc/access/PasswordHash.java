package io.lakelog.jdbc.access;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A password as it stands in a user file: {@code pbkdf2-sha256$rounds$salt$hash}, or {@code digest-md5$hash}. The second is
 * what HTTP's Digest needs, and is as good as the password to whoever reads it. Immutable.
 */
public final class PasswordHash {
    private static final String STRONG = "pbkdf2-sha256";
    private static final String DIGEST = "digest-md5";
    private static final Pattern STRONG_TEXT =
            Pattern.compile(STRONG + "\\$(\\d{1,8})\\$([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+)");
    private static final Pattern DIGEST_TEXT = Pattern.compile(DIGEST + "\\$([0-9a-fA-F]{32})");
    private static final int ROUNDS = 600_000;
    private static final int ROUNDS_LEAST = 10_000;
    private static final int ROUNDS_MOST = 10_000_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 256;

    private final int rounds;
    private final byte[] salt;
    private final byte[] hash;

    /** @param rounds 0 for a digest */
    private PasswordHash(int rounds, byte[] salt, byte[] hash) {
        this.rounds = rounds;
        this.salt = salt;
        this.hash = hash;
    }

    /** A slow hash with a salt of its own, for Basic. */
    public static PasswordHash strong(String password) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return new PasswordHash(ROUNDS, salt, derive(password, salt, ROUNDS));
    }

    /** The hash that Digest calls HA1; Basic works with it too. */
    public static PasswordHash digest(String user, String password) {
        return new PasswordHash(0, new byte[0], md5(user + ":" + SignIn.REALM + ":" + password));
    }

    /**
     * The hash of a user file's text.
     *
     * @throws LakelogException INVALID_OPTION if it is none; the message does not repeat it
     */
    public static PasswordHash parse(String text) {
        Matcher digest = DIGEST_TEXT.matcher(text);
        if (digest.matches()) {
            return new PasswordHash(
                    0, new byte[0], HexFormat.of().parseHex(digest.group(1).toLowerCase(Locale.ROOT)));
        }
        Matcher strong = STRONG_TEXT.matcher(text);
        if (strong.matches()) {
            int rounds = Integer.parseInt(strong.group(1));
            if (rounds < ROUNDS_LEAST || rounds > ROUNDS_MOST) {
                throw invalid("a number of rounds that is not between " + ROUNDS_LEAST + " and " + ROUNDS_MOST);
            }
            return new PasswordHash(rounds, base64(strong.group(2)), base64(strong.group(3)));
        }
        throw invalid("no password hash: make one with 'lakelog hash-password'");
    }

    private static byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw invalid("a password hash that is cut or changed");
        }
    }

    private static LakelogException invalid(String what) {
        return new LakelogException(ErrorCode.INVALID_OPTION, what);
    }

    /** Whether {@code password} is the one; takes a fraction of a second for a strong hash. */
    boolean matches(String user, String password) {
        byte[] given = rounds > 0 ? derive(password, salt, rounds) : digest(user, password).hash;
        return MessageDigest.isEqual(hash, given);
    }

    /** What Digest calls HA1, in hexadecimal digits; null for a hash that cannot serve Digest. */
    @Nullable
    String ha1() {
        return rounds > 0 ? null : HexFormat.of().formatHex(hash);
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        Base64.Encoder base64 = Base64.getEncoder();
        return rounds > 0
                ? STRONG + "$" + rounds + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash)
                : DIGEST + "$" + HexFormat.of().formatHex(hash);
    }

    private static byte[] derive(String password, byte[] salt, int rounds) {
        PBEKeySpec key = new PBEKeySpec(password.toCharArray(), salt, rounds, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(key)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has PBKDF2", e);
        } finally {
            key.clearPassword();
        }
    }

    static byte[] md5(String text) {
        try {
            return MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }
}
