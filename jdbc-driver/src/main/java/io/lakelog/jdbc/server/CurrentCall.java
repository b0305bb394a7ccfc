package io.lakelog.jdbc.server;

import io.lakelog.jdbc.access.User;

/** The request that the current thread serves: Avatica's interfaces have no place for whose it is. */
record CurrentCall(User user, String address) {
    private static final ThreadLocal<CurrentCall> CURRENT = new ThreadLocal<>();
    private static final CurrentCall LOCAL = new CurrentCall(User.ANYBODY, "");

    static CurrentCall get() {
        CurrentCall call = CURRENT.get();
        return call == null ? LOCAL : call;
    }

    void begin() {
        CURRENT.set(this);
    }

    static void end() {
        CURRENT.remove();
    }
}
