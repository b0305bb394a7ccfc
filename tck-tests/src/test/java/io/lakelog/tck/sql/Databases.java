package io.lakelog.tck.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Both databases, with the same rows in the tables of {@link Table#ALL}. */
final class Databases implements AutoCloseable {
    private static final int SECONDS = 60;

    private final Map<Dialect, Connection> connections = new EnumMap<>(Dialect.class);

    /** @param warehouse an empty directory */
    Databases(Path warehouse, long seed) throws SQLException {
        connections.put(Dialect.LAKELOG, DriverManager.getConnection("jdbc:lakelog:" + warehouse));
        connections.put(Dialect.H2, DriverManager.getConnection("jdbc:h2:mem:"));
        Dice dice = new Dice(seed);
        for (Table table : Table.ALL) {
            List<String> inserts = table.inserts(dice);
            for (Map.Entry<Dialect, Connection> database : connections.entrySet()) {
                try (Statement statement = database.getValue().createStatement()) {
                    statement.execute(table.create(database.getKey()));
                    for (String insert : inserts) {
                        statement.executeUpdate(insert);
                    }
                }
            }
        }
    }

    Outcome outcome(Fragment text, boolean ordered) {
        return Outcome.of(answer(Dialect.LAKELOG, text, ordered), answer(Dialect.H2, text, ordered));
    }

    Answer answer(Dialect dialect, Fragment text, boolean ordered) {
        List<Object> parameters = new ArrayList<>();
        String sql = text.write(dialect, parameters);
        Connection connection = Objects.requireNonNull(connections.get(dialect));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(SECONDS);
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                return Answer.of(rows, ordered);
            }
        } catch (SQLException e) {
            return Answer.of(e);
        }
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : connections.values()) {
            connection.close();
        }
    }
}
