package io.lakelog.storage.schema;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The schema that follows from another one and some changes, or which rule they break. A column is its field id: names,
 * places and types come and go, and the id of a dropped column is never given again. Pure; used once.
 */
public final class SchemaEvolution {
    private final TableSchema old;
    private final boolean written;
    private final List<Field> fields;
    private final List<String> primaryKeys;
    private final Map<String, String> options;
    /** The column that stays the last one, and that nobody names; or null. */
    private final @Nullable String hidden;

    private @Nullable String comment;
    private int highestFieldId;

    private SchemaEvolution(TableSchema old, boolean written) {
        this.old = old;
        this.written = written;
        this.fields = new ArrayList<>(old.rowType().fields());
        this.primaryKeys = new ArrayList<>(old.primaryKeys());
        this.options = new TreeMap<>(old.options());
        this.comment = old.comment();
        this.hidden = SpanningKey.hiddenColumn(old);
        this.highestFieldId = old.highestFieldId();
    }

    /**
     * Applies changes, one after the other.
     *
     * @param written whether the table has a snapshot: then rows and files exist that the new schema must describe
     * @return {@code old} itself if nothing is different afterwards
     * @throws LakelogException naming the column or option, why it cannot be changed, and what would be right
     */
    public static TableSchema apply(TableSchema old, List<SchemaChange> changes, boolean written, long timeMillis) {
        SchemaEvolution evolution = new SchemaEvolution(old, written);
        changes.forEach(evolution::apply);
        return evolution.result(timeMillis);
    }

    /**
     * Whether a table has to be compacted fully under its old schema before it gets the new one: rows that are not merged
     * or not announced yet would otherwise be so under rules that they were not written for.
     */
    public static boolean needsCompaction(TableSchema old, TableSchema next) {
        return OptionChanges.needsCompaction(old.options(), next.options())
                || !forbiddenNulls(old, next).isEmpty();
    }

