package io.lakelog.storage.type;

import java.util.ArrayList;
import java.util.List;

/** The ordered columns of a row. Immutable. */
public record RowType(List<Field> fields) {
    public RowType {
        fields = List.copyOf(fields);
    }

    /** A row type whose field ids are their positions. */
    public static RowType of(List<String> names, List<DataType> types) {
        List<Field> fields = new ArrayList<>(names.size());
        for (int i = 0; i < names.size(); i++) {
            fields.add(new Field(i, names.get(i), types.get(i)));
        }
        return new RowType(fields);
    }

    public int size() {
        return fields.size();
    }

    public Field field(int position) {
        return fields.get(position);
    }

    public DataType type(int position) {
        return fields.get(position).type();
    }

    /** The position of the column with exactly this name, or -1. */
    public int indexOf(String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The columns at {@code positions}, in that order. */
    public RowType project(int[] positions) {
        List<Field> chosen = new ArrayList<>(positions.length);
        for (int position : positions) {
            chosen.add(fields.get(position));
        }
        return new RowType(chosen);
    }

    public List<String> names() {
        return fields.stream().map(Field::name).toList();
    }
}
