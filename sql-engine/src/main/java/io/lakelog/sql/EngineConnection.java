package io.lakelog.sql;

/** A session: the current database and what it remembers. Statements run one at a time; cancel comes from any thread. */
public interface EngineConnection extends AutoCloseable {
    /** The current database, as on disk. */
    String database();

    /** Changes the current database; DATABASE_NOT_FOUND if there is none of that name. */
    void setDatabase(String name);

    boolean readOnly();

    void setReadOnly(boolean readOnly);

    /**
     * Parses, checks and plans one statement; a {@code ;} at the end is fine.
     *
     * @throws io.lakelog.storage.error.LakelogException SYNTAX with line and column, and all else that is wrong with it
     */
    Prepared prepare(String sql);

    @Override
    void close();
}
