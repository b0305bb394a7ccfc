package io.lakelog.jdbc.access;

import io.lakelog.storage.Access;

/** Who has signed in. */
public record User(String name, PasswordHash password, Access access) {
    /** Whoever comes to a server that knows no users. */
    public static final User ANYBODY = new User("", PasswordHash.digest("", ""), Access.FULL);

    /** Without the hash. */
    @Override
    public String toString() {
        return name;
    }
}
