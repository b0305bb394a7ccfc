package io.lakelog.sql.parse;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Gathers an ALTER TABLE while the parser walks through it. For the grammar's actions: first what is said of a column,
 * then what to do with it. Not thread-safe.
 */
public final class AlterationText {
    private static final String COMMENT_OPTION = "comment";

    private final SqlIdentifier table;
    private final boolean ifExists;
    private final List<SchemaChange> changes = new ArrayList<>();
    private final List<List<Statement.PartitionValue>> partitions = new ArrayList<>();
    private boolean partitionsIfPresent;
    private @Nullable NameText newName;

    /** Where in a nested column {@link #column} is; empty for a column itself. */
    private List<String> path = List.of();

    private String column = "";
    private DataType type = DataType.INT;
    private SchemaChange.@Nullable ChangeDefault defaultValue;
    private @Nullable String comment;
    private SchemaChange.@Nullable Position position;

    public AlterationText(SqlIdentifier table, boolean ifExists) {
        this.table = table;
        this.ifExists = ifExists;
    }

    // ---- what is said of a column ----

    public void column(SqlIdentifier name) {
        path = name.names.subList(0, name.names.size() - 1);
        column = name.names.get(path.size());
        defaultValue = null;
        comment = null;
        position = null;
    }

    public void column(SqlIdentifier name, SqlDataTypeSpec spec) {
        column(name);
        type = ColumnTypes.of(column, spec);
    }

    public void notNull() {
        type = type.notNull();
    }

    public void defaultValue(SqlNode value) {
        defaultValue = new SchemaChange.ChangeDefault(column, DefinitionText.defaultText(column, value));
    }

    public void comment(String text) {
        comment = text;
    }

    public void first() {
        position = SchemaChange.Position.FIRST;
    }

    public void after(SqlIdentifier name) {
        position = new SchemaChange.Position(name.getSimple());
    }

    // ---- what to do ----

    public void add() {
        String text = defaultValue == null ? null : defaultValue.defaultValue();
        change(new SchemaChange.AddColumn(new Field(0, column, type, comment, text), position));
    }

    /** The type and whether NULL is allowed are as written; default, comment and place stay if they are not. */
    public void modify() {
        change(new SchemaChange.ChangeType(column, type, false));
        if (defaultValue != null) {
            change(defaultValue);
        }
        if (comment != null) {
            changeComment(comment);
        }
        if (position != null) {
            change(new SchemaChange.MoveColumn(column, position));
        }
    }

    public void drop(SqlIdentifier name) {
        column(name);
        change(new SchemaChange.DropColumn(column));
    }

    public void rename(SqlIdentifier from, SqlIdentifier to) {
        column(from);
        change(new SchemaChange.RenameColumn(column, to.getSimple()));
    }

    public void renameTable(SqlIdentifier to) {
        newName = DefinitionText.table(to);
    }

    public void changeType(SqlDataTypeSpec spec) {
        change(new SchemaChange.ChangeType(column, ColumnTypes.of(column, spec), true));
    }

    public void changeNullability(boolean nullable) {
        change(new SchemaChange.ChangeNullability(column, nullable));
    }

    public void changeDefault(SqlNode value) {
        change(new SchemaChange.ChangeDefault(column, DefinitionText.defaultText(column, value)));
    }

    public void dropDefault() {
        change(new SchemaChange.ChangeDefault(column, null));
    }

    public void changeComment(String text) {
        change(new SchemaChange.ChangeComment(column, text.isEmpty() ? null : text));
    }

    public void move() {
        if (position != null) {
            change(new SchemaChange.MoveColumn(column, position));
        }
    }

    private void change(SchemaChange change) {
        changes.add(path.isEmpty() ? change : new SchemaChange.Within(path, change));
    }

    /** The table's comment is set as an option, as in Flink. */
    public void set(String key, String value) {
        if (key.equals(COMMENT_OPTION)) {
            changes.add(new SchemaChange.ChangeTableComment(value.isEmpty() ? null : value));
        } else if (!DefinitionText.withoutHabits(Map.of(key, value)).isEmpty()) {
            changes.add(new SchemaChange.SetOption(key, value));
        }
    }

    public void reset(String key) {
        changes.add(
                key.equals(COMMENT_OPTION)
                        ? new SchemaChange.ChangeTableComment(null)
                        : new SchemaChange.ResetOption(key));
    }

    public void dropPartition(List<Statement.PartitionValue> partition, boolean ifPresent) {
        partitions.add(partition);
        partitionsIfPresent = ifPresent;
    }

    public Statement statement() {
        NameText name = DefinitionText.table(table);
        if (!partitions.isEmpty()) {
            return new Statement.DropPartitions(table, ifExists, partitionsIfPresent, partitions);
        }
        NameText renamed = newName;
        return renamed == null
                ? new Statement.AlterTable(name, ifExists, changes)
                : new Statement.RenameTable(name, ifExists, renamed);
    }

    public static LakelogException keyIsFixed() {
        return new LakelogException(
                ErrorCode.INVALID_DEFINITION,
                "the PRIMARY KEY of a table cannot be added, changed or dropped: its files are sorted by it. CREATE TABLE"
                        + " ... AS SELECT makes a table with another one");
    }

    public static LakelogException partitionsComeByThemselves() {
        return new LakelogException(
                ErrorCode.INVALID_STATEMENT, "partitions are not added: INSERT makes those that rows need");
    }
}
