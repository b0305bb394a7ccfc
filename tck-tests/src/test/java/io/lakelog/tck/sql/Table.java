package io.lakelog.tck.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table that both databases have; its first column {@code id} counts its rows.
 *
 * @param options what Lakelog is told of it
 */
record Table(String name, Map<String, Kind> columns, boolean keyed, int rows, String options) {
    /** Rows that are merged when they are read, rows that are not, few rows, no rows. */
    static final List<Table> ALL = List.of(
            new Table(
                    "t1",
                    columns(
                            "id",
                            Kind.INT,
                            "a",
                            Kind.INT,
                            "b",
                            Kind.INT,
                            "s",
                            Kind.TEXT,
                            "d",
                            Kind.DECIMAL,
                            "f",
                            Kind.BOOLEAN,
                            "ts",
                            Kind.TIMESTAMP,
                            "dt",
                            Kind.DATE),
                    true,
                    14,
                    "'bucket' = '2'"),
            new Table(
                    "t2",
                    columns(
                            "id",
                            Kind.INT,
                            "a",
                            Kind.INT,
                            "l",
                            Kind.BIGINT,
                            "s",
                            Kind.TEXT,
                            "d",
                            Kind.DECIMAL,
                            "dt",
                            Kind.DATE,
                            "x",
                            Kind.DOUBLE),
                    false,
                    14,
                    ""),
            new Table(
                    "t3",
                    columns("id", Kind.INT, "k", Kind.INT, "s", Kind.TEXT, "f", Kind.BOOLEAN),
                    true,
                    10,
                    "'bucket' = '1'"),
            new Table("t4", columns("id", Kind.INT, "a", Kind.INT, "s", Kind.TEXT), true, 0, "'bucket' = '1'"));

    private static Map<String, Kind> columns(Object... namesAndKinds) {
        Map<String, Kind> columns = new LinkedHashMap<>();
        for (int i = 0; i < namesAndKinds.length; i += 2) {
            columns.put((String) namesAndKinds[i], (Kind) namesAndKinds[i + 1]);
        }
        return columns;
    }

    /** More often one with rows. */
    static Table any(Dice dice) {
        return dice.oneIn(15) ? ALL.get(3) : ALL.get(dice.below(3));
    }

    String create(Dialect dialect) {
        String list = columns.entrySet().stream()
                .map(column -> column.getKey() + " " + column.getValue().sql)
                .collect(Collectors.joining(", "));
        String key = keyed ? ", PRIMARY KEY (id)" + (dialect == Dialect.LAKELOG ? " NOT ENFORCED" : "") : "";
        String with = dialect == Dialect.LAKELOG && !options.isEmpty() ? " WITH (" + options + ")" : "";
        return "CREATE TABLE " + name + " (" + list + key + ")" + with;
    }

    /** Statements that fill it, a few rows each. */
    List<String> inserts(Dice dice) {
        List<String> inserts = new ArrayList<>();
        for (int id = 1; id <= rows; id += 5) {
            List<String> values = new ArrayList<>();
            for (int row = id; row < Math.min(id + 5, rows + 1); row++) {
                values.add(row(row, dice));
            }
            inserts.add("INSERT INTO " + name + " VALUES " + String.join(", ", values));
        }
        return inserts;
    }

    private String row(int id, Dice dice) {
        return columns.values().stream()
                .skip(1)
                .map(kind -> dice.oneIn(5) ? "NULL" : Literals.literal(kind, dice))
                .collect(Collectors.joining(", ", "(" + id + ", ", ")"));
    }
}
