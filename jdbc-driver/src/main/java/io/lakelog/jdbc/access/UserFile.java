package io.lakelog.jdbc.access;

import io.lakelog.storage.Access;
import io.lakelog.storage.Access.Right;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The text of a user file. A line is {@code name:hash:grants}; grants are {@code database=read} or {@code
 * database=read-write} with commas between them, {@code *} meaning every database not named. Blank lines and those that
 * begin with {@code #} count for nothing. Pure.
 */
public final class UserFile {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}");
    private static final Map<String, Right> RIGHTS =
            Map.of("read", Right.READ, "read-write", Right.READ_WRITE, "none", Right.NONE);
    private static final int PARTS = 3;

    private UserFile() {}

    /**
     * The users by name.
     *
     * @throws LakelogException INVALID_OPTION naming the line; what stands in it is not repeated
     */
    static Map<String, User> parse(List<String> lines) {
        Map<String, User> users = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            try {
                User user = user(line);
                if (users.putIfAbsent(user.name(), user) != null) {
                    throw invalid("user '" + user.name() + "' is there twice");
                }
            } catch (LakelogException e) {
                throw new LakelogException(ErrorCode.INVALID_OPTION, "line " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        if (users.isEmpty()) {
            throw invalid("there is no user in it; 'lakelog hash-password NAME' makes a line");
        }
        return users;
    }

    private static User user(String line) {
        String[] parts = line.split(":", -1);
        if (parts.length != PARTS) {
            throw invalid("not name:hash:grants");
        }
        checkName(parts[0]);
        return new User(parts[0], PasswordHash.parse(parts[1]), grants(parts[2]));
    }

    /** @throws LakelogException INVALID_OPTION for a name that no user can have */
    public static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw invalid("a user's name is made of letters, digits, '_', '.', '@' and '-', 64 at most");
        }
    }

    /**
     * What grants allow.
     *
     * @throws LakelogException INVALID_OPTION naming the grant that cannot be read
     */
    public static Access grants(String text) {
        Map<String, Right> databases = new HashMap<>();
        for (String grant : text.split(",", -1)) {
            int equals = grant.lastIndexOf('=');
            if (equals < 1) {
                throw invalid("grant '" + grant.strip() + "' is not database=read or database=read-write");
            }
            String right = grant.substring(equals + 1).strip();
            Right known = RIGHTS.get(right);
            if (known == null) {
                throw invalid("'" + right + "' in grant '" + grant.strip() + "' is none of read, read-write, none"
                        + NearMatch.hint(right, RIGHTS.keySet()));
            }
            String database = grant.substring(0, equals).strip();
            if (databases.putIfAbsent(database, known) != null) {
                throw invalid("there are two grants for '" + database + "'");
            }
        }
        Right others = databases.getOrDefault("*", Right.NONE);
        databases.remove("*");
        return Access.of(others, databases);
    }

    private static LakelogException invalid(String message) {
        return new LakelogException(ErrorCode.INVALID_OPTION, message);
    }
}
