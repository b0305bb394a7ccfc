package io.lakelog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.sql.Engine;
import io.lakelog.storage.env.Environment;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** ARRAY, MAP, ROW and timestamps of nanoseconds, as parameters and as results. */
final class NestedValuesTest {
    private static final LocalDateTime TIME = LocalDateTime.parse("1969-12-31T23:59:59.123456789");

    @TempDir
    Path directory = Path.of("unset");

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void comeBackAsTheyWent(Transport transport) throws SQLException {
        try (Engine engine = Engine.open(Environment.local(), directory.toString());
                Transport.Place place = transport.open(engine, directory.toString());
                Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, a ARRAY<INT>, m MAP<STRING, BIGINT>,"
                    + " r ROW<x INT, y ARRAY<TIMESTAMP(9)>>, ts TIMESTAMP(9))");
            Map<String, Long> map = new LinkedHashMap<>();
            map.put("b", 2L);
            map.put("a", null);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (1, ?, ?, ?, ?)")) {
                insert.setArray(1, connection.createArrayOf("INT", new Object[] {1, null, 3}));
                insert.setObject(2, map);
                insert.setObject(3, connection.createStruct("ROW", new Object[] {7, List.of(TIME)}));
                insert.setObject(4, TIME);
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            try (ResultSet row =
                    statement.executeQuery("SELECT * FROM t WHERE ts = TIMESTAMP '1969-12-31 23:59:59.123456789'")) {
                assertThat(row.getMetaData().getColumnType(2)).isEqualTo(Types.ARRAY);
                assertThat(row.getMetaData().getColumnTypeName(3)).isEqualTo("MAP<STRING, BIGINT>");
                assertThat(row.getMetaData().getColumnType(4)).isEqualTo(Types.STRUCT);
                assertThat(row.next()).isTrue();
                Array array = row.getArray("a");
                assertThat((Object[]) array.getArray()).isEqualTo(new Object[] {1, null, 3});
                assertThat(array.getBaseType()).isEqualTo(Types.INTEGER);
                assertThat(row.getString("a")).isEqualTo("[1, NULL, 3]");
                assertThat(row.getObject("m")).isEqualTo(map);
                assertThat(row.getString("m")).isEqualTo("{b=2, a=NULL}");
                Struct struct = (Struct) row.getObject("r");
                assertThat(struct.getAttributes()[0]).isEqualTo(7);
                assertThat((Object[]) ((Array) struct.getAttributes()[1]).getArray())
                        .isEqualTo(new Object[] {Timestamp.valueOf(TIME)});
                assertThat(row.getString("r")).isEqualTo("(7, [1969-12-31 23:59:59.123456789])");
                assertThat(row.getObject("ts", LocalDateTime.class)).isEqualTo(TIME);
                assertThat(row.getTimestamp("ts")).isEqualTo(Timestamp.valueOf(TIME));
                assertThat(row.getObject("a", List.class)).isEqualTo(Arrays.asList(1, null, 3));
                assertThatThrownBy(() -> row.getInt("a")).isInstanceOf(SQLException.class);
            }
        }
    }
}
