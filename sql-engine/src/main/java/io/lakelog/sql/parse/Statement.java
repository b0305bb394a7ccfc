package io.lakelog.sql.parse;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.TableDefinition;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** One statement as written. Names are unresolved and in the user's case. */
public sealed interface Statement {
    /** SELECT, VALUES, WITH and set operations, as Calcite's tree. */
    record Query(SqlNode node) implements Statement {}

    /** INSERT, UPSERT, UPDATE and DELETE, as Calcite's tree. */
    record Write(SqlNode node) implements Statement {}

    /**
     * INSERT OVERWRITE.
     *
     * @param insert what stands after OVERWRITE, but for PARTITION
     */
    record Overwrite(SqlInsert insert, List<PartitionValue> partition) implements Statement {
        public Overwrite {
            partition = List.copyOf(partition);
        }
    }

    /**
     * ALTER TABLE ... DROP PARTITION, one or several.
     *
     * @param ifTableExists whether a missing table is no error
     * @param ifExists whether a missing partition is no error
     */
    record DropPartitions(
            SqlIdentifier table, boolean ifTableExists, boolean ifExists, List<List<PartitionValue>> partitions)
            implements Statement {
        public DropPartitions {
            partitions = List.copyOf(partitions);
        }
    }

    /** @param value null where only the column is named: the rows say which partitions they are of */
    record PartitionValue(SqlIdentifier column, @Nullable SqlNode value) {}

    /**
     * MERGE INTO.
     *
     * @param alias of the target, or null
     * @param source a table, sub-query or VALUES, with its alias
     */
    record Merge(
            SqlIdentifier target,
            @Nullable SqlIdentifier alias,
            SqlNode source,
            SqlNode condition,
            List<MergeClause> clauses)
            implements Statement {
        public Merge {
            clauses = List.copyOf(clauses);
        }
    }

    /**
     * WHEN [NOT] MATCHED [AND condition] THEN action.
     *
     * @param columns that UPDATE or INSERT names; null where an INSERT names none
     * @param values of UPDATE or INSERT, in their order
     */
    record MergeClause(
            MergeAction action,
            SqlParserPos position,
            @Nullable SqlNode condition,
            @Nullable SqlNodeList columns,
            List<SqlNode> values) {
        public MergeClause {
            values = List.copyOf(values);
        }

        public static MergeClause delete(SqlParserPos position, boolean matched, @Nullable SqlNode condition) {
            check(matched, "DELETE", position);
            return new MergeClause(MergeAction.DELETE, position, condition, null, List.of());
        }

        public static MergeClause update(
                SqlParserPos position,
                boolean matched,
                @Nullable SqlNode condition,
                SqlNodeList columns,
                List<SqlNode> values) {
            check(matched, "UPDATE", position);
            return new MergeClause(MergeAction.UPDATE, position, condition, columns, values);
        }

        public static MergeClause insert(
                SqlParserPos position,
                boolean matched,
                @Nullable SqlNode condition,
                @Nullable SqlNodeList columns,
                List<SqlNode> values) {
            check(!matched, "INSERT", position);
            return new MergeClause(MergeAction.INSERT, position, condition, columns, values);
        }

        private static void check(boolean fits, String action, SqlParserPos position) {
            if (!fits) {
                throw new LakelogException(
                        ErrorCode.SYNTAX,
                        action + " belongs to WHEN " + (action.equals("INSERT") ? "NOT MATCHED" : "MATCHED") + " (at "
                                + SqlText.place(position) + ")");
            }
        }
    }

    /** What a MERGE does with a row. */
    enum MergeAction {
        UPDATE,
        DELETE,
        INSERT
    }

    /** EXPLAIN of a query or a write. */
    record Explain(SqlNode node) implements Statement {}

    /**
     * CALL of a procedure.
     *
     * @param name the parts of its name
     */
    record Call(List<String> name, SqlParserPos position, List<Argument> arguments) implements Statement {
        public Call {
            name = List.copyOf(name);
            arguments = List.copyOf(arguments);
        }
    }

    /** @param name null for one that its position names */
    record Argument(@Nullable String name, SqlNode value) {}

    /** A statement about databases and tables, which needs no plan. */
    sealed interface Definition extends Statement {}

    record CreateDatabase(String name, boolean ifNotExists) implements Definition {}

    record DropDatabase(String name, boolean ifExists, boolean cascade) implements Definition {}

    record Use(String database) implements Definition {}

    /** START TRANSACTION, COMMIT, ROLLBACK. */
    enum TransactionWord implements Statement {
        BEGIN,
        COMMIT,
        ROLLBACK
    }

    /** @param pattern a LIKE pattern, or null for all */
    record ShowDatabases(@Nullable String pattern) implements Definition {}

    /**
     * @param database whose tables, or null for the current one
     * @param pattern a LIKE pattern, or null for all
     */
    record ShowTables(@Nullable String database, @Nullable String pattern) implements Definition {}

    record ShowCreateTable(NameText table) implements Definition {}

    record Describe(NameText table) implements Definition {}

    record TruncateTable(NameText table) implements Definition {}

    record DropTable(NameText table, boolean ifExists) implements Definition {}

    /** ALTER TABLE with changes that are made together or not at all. */
    record AlterTable(NameText table, boolean ifExists, List<SchemaChange> changes) implements Definition {
        public AlterTable {
            changes = List.copyOf(changes);
        }
    }

    /** ALTER TABLE ... RENAME TO: {@code newName} lies in the table's database, or names another one. */
    record RenameTable(NameText table, boolean ifExists, NameText newName) implements Definition {}

    /**
     * CREATE TABLE ... LIKE: what {@code definition} says comes on top of what {@code source} is.
     *
     * @param without parts of the source that are left out
     */
    record CreateTableLike(
            NameText table, boolean ifNotExists, TableDefinition definition, NameText source, Set<LikePart> without)
            implements Definition {}

    /** What CREATE TABLE ... LIKE takes over besides columns. */
    enum LikePart {
        CONSTRAINTS,
        OPTIONS,
        PARTITIONS
    }

    record CreateTable(NameText table, boolean ifNotExists, TableDefinition definition) implements Definition {}

    /** CREATE TABLE ... AS query: the columns come from the query, so {@code definition} has none. */
    record CreateTableAs(NameText table, boolean ifNotExists, TableDefinition definition, SqlNode query)
            implements Statement {}
}
