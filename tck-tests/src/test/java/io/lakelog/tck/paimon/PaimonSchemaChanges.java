package io.lakelog.tck.paimon;

import io.lakelog.storage.schema.SchemaChange.AddColumn;
import io.lakelog.storage.schema.SchemaChange.ChangeComment;
import io.lakelog.storage.schema.SchemaChange.ChangeNullability;
import io.lakelog.storage.schema.SchemaChange.ChangeType;
import io.lakelog.storage.schema.SchemaChange.DropColumn;
import io.lakelog.storage.schema.SchemaChange.MoveColumn;
import io.lakelog.storage.schema.SchemaChange.Position;
import io.lakelog.storage.schema.SchemaChange.RenameColumn;
import io.lakelog.storage.schema.SchemaChange.Within;
import io.lakelog.storage.type.DataType;
import io.lakelog.tck.text.TypeText;
import java.util.ArrayList;
import java.util.List;
import org.apache.paimon.schema.SchemaChange;
import org.apache.paimon.schema.SchemaChange.Move;

/** Changes of columns as Paimon's catalog takes them. */
public final class PaimonSchemaChanges {
    private PaimonSchemaChanges() {}

    /** Whether Paimon knows such a change: it moves no fields of nested columns. */
    public static boolean has(io.lakelog.storage.schema.SchemaChange change) {
        return !(change instanceof Within within && within.change() instanceof MoveColumn);
    }

    /** The same change for Paimon. */
    public static SchemaChange of(io.lakelog.storage.schema.SchemaChange change) throws Exception {
        return change instanceof Within within ? of(within.path(), within.change()) : of(List.of(), change);
    }

    private static SchemaChange of(List<String> path, io.lakelog.storage.schema.SchemaChange change) throws Exception {
        if (change instanceof AddColumn add) {
            String name = add.column().name();
            Position position = add.position();
            Move move = position == null ? null : move(name, position);
            return SchemaChange.addColumn(names(path, name), type(add.column().type()), null, move);
        }
        if (change instanceof ChangeType type) {
            return SchemaChange.updateColumnType(names(path, type.column()), type(type.type()), type.keepNullability());
        }
        if (change instanceof MoveColumn moved) {
            return SchemaChange.updateColumnPosition(move(moved.column(), moved.position()));
        }
        if (change instanceof DropColumn drop) {
            return SchemaChange.dropColumn(names(path, drop.column()));
        }
        if (change instanceof RenameColumn rename) {
            return SchemaChange.renameColumn(names(path, rename.column()), rename.newName());
        }
        if (change instanceof ChangeNullability nullability) {
            return SchemaChange.updateColumnNullability(names(path, nullability.column()), nullability.nullable());
        }
        if (change instanceof ChangeComment comment) {
            return SchemaChange.updateColumnComment(names(path, comment.column()), comment.comment());
        }
        throw new IllegalArgumentException(change.toString());
    }

    private static Move move(String name, Position position) {
        return position.after() == null ? Move.first(name) : Move.after(name, position.after());
    }

    private static String[] names(List<String> path, String name) {
        List<String> names = new ArrayList<>(path);
        names.add(name);
        return names.toArray(String[]::new);
    }

    private static org.apache.paimon.types.DataType type(DataType type) throws Exception {
        return PaimonOracle.type(TypeText.of(type));
    }
}
