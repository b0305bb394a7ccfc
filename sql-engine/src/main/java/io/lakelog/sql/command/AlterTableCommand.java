package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Session;
import io.lakelog.sql.exec.ValueConversion;
import io.lakelog.sql.parse.NameText;
import io.lakelog.sql.parse.Statement;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE. Statements prepared before are planned again when they run next, on any connection. */
public record AlterTableCommand(Statement.Definition statement) implements Command {
    @Override
    public Kind kind() {
        return Kind.NOTHING;
    }

    @Override
    public boolean endsTransaction() {
        return true;
    }

    @Override
    public Outcome run(ExecContext context) {
        Session session = context.session();
        session.checkWritable("ALTER TABLE");
        if (statement instanceof Statement.AlterTable alter) {
            TableName table = find(session, alter.table(), alter.ifExists());
            if (table != null) {
                RowType columns = session.catalog().table(table).schema().rowType();
                alter.changes().forEach(change -> checkDefault(change, columns, session));
                session.catalog().alterTable(table, alter.changes());
            }
        } else if (statement instanceof Statement.RenameTable rename) {
            TableName table = find(session, rename.table(), rename.ifExists());
            if (table != null) {
                rename(session, table, rename.newName());
            }
        }
        return Outcome.nothing();
    }

    private static @Nullable TableName find(Session session, NameText name, boolean ifExists) {
        try {
            return session.resolve(name.database(), name.table());
        } catch (LakelogException e) {
            if (ifExists && (e.code() == ErrorCode.TABLE_NOT_FOUND || e.code() == ErrorCode.DATABASE_NOT_FOUND)) {
                return null;
            }
            throw e;
        }
    }

    private static void rename(Session session, TableName table, NameText newName) {
        String database = newName.database();
        if (database != null && !session.catalog().resolveDatabase(database).equals(table.database())) {
            throw LakelogException.unsupported("a table cannot be moved to another database: '" + newName
                    + "' is to lie in '" + table.database() + "' as " + table + " does");
        }
        session.catalog().renameTable(table, newName.table());
    }

    private static void checkDefault(SchemaChange change, RowType columns, Session session) {
        if (change instanceof SchemaChange.AddColumn add) {
            checkDefault(add.column(), session);
        } else if (change instanceof SchemaChange.ChangeDefault changed) {
            columns.fields().stream()
                    .filter(field -> field.name().equalsIgnoreCase(changed.column()))
                    .forEach(field -> checkDefault(
                            new Field(field.id(), field.name(), field.type(), null, changed.defaultValue()), session));
        }
    }

    /** Refuses defaults that are no value of their column. */
    static void checkDefaults(List<Field> columns, Session session) {
        columns.forEach(column -> checkDefault(column, session));
    }

    private static void checkDefault(Field column, Session session) {
        String text = column.defaultValue();
        if (text != null) {
            DataType type = column.type();
            try {
                ValueConversion.convert(text, type, ValueConversion.Loss.ROUND, session.zone());
            } catch (LakelogException e) {
                throw new LakelogException(
                        ErrorCode.INVALID_DEFINITION,
                        "the DEFAULT of column '" + column.name() + "': " + e.getMessage(),
                        e);
            }
        }
    }
}
