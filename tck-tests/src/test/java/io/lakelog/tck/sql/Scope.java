package io.lakelog.tck.sql;

import java.util.ArrayList;
import java.util.List;

/** The columns that an expression may name. */
final class Scope {
    private record Column(String sql, Kind kind) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();

    /** Nothing that stands in {@code other} is named differently here. */
    void addAll(Scope other) {
        columns.addAll(other.columns);
        ids.addAll(other.ids);
    }

    void add(String sql, Kind kind) {
        columns.add(new Column(sql, kind));
    }

    void add(Table table, String alias) {
        table.columns().forEach((name, kind) -> add(alias + "." + name, kind));
        ids.add(alias + ".id");
    }

    List<String> of(Kind kind) {
        return columns.stream()
                .filter(column -> column.kind == kind)
                .map(Column::sql)
                .toList();
    }

    /** Columns that together are different in every row. */
    List<String> ids() {
        return ids;
    }

    /** A column of {@code kind} if there is one. */
    Fragment column(Kind kind, Dice dice) {
        return Fragment.of(kind, dice.pick(of(kind)));
    }

    boolean has(Kind kind) {
        return columns.stream().anyMatch(column -> column.kind == kind);
    }
}