    /** Positions in {@code next} of columns that allow no NULL any more. */
    public static List<Integer> forbiddenNulls(TableSchema old, TableSchema next) {
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < next.rowType().size(); i++) {
            Field field = next.rowType().field(i);
            for (Field before : old.rowType().fields()) {
                if (before.id() == field.id()
                        && before.type().nullable()
                        && !field.type().nullable()) {
                    positions.add(i);
                }
            }
        }
        return positions;
    }

    private TableSchema result(long timeMillis) {
        OptionChanges.keepConsequences(old.options(), options);
        TableSchema next = new TableSchema(
                old.id() + 1,
                new RowType(fields),
                highestFieldId,
                old.partitionKeys(),
                primaryKeys,
                options,
                comment,
                timeMillis);
        boolean same = next.rowType().equals(old.rowType())
                && next.options().equals(old.options())
                && java.util.Objects.equals(comment, old.comment());
        if (same) {
            return old;
        }
        SchemaRules.check(next);
        return next;
    }

    private void apply(SchemaChange change) {
        if (change instanceof SchemaChange.AddColumn add) {
            addColumn(add);
        } else if (change instanceof SchemaChange.DropColumn drop) {
            dropColumn(drop.column());
        } else if (change instanceof SchemaChange.RenameColumn rename) {
            renameColumn(rename);
        } else if (change instanceof SchemaChange.ChangeType type) {
            changeType(type);
        } else if (change instanceof SchemaChange.ChangeNullability nullability) {
            int at = find(nullability.column());
            replace(at, fields.get(at).withType(withNullable(at, nullability.nullable())));
        } else if (change instanceof SchemaChange.ChangeComment text) {
            int at = find(text.column());
            Field field = fields.get(at);
            replace(at, new Field(field.id(), field.name(), field.type(), text.comment(), field.defaultValue()));
        } else if (change instanceof SchemaChange.ChangeDefault value) {
            int at = find(value.column());
            Field field = fields.get(at);
            replace(at, new Field(field.id(), field.name(), field.type(), field.comment(), value.defaultValue()));
        } else if (change instanceof SchemaChange.MoveColumn move) {
            moveColumn(move);
        } else if (change instanceof SchemaChange.Within within) {
            changeWithin(within);
        } else if (change instanceof SchemaChange.SetOption option) {
            OptionReader.checkGiven(option.key(), option.value());
            setOption(option.key(), option.value());
        } else if (change instanceof SchemaChange.ResetOption option) {
            OptionReader.checkKnown(option.key());
            setOption(option.key(), null);
        } else if (change instanceof SchemaChange.ChangeTableComment text) {
            comment = text.comment();
        }
    }

    private void setOption(String key, @Nullable String value) {
        String before = options.get(key);
        if (java.util.Objects.equals(before, value)) {
            return;
        }
        if (SpanningKey.OPTIONS.contains(key)) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "table option '" + key + "' is set by CREATE TABLE and cannot be changed");
        }
        if (written) {
            OptionChanges.checkFree(key, before);
        }
        if (value == null) {
            options.remove(key);
        } else {
            options.put(key, value);
        }
    }

    private void addColumn(SchemaChange.AddColumn add) {
        Field column = add.column();
        checkNew(column.name());
        if (written && !column.type().nullable()) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    "column '" + column.name()
                            + "' cannot be added as NOT NULL: rows that are there have NULL in it. Add"
                            + " it without NOT NULL" + (column.defaultValue() == null ? "; a DEFAULT" : "; its DEFAULT")
                            + " fills rows that are inserted later");
        }
        FieldIds ids = new FieldIds(highestFieldId);
        Field field = ids.number(new Field(0, column.name(), column.type(), column.comment(), column.defaultValue()));
        highestFieldId = ids.highest();
        int end = hidden == null ? fields.size() : fields.size() - 1;
        fields.add(add.position() == null ? end : placeOf(add.position()), field);
    }

    private void dropColumn(String name) {
        int at = find(name);
        checkFree(at, "dropped");
        if (fields.size() == 1) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    "column '" + fields.get(at).name() + "' is the only one and cannot be dropped; DROP TABLE does away"
                            + " with the table");
        }
        fields.remove(at);
    }

    private void renameColumn(SchemaChange.RenameColumn rename) {
        int at = find(rename.column());
        Field field = fields.get(at);
        if (old.partitionKeys().contains(field.name())) {
            throw protectedColumn(field, "partition key", "renamed: directories bear its name");
        }
        if (field.name().equals(rename.newName())) {
            return;
        }
        if (!field.name().equalsIgnoreCase(rename.newName())) {
            checkNew(rename.newName());
        }
        replace(at, new Field(field.id(), rename.newName(), field.type(), field.comment(), field.defaultValue()));
        primaryKeys.replaceAll(key -> key.equals(field.name()) ? rename.newName() : key);
        OptionChanges.renameColumn(options, field.name(), rename.newName());
    }

    private void changeType(SchemaChange.ChangeType change) {
        int at = find(change.column());
        Field field = fields.get(at);
        FieldIds ids = new FieldIds(highestFieldId);
        if (field.type().kind().isNested() || !field.type().sameType(change.type())) {
            DataType type = new NestedEvolution(field.name(), ids, written).become(field.type(), change.type());
            if (!type.equals(field.type())) {
                checkFree(at, "given another type");
                replace(at, field.withType(type));
                highestFieldId = ids.highest();
            }
        }
        if (!change.keepNullability()) {
            boolean key = primaryKeys.contains(field.name());
            replace(
                    at,
                    fields.get(at)
                            .withType(withNullable(at, !key && change.type().nullable())));
        }
    }

    private void changeWithin(SchemaChange.Within within) {
        int at = find(within.path().get(0));
        Field field = fields.get(at);
        checkFree(at, "changed within");
        FieldIds ids = new FieldIds(highestFieldId);
        List<String> path = within.path().subList(1, within.path().size());
        DataType type = new NestedEvolution(field.name(), ids, written).apply(field.type(), path, within.change());
        replace(at, field.withType(type));
        highestFieldId = ids.highest();
    }

    private DataType withNullable(int at, boolean nullable) {
        Field field = fields.get(at);
        if (nullable && primaryKeys.contains(field.name())) {
            throw protectedColumn(field, "primary key", "made nullable");
        }
        return field.type().withNullable(nullable);
    }

    private void moveColumn(SchemaChange.MoveColumn move) {
        Field field = fields.get(find(move.column()));
        String after = move.position().after();
        if (after != null && fields.get(find(after)).equals(field)) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION, "column '" + field.name() + "' cannot stand after itself");
        }
        fields.remove(field);
        fields.add(placeOf(move.position()), field);
    }

    private int placeOf(SchemaChange.Position position) {
        return position.after() == null ? 0 : find(position.after()) + 1;
    }

    private void checkNew(String name) {
        for (Field field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                throw new LakelogException(
                        ErrorCode.INVALID_DEFINITION,
                        "there is a column '" + field.name() + "' already (case does not count)");
            }
        }
    }

    /** Keys say where a row is: their values must stay what they are. */
    private void checkFree(int at, String what) {
        Field field = fields.get(at);
        if (primaryKeys.contains(field.name())) {
            throw protectedColumn(field, "primary key", what);
        }
        if (old.partitionKeys().contains(field.name())) {
            throw protectedColumn(field, "partition key", what);
        }
        String option = OptionChanges.optionNaming(options, field.name());
        if (option != null) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    "column '" + field.name() + "' cannot be " + what + ": table option '" + option + "' names it");
        }
    }

    private static LakelogException protectedColumn(Field field, String part, String what) {
        return new LakelogException(
                ErrorCode.INVALID_DEFINITION,
                "column '" + field.name() + "' is part of the " + part + " and cannot be " + what
                        + "; CREATE TABLE ... AS SELECT makes a table with another one");
    }

    private int find(String name) {
        List<String> names = fields.stream()
                .map(Field::name)
                .filter(field -> !field.equals(hidden))
                .toList();
        int exact = names.indexOf(name);
        if (exact >= 0) {
            return exact;
        }
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw new LakelogException(
                ErrorCode.COLUMN_NOT_FOUND, "there is no column '" + name + "'" + NearMatch.hint(name, names));
    }

    private void replace(int at, Field field) {
        fields.set(at, field);
    }
}
