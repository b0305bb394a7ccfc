package io.lakelog.storage;

import java.util.Map;

/**
 * What a user may do, database by database. Names are those on disk, case included; a database that is not named counts as
 * the others do. Immutable.
 */
public final class Access {
    /** Everything: what a process may do with its own warehouse. */
    public static final Access FULL = new Access(Right.READ_WRITE, Map.of());

    private final Right others;
    private final Map<String, Right> databases;

    private Access(Right others, Map<String, Right> databases) {
        this.others = others;
        this.databases = Map.copyOf(databases);
    }

    /**
     * Rights by database.
     *
     * @param others what may be done with databases that are not named, those still to be created included
     */
    public static Access of(Right others, Map<String, Right> databases) {
        return new Access(others, databases);
    }

    public boolean mayRead(String database) {
        return right(database) != Right.NONE;
    }

    public boolean mayWrite(String database) {
        return right(database) == Right.READ_WRITE;
    }

    private Right right(String database) {
        return databases.getOrDefault(database, others);
    }

    /** Whether nothing at all is refused. */
    boolean isFull() {
        return others == Right.READ_WRITE && databases.values().stream().allMatch(right -> right == Right.READ_WRITE);
    }

    /** What may be done with one database. */
    public enum Right {
        /** It is as if it were not there. */
        NONE,
        READ,
        /** Also creating and dropping the database itself. */
        READ_WRITE
    }
}
