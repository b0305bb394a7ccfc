package io.lakelog.jdbc.access;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Tells from a request's Authorization header who it is. Every request is checked; so that the slow hash is not computed
 * each time, the last right password of each user is remembered as a keyed hash that ends with this process. Wrong
 * passwords cost the same time whether the user exists or not, and only a few are tried at once. Thread-safe.
 */
public final class SignIn {
    /** What browsers call the place that asks for the password; part of Digest's hashes. */
    public static final String REALM = "Lakelog";

    private static final int TRIES_AT_ONCE = 2;
    private static final int TRY_WAIT_SECONDS = 10;
    private static final int KEY_BYTES = 32;
    private static final PasswordHash NOBODY = PasswordHash.strong("");

    private final Users users;
    private final DigestCheck digest;
    private final SecretKeySpec key;
    private final Map<String, Proof> proofs = new ConcurrentHashMap<>();
    private final Semaphore tries = new Semaphore(TRIES_AT_ONCE, true);

    /** What has been found right: a password's keyed hash, and the file's hash that it was right for. */
    private record Proof(PasswordHash password, byte[] given) {}

    /** @param millis the time, for the age of Digest's nonces */
    public SignIn(Users users, LongSupplier millis) {
        byte[] secret = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(secret);
        this.users = users;
        this.key = new SecretKeySpec(secret, "HmacSHA256");
        this.digest = new DigestCheck(key, millis);
    }

    /** Whether anybody is asked. */
    public boolean isOpen() {
        return users.isEmpty();
    }

    /**
     * Who is behind a request.
     *
     * @param user null if it is nobody's
     * @param challenges then the WWW-Authenticate headers to answer with
     */
    public record Answer(@Nullable User user, List<String> challenges) {}

    /**
     * Who is behind a request.
     *
     * @param method of HTTP
     * @param uri as the request line has it
     * @param authorization the header of that name
     * @throws LakelogException LIMIT if too many passwords are being tried
     */
    public Answer check(String method, String uri, @Nullable String authorization) {
        if (isOpen()) {
            return new Answer(User.ANYBODY, List.of());
        }
        String header = authorization == null ? "" : authorization.strip();
        int blank = header.indexOf(' ');
        String scheme = (blank < 0 ? header : header.substring(0, blank)).toLowerCase(Locale.ROOT);
        String rest = blank < 0 ? "" : header.substring(blank + 1).strip();
        User user = null;
        boolean stale = false;
        if (scheme.equals("basic")) {
            user = basic(rest);
        } else if (scheme.equals("digest")) {
            Map<String, String> fields = DigestCheck.fields(rest);
            User named = users.find(fields.getOrDefault("username", ""));
            String ha1 = named == null ? null : named.password().ha1();
            DigestCheck.Verdict verdict =
                    ha1 == null ? DigestCheck.Verdict.WRONG : digest.check(fields, ha1, method, uri);
            user = verdict == DigestCheck.Verdict.RIGHT ? named : null;
            stale = verdict == DigestCheck.Verdict.STALE;
        }
        return new Answer(user, user == null ? challenges(stale) : List.of());
    }

    private List<String> challenges(boolean stale) {
        List<String> challenges = new ArrayList<>();
        if (users.anyDigest()) {
            challenges.add(digest.challenge(stale));
        }
        challenges.add("Basic realm=\"" + REALM + "\", charset=\"UTF-8\"");
        return challenges;
    }

    private @Nullable User basic(String encoded) {
        String text;
        try {
            text = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            return null;
        }
        String name = text.substring(0, colon);
        String password = text.substring(colon + 1);
        User user = users.find(name);
        byte[] given = keyed(name + ":" + password);
        if (user != null && isProven(user, given)) {
            return user;
        }
        return tryPassword(user, name, password, given) ? user : null;
    }

    private boolean isProven(User user, byte[] given) {
        Proof proof = proofs.get(user.name());
        return proof != null && proof.password().equals(user.password()) && MessageDigest.isEqual(proof.given(), given);
    }

    private boolean tryPassword(@Nullable User user, String name, String password, byte[] given) {
        boolean mayTry = false;
        try {
            mayTry = tries.tryAcquire(TRY_WAIT_SECONDS, TimeUnit.SECONDS);
            if (!mayTry) {
                throw new LakelogException(ErrorCode.LIMIT, "too many clients are signing in; try again later");
            }
            // Several connections of one client come at once: the first has found out meanwhile.
            if (user != null && isProven(user, given)) {
                return true;
            }
            boolean right = (user == null ? NOBODY : user.password()).matches(name, password);
            if (user == null || !right) {
                return false;
            }
            proofs.put(name, new Proof(user.password(), given));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LakelogException(ErrorCode.SHUTTING_DOWN, "the server is being stopped", e);
        } finally {
            if (mayTry) {
                tries.release();
            }
        }
    }

    private byte[] keyed(String text) {
        return mac(key, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] mac(SecretKeySpec key, byte[] content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
