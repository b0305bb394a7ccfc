package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Session;
import io.lakelog.sql.parse.NameText;
import io.lakelog.sql.parse.Statement;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.TableDefinition;

/** CREATE, DROP and USE. */
public record DefinitionCommand(Statement.Definition statement) implements Command {
    @Override
    public Kind kind() {
        return Kind.NOTHING;
    }

    @Override
    public boolean endsTransaction() {
        return !(statement instanceof Statement.Use);
    }

    @Override
    public Outcome run(ExecContext context) {
        Session session = context.session();
        if (statement instanceof Statement.Use use) {
            session.useDatabase(use.database());
        } else if (statement instanceof Statement.CreateDatabase create) {
            session.checkWritable("CREATE DATABASE");
            create(session, create);
        } else if (statement instanceof Statement.DropDatabase drop) {
            session.checkWritable("DROP DATABASE");
            drop(session, drop);
        } else if (statement instanceof Statement.CreateTable create) {
            session.checkWritable("CREATE TABLE");
            create(session, create.table(), create.ifNotExists(), create.definition());
        } else if (statement instanceof Statement.CreateTableLike create) {
            session.checkWritable("CREATE TABLE");
            create(
                    session,
                    create.table(),
                    create.ifNotExists(),
                    LikeDefinition.of(
                            session.catalog()
                                    .table(session.resolve(
                                            create.source().database(),
                                            create.source().table()))
                                    .schema(),
                            create));
        } else if (statement instanceof Statement.DropTable drop) {
            session.checkWritable("DROP TABLE");
            drop(session, drop);
        } else {
            throw new IllegalStateException("not a definition: " + statement);
        }
        return Outcome.nothing();
    }

    private static void create(Session session, Statement.CreateDatabase create) {
        try {
            session.catalog().createDatabase(create.name());
        } catch (LakelogException e) {
            if (!create.ifNotExists() || e.code() != ErrorCode.ALREADY_EXISTS) {
                throw e;
            }
        }
    }

    private static void drop(Session session, Statement.DropDatabase drop) {
        String name;
        try {
            name = session.catalog().resolveDatabase(drop.name());
        } catch (LakelogException e) {
            if (drop.ifExists() && e.code() == ErrorCode.DATABASE_NOT_FOUND) {
                return;
            }
            throw e;
        }
        session.catalog().dropDatabase(name, drop.cascade());
    }

    /** Creates a table; returns its name, which with IF NOT EXISTS may be that of one that was there. */
    static TableName create(Session session, NameText name, boolean ifNotExists, TableDefinition definition) {
        String database = name.database();
        TableName table = new TableName(
                database == null ? session.database() : session.catalog().resolveDatabase(database), name.table());
        AlterTableCommand.checkDefaults(definition.columns().fields(), session);
        try {
            session.catalog().createTable(table, definition);
        } catch (LakelogException e) {
            if (!ifNotExists || e.code() != ErrorCode.ALREADY_EXISTS) {
                throw e;
            }
            return session.resolve(database, name.table());
        }
        return table;
    }

    private static void drop(Session session, Statement.DropTable drop) {
        TableName table;
        try {
            table = session.resolve(drop.table().database(), drop.table().table());
        } catch (LakelogException e) {
            if (drop.ifExists()
                    && (e.code() == ErrorCode.TABLE_NOT_FOUND || e.code() == ErrorCode.DATABASE_NOT_FOUND)) {
                return;
            }
            throw e;
        }
        session.catalog().dropTable(table);
    }
}
