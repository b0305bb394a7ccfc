package io.lakelog.sql.parse;

import io.lakelog.storage.schema.TableDefinition;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** One statement as written. Names are unresolved and in the user's case. */
public sealed interface Statement {
    /** SELECT, VALUES, WITH and set operations, as Calcite's tree. */
    record Query(SqlNode node) implements Statement {}

    /** INSERT, UPSERT, UPDATE and DELETE, as Calcite's tree. */
    record Write(SqlNode node) implements Statement {}

    /** EXPLAIN of a query or a write. */
    record Explain(SqlNode node) implements Statement {}

    /** A statement about databases and tables, which needs no plan. */
    sealed interface Definition extends Statement {}

    record CreateDatabase(String name, boolean ifNotExists) implements Definition {}

    record DropDatabase(String name, boolean ifExists, boolean cascade) implements Definition {}

    record Use(String database) implements Definition {}

    /** @param pattern a LIKE pattern, or null for all */
    record ShowDatabases(@Nullable String pattern) implements Definition {}

    /**
     * @param database whose tables, or null for the current one
     * @param pattern a LIKE pattern, or null for all
     */
    record ShowTables(@Nullable String database, @Nullable String pattern) implements Definition {}

    record ShowCreateTable(NameText table) implements Definition {}

    record Describe(NameText table) implements Definition {}

    record DropTable(NameText table, boolean ifExists) implements Definition {}

    record CreateTable(NameText table, boolean ifNotExists, TableDefinition definition) implements Definition {}

    /** CREATE TABLE ... AS query: the columns come from the query, so {@code definition} has none. */
    record CreateTableAs(NameText table, boolean ifNotExists, TableDefinition definition, SqlNode query)
            implements Statement {}
}
