package io.lakelog.storage;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.TableDefinition;
import java.util.List;
import java.util.OptionalLong;

/**
 * The databases and tables of a warehouse directory. Names are given and returned in the case they have on disk; names
 * that differ from an existing one only by case are refused at creation. Thread-safe. Holds no file open; closing it ends the
 * compactions that it would have made in the background ({@code changelog-producer.compaction-interval}).
 */
public interface Catalog extends AutoCloseable {
    /** The database that exists in every warehouse. */
    String DEFAULT_DATABASE = "default";

    /**
     * The catalog of a warehouse.
     *
     * @param warehouse an absolute path; made on the first write if missing
     */
    static Catalog open(Environment environment, String warehouse) {
        return new WarehouseCatalog(environment, warehouse);
    }

    /**
     * The same catalog for a user: databases that it may not read are as if they were not there, and whatever writes to
     * one that it may only read is refused with FORBIDDEN.
     */
    default Catalog as(Access access) {
        return access.isFull() ? this : new GuardedCatalog(this, access);
    }

    /** All databases, the default one included, sorted. */
    List<String> databases();

    /** The name on disk of a database asked for by {@code name}: an exact match first, then one without regard to case.
     *
     * @throws io.lakelog.storage.error.LakelogException DATABASE_NOT_FOUND naming the near match */
    String resolveDatabase(String name);

    /** Creates a database; ALREADY_EXISTS if one of that name is there, without regard to case. */
    void createDatabase(String name);

    /** Drops a database and, with {@code cascade}, its tables; DATABASE_NOT_EMPTY without. */
    void dropDatabase(String name, boolean cascade);

    /** The tables of a database, sorted. */
    List<String> tables(String database);

    /** The name on disk of a table asked for by {@code name}: an exact match first, then one without regard to case.
     *
     * @throws io.lakelog.storage.error.LakelogException TABLE_NOT_FOUND or DATABASE_NOT_FOUND naming the near match */
    TableName resolveTable(TableName name);

    /** Opens a table by its exact name; TABLE_NOT_FOUND naming the near match. Reads its newest schema. */
    Table table(TableName name);

    /** Creates a table; every rule of the format is checked first and named in the error. */
    void createTable(TableName name, TableDefinition definition);

    /**
     * Commits writes to different tables together: one snapshot each, and none if one of them has a CONFLICT. The snapshots
     * appear one after the other, writes that depend on a state first. The writes are closed.
     *
     * @param writes of tables of this catalog
     * @return the snapshot of each, empty for one without rows
     * @throws io.lakelog.storage.error.LakelogException CONFLICT or whatever fails while files are written: nothing is
     *     committed then; COMMIT_PARTIAL if something fails after the first snapshot has appeared, naming the tables that
     *     are committed and those that are not
     */
    List<OptionalLong> commit(List<TableWrite> writes);

    /**
     * Gives a table its next schema, with all of some changes or, if one breaks a rule, none. Nothing happens if the table
     * is so already. Switching the producer of a written table compacts it fully first, so that no change is lost or told
     * twice; so does making a column NOT NULL.
     *
     * @throws io.lakelog.storage.error.LakelogException naming the column or option and what would be right
     */
    void alterTable(TableName name, List<SchemaChange> changes);

    /**
     * Gives a table another name in its database.
     *
     * @return the new name; ALREADY_EXISTS if it is taken, without regard to case
     */
    TableName renameTable(TableName name, String newName);

    /** Drops a table with all its files. */
    void dropTable(TableName name);

    /** Ends background work; waits for what is running. May be repeated. */
    @Override
    void close();
}
