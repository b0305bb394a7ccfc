package io.lakelog.jdbc.access;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The users of a server, as their file has them now: it is read again when it has changed. A file that has become
 * unreadable is reported, and the users stay as they were. Thread-safe.
 */
public final class Users {
    private final @Nullable Path file;
    private volatile Map<String, User> users;
    private @Nullable FileTime read;
    private Consumer<String> report = problem -> {};

    private Users(@Nullable Path file, Map<String, User> users, @Nullable FileTime read) {
        this.file = file;
        this.users = users;
        this.read = read;
    }

    /** No users: whoever reaches the port may do everything. */
    public static Users none() {
        return new Users(null, Map.of(), null);
    }

    /** The users that these lines name. */
    public static Users of(List<String> lines) {
        return new Users(null, UserFile.parse(lines), null);
    }

    /** @throws LakelogException INVALID_OPTION if the file cannot be read, naming the line that is wrong */
    public static Users in(Path file) {
        try {
            FileTime time = Files.getLastModifiedTime(file);
            return new Users(file, parse(file), time);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.INVALID_OPTION, "the user file " + file + " cannot be read", e);
        }
    }

    private static Map<String, User> parse(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        try {
            return UserFile.parse(lines);
        } catch (LakelogException e) {
            throw new LakelogException(e.code(), "user file " + file + ": " + e.getMessage(), e);
        }
    }

    /** Who is told of a file that cannot be read any more. */
    public void reportTo(Consumer<String> listener) {
        report = listener;
    }

    public boolean isEmpty() {
        return users.isEmpty();
    }

    @Nullable
    User find(String name) {
        refresh();
        return users.get(name);
    }

    boolean anyDigest() {
        return users.values().stream().anyMatch(user -> user.password().ha1() != null);
    }

    private synchronized void refresh() {
        if (file == null) {
            return;
        }
        try {
            FileTime time = Files.getLastModifiedTime(file);
            if (!time.equals(read)) {
                // Not tried again before it changes again, whatever comes of it.
                read = time;
                users = parse(file);
            }
        } catch (IOException | LakelogException e) {
            report.accept(
                    e instanceof LakelogException known
                            ? String.valueOf(known.getMessage())
                            : "the user file " + file + " cannot be read");
        }
    }
}
