package io.lakelog.storage.format;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * A value of a nested column and where it lies in Parquet: what definition levels say of it, and which leaves hold it.
 * Immutable.
 *
 * @param presentLevel the definition level from which on the value is not NULL
 * @param itemRepetition the repetition level of a list's items after the first; that of the value for others
 * @param children the items of a list (at definition level {@code presentLevel + 1}), or the fields of a row
 * @param firstLeaf the first of the leaves below, counted within the column
 */
record ColumnNode(DataType type, int presentLevel, int itemRepetition, List<ColumnNode> children, int firstLeaf) {
    boolean isList() {
        return type.layout() == DataType.Layout.LIST;
    }

    boolean isLeaf() {
        return children.isEmpty();
    }

    /** A nested column of a file, with its leaves in the order of the schema. */
    record Tree(ColumnNode root, List<ColumnDescriptor> leaves) {}

    /**
     * The column of a file that holds values of {@code field}.
     *
     * @throws MalformedFileException saying what does not fit
     */
    static Tree of(Field field, MessageType schema) {
        List<ColumnDescriptor> leaves = new ArrayList<>();
        ColumnNode root = new Builder(schema, leaves)
                .node(field.type(), schema.getType(field.name()), 0, 0, List.of(field.name()));
        return new Tree(root, List.copyOf(leaves));
    }

    private record Builder(MessageType schema, List<ColumnDescriptor> leaves) {
        ColumnNode node(DataType type, Type stored, int level, int repetition, List<String> path) {
            if (stored.isRepetition(Repetition.REPEATED)) {
                throw misfit(path, type, stored);
            }
            int present = level + (stored.isRepetition(Repetition.OPTIONAL) ? 1 : 0);
            int first = leaves.size();
            if (!type.kind().isNested()) {
                String wrong = stored.isPrimitive()
                        ? ParquetTypes.mismatch(stored.asPrimitiveType(), type, path.get(0))
                        : "a group";
                if (wrong != null) {
                    throw misfit(path, type, stored);
                }
                leaves.add(schema.getColumnDescription(path.toArray(String[]::new)));
                return new ColumnNode(type, present, repetition, List.of(), first);
            }
            if (stored.isPrimitive()) {
                throw misfit(path, type, stored);
            }
            GroupType group = stored.asGroupType();
            List<ColumnNode> children = new ArrayList<>();
            if (type.kind() == TypeKind.ROW) {
                for (Field field : type.children()) {
                    children.add(child(field, group, present, repetition, path, type));
                }
                return new ColumnNode(type, present, repetition, children, first);
            }
            if (group.getFieldCount() != 1
                    || !group.getType(0).isRepetition(Repetition.REPEATED)
                    || group.getType(0).isPrimitive()) {
                throw misfit(path, type, stored);
            }
            GroupType items = group.getType(0).asGroupType();
            List<String> itemPath = plus(path, items.getName());
            if (items.getFieldCount() != type.children().size()) {
                throw misfit(path, type, stored);
            }
            for (int i = 0; i < type.children().size(); i++) {
                Type item = items.getType(i);
                children.add(node(
                        type.children().get(i).type(),
                        item,
                        present + 1,
                        repetition + 1,
                        plus(itemPath, item.getName())));
            }
            return new ColumnNode(type, present, repetition + 1, children, first);
        }

        private ColumnNode child(
                Field field, GroupType group, int level, int repetition, List<String> path, DataType type) {
            if (!group.containsField(field.name())) {
                throw misfit(path, type, group);
            }
            return node(field.type(), group.getType(field.name()), level, repetition, plus(path, field.name()));
        }

        private static List<String> plus(List<String> path, String name) {
            List<String> longer = new ArrayList<>(path);
            longer.add(name);
            return longer;
        }

        private static MalformedFileException misfit(List<String> path, DataType type, Type stored) {
            return new MalformedFileException("'" + String.join(".", path) + "' should be " + type.sql()
                    + ", but is stored as " + stored.toString().replaceAll("\\s+", " "));
        }
    }
}
