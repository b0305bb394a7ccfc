package io.lakelog.tck.jdbc;

import static io.lakelog.tck.jdbc.Sql.assertState;
import static io.lakelog.tck.jdbc.Sql.query;
import static io.lakelog.tck.jdbc.Sql.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.UUID;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;

@DisplayName("13.2 PreparedStatement")
class PreparedConformanceTest {
    private static final String ALL_TYPES = "CREATE TABLE t (k INT PRIMARY KEY, b BOOLEAN, ti TINYINT, si SMALLINT,"
            + " bi BIGINT NOT NULL DEFAULT 0, f FLOAT, d DOUBLE, dc DECIMAL(38, 10), c CHAR(3), v VARCHAR(20), s STRING,"
            + " bn BINARY(2), vb VARBINARY(20), bs BYTES)";

    @Conforms("a statement runs many times with other values, and without parameters too")
    void again(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, v STRING)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                for (int i = 0; i < 3; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "v" + i);
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                }
            }
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (9, 'x')");
                    PreparedStatement select = connection.prepareStatement("SELECT COUNT(*) FROM t")) {
                for (int i = 0; i < 2; i++) {
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                    assertThat(Sql.rows(select.executeQuery())).containsExactly("4");
                }
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT v FROM t WHERE k = ?")) {
                select.setInt(1, 1);
                assertThat(Sql.rows(select.executeQuery())).containsExactly("v1");
                select.setInt(1, 2);
                assertThat(Sql.rows(select.executeQuery())).containsExactly("v2");
                assertThat(select.execute()).isTrue();
            }
        });
    }

    @Conforms("a statement follows its table: what was added since is seen, what is gone is an error")
    void tableChanged(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            try (PreparedStatement select = connection.prepareStatement("SELECT COUNT(*) FROM t")) {
                run(connection, "INSERT INTO t VALUES (2)");
                assertThat(Sql.rows(select.executeQuery())).containsExactly("2");
                run(connection, "DROP TABLE t");
                assertThatThrownBy(select::executeQuery).isInstanceOf(SQLException.class);
            }
        });
    }

    @Conforms("parameters and columns have their types before the first execution")
    void metadataBefore(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, ALL_TYPES);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t (k, b, ti, si, bi, f, d, dc, c, v, s, bn, vb, bs)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                ParameterMetaData parameters = insert.getParameterMetaData();
                int[] types = {
                    Types.INTEGER, Types.BOOLEAN, Types.TINYINT, Types.SMALLINT, Types.BIGINT, Types.REAL, Types.DOUBLE,
                    Types.DECIMAL, Types.CHAR, Types.VARCHAR, Types.VARCHAR, Types.BINARY, Types.VARBINARY,
                            Types.VARBINARY
                };
                assertThat(parameters.getParameterCount()).isEqualTo(types.length);
                for (int i = 0; i < types.length; i++) {
                    assertThat(parameters.getParameterType(i + 1))
                            .as("parameter " + (i + 1))
                            .isEqualTo(types[i]);
                    assertThat(parameters.getParameterClassName(i + 1)).isNotBlank();
                    assertThat(parameters.getParameterMode(i + 1)).isEqualTo(ParameterMetaData.parameterModeIn);
                }
                assertThat(parameters.getParameterTypeName(11)).isEqualTo("STRING");
                assertThat(parameters.getPrecision(8)).isEqualTo(38);
                assertThat(parameters.getScale(8)).isEqualTo(10);
                assertThat(parameters.isSigned(1)).isTrue();
                assertThat(parameters.isSigned(10)).isFalse();
                assertThat(insert.getMetaData() == null || insert.getMetaData().getColumnCount() == 0)
                        .isTrue();
            }
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT k AS id, v, d * 2 FROM t WHERE k = ? AND dc > ?")) {
                ResultSetMetaData columns = select.getMetaData();
                assertThat(columns.getColumnCount()).isEqualTo(3);
                assertThat(columns.getColumnLabel(1)).isEqualTo("id");
                assertThat(columns.getColumnName(1)).isEqualTo("k");
                assertThat(columns.getTableName(1)).isEqualTo("t");
                assertThat(columns.getColumnType(2)).isEqualTo(Types.VARCHAR);
                assertThat(columns.getPrecision(2)).isEqualTo(20);
                assertThat(columns.getColumnType(3)).isEqualTo(Types.DOUBLE);
                assertThat(select.getParameterMetaData().getParameterType(1)).isEqualTo(Types.INTEGER);
                assertThat(select.getParameterMetaData().getParameterType(2)).isEqualTo(Types.DECIMAL);
            }
        });
    }

    @Conforms(
            value = "ParameterMetaData.isNullable follows the column; a wrong number is an SQLException",
            notStock = "Avatica does not know")
    void parameterNullable(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, ALL_TYPES);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (k, b, bi) VALUES (?, ?, ?)")) {
                ParameterMetaData parameters = insert.getParameterMetaData();
                assertThat(parameters.isNullable(1)).isEqualTo(ParameterMetaData.parameterNoNulls);
                assertThat(parameters.isNullable(2)).isEqualTo(ParameterMetaData.parameterNullable);
                assertThat(parameters.isNullable(3)).isEqualTo(ParameterMetaData.parameterNoNulls);
                assertThatThrownBy(() -> parameters.getParameterType(0)).isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> parameters.getParameterType(4)).isInstanceOf(SQLException.class);
            }
        });
    }

    @Conforms("the setters of numbers, texts, booleans and bytes")
    void setters(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, ALL_TYPES);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t (k, b, ti, si, bi, f, d, dc, c, v,"
                            + " s, bn, vb, bs) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                insert.setInt(1, 1);
                insert.setBoolean(2, true);
                insert.setByte(3, (byte) -128);
                insert.setShort(4, (short) -32768);
                insert.setLong(5, Long.MIN_VALUE);
                insert.setFloat(6, 1.5f);
                insert.setDouble(7, -1e300);
                insert.setBigDecimal(8, new BigDecimal("1234567890123456789012345678.0123456789"));
                insert.setString(9, "a");
                insert.setString(10, "naïve 漢字 🦀");
                insert.setString(11, "");
                insert.setBytes(12, new byte[] {1, 2});
                insert.setBytes(13, new byte[] {0, -1});
                insert.setBytes(14, new byte[0]);
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT * FROM t");
                    ResultSet row = select.executeQuery()) {
                assertThat(row.next()).isTrue();
                assertThat(row.getInt(1)).isEqualTo(1);
                assertThat(row.getBoolean(2)).isTrue();
                assertThat(row.getByte(3)).isEqualTo((byte) -128);
                assertThat(row.getShort(4)).isEqualTo((short) -32768);
                assertThat(row.getLong(5)).isEqualTo(Long.MIN_VALUE);
                assertThat(row.getFloat(6)).isEqualTo(1.5f);
                assertThat(row.getDouble(7)).isEqualTo(-1e300);
                assertThat(row.getBigDecimal(8)).isEqualTo(new BigDecimal("1234567890123456789012345678.0123456789"));
                assertThat(row.getString(9)).startsWith("a");
                assertThat(row.getString(10)).isEqualTo("naïve 漢字 🦀");
                assertThat(row.getString(11)).isEmpty();
                assertThat(row.getBytes(12)).containsExactly(1, 2);
                assertThat(row.getBytes(13)).containsExactly(0, -1);
                assertThat(row.getBytes(14)).isEmpty();
            }
        });
    }

    @Conforms("setNull and setObject(null) for every type; NULL comes back with wasNull")
    void nulls(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, ALL_TYPES);
            String names = "b, ti, si, f, d, dc, c, v, s, bn, vb, bs";
            int[] types = {
                Types.BOOLEAN,
                Types.TINYINT,
                Types.SMALLINT,
                Types.REAL,
                Types.DOUBLE,
                Types.DECIMAL,
                Types.CHAR,
                Types.VARCHAR,
                Types.NULL,
                Types.BINARY,
                Types.VARBINARY,
                Types.VARBINARY
            };
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO t (k, " + names + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                for (int k = 1; k <= 2; k++) {
                    insert.setInt(1, k);
                    for (int i = 0; i < types.length; i++) {
                        if (k == 1) {
                            insert.setNull(i + 2, types[i]);
                        } else {
                            insert.setObject(i + 2, null);
                        }
                    }
                    insert.executeUpdate();
                }
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT " + names + " FROM t");
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    for (int i = 1; i <= types.length; i++) {
                        assertThat(row.getObject(i)).isNull();
                        assertThat(row.wasNull()).isTrue();
                        assertThat(row.getString(i)).isNull();
                    }
                    assertThat(row.getBoolean(1)).isFalse();
                    assertThat(row.getByte(2)).isZero();
                    assertThat(row.getInt(3)).isZero();
                    assertThat(row.getLong(3)).isZero();
                    assertThat(row.getFloat(4)).isZero();
                    assertThat(row.getDouble(5)).isZero();
                    assertThat(row.getBigDecimal(6)).isNull();
                    assertThat(row.getBytes(12)).isNull();
                    assertThat(row.wasNull()).isTrue();
                }
            }
        });
    }

    @Conforms(
            value = "streams, readers, BLOBs and CLOBs of given and unknown length",
            notStock = "Avatica refuses streams")
    void streams(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, s STRING, b BYTES)");
            byte[] bytes = {1, 2, 3, 4};
            List<Setter> texts = List.of(
                    p -> p.setCharacterStream(2, new StringReader("text")),
                    p -> p.setCharacterStream(2, new StringReader("text and more"), 4),
                    p -> p.setCharacterStream(2, new StringReader("text and more"), 4L),
                    p -> p.setNCharacterStream(2, new StringReader("text")),
                    p -> p.setNCharacterStream(2, new StringReader("text and more"), 4L),
                    p -> p.setAsciiStream(2, ascii("text")),
                    p -> p.setAsciiStream(2, ascii("text and more"), 4),
                    p -> p.setAsciiStream(2, ascii("text and more"), 4L),
                    p -> p.setClob(2, new SerialClob("text".toCharArray())),
                    p -> p.setClob(2, new StringReader("text")),
                    p -> p.setClob(2, new StringReader("text and more"), 4L),
                    p -> p.setNClob(2, new StringReader("text")),
                    p -> p.setNString(2, "text"),
                    p -> p.setObject(2, "text", Types.LONGVARCHAR));
            List<Setter> binaries = List.of(
                    p -> p.setBinaryStream(3, new ByteArrayInputStream(bytes)),
                    p -> p.setBinaryStream(3, new ByteArrayInputStream(new byte[] {1, 2, 3, 4, 5}), 4),
                    p -> p.setBinaryStream(3, new ByteArrayInputStream(new byte[] {1, 2, 3, 4, 5}), 4L),
                    p -> p.setBlob(3, new SerialBlob(bytes)),
                    p -> p.setBlob(3, new ByteArrayInputStream(bytes)),
                    p -> p.setBlob(3, new ByteArrayInputStream(new byte[] {1, 2, 3, 4, 5}), 4L),
                    p -> p.setBytes(3, bytes));
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
                for (int i = 0; i < texts.size(); i++) {
                    insert.setInt(1, i);
                    texts.get(i).set(insert);
                    binaries.get(i % binaries.size()).set(insert);
                    insert.executeUpdate();
                }
            }
            assertThat(query(connection, "SELECT DISTINCT s, b FROM t")).containsExactly("text|01020304");
            assertThat(query(connection, "SELECT COUNT(*) FROM t")).containsExactly("" + texts.size());
        });
    }

    private static InputStream ascii(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    private interface Setter {
        void set(PreparedStatement statement) throws SQLException;
    }

    @Conforms("setObject takes numbers, texts, booleans and bytes as they are; decimals keep every digit")
    void setObject(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, d DECIMAL(38, 4))");
            String[] values = {"0.1", "1E+3", "-0.00", "9999999999999999999999999999999999.9999"};
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                for (int i = 0; i < values.length; i++) {
                    insert.setObject(1, i);
                    insert.setObject(2, new BigDecimal(values[i]));
                    insert.executeUpdate();
                }
            }
            assertThat(query(connection, "SELECT d FROM t ORDER BY k"))
                    .containsExactly("0.1000", "1000.0000", "0.0000", "9999999999999999999999999999999999.9999");
        });
    }

    @Conforms(
            value = "setObject with a type and a scale converts; other classes of Java too",
            notStock = "Avatica converts less")
    void setObjectWithType(Setting setting) throws Exception {
        setting.run(connection -> {
            UUID uuid = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
            assertThat(echo(connection, "DECIMAL(10, 3)", p -> p.setObject(1, "12.3456", Types.DECIMAL, 2)))
                    .isEqualTo("12.350");
            assertThat(echo(connection, "DECIMAL(10, 3)", p -> p.setObject(1, 12.5, JDBCType.NUMERIC, 1)))
                    .isEqualTo("12.500");
            assertThat(echo(connection, "INT", p -> p.setObject(1, "42", Types.INTEGER)))
                    .isEqualTo("42");
            assertThat(echo(connection, "INT", p -> p.setObject(1, true, Types.INTEGER)))
                    .isEqualTo("1");
            assertThat(echo(connection, "BIGINT", p -> p.setObject(1, new BigInteger("9000000000"))))
                    .isEqualTo("9000000000");
            assertThat(echo(connection, "STRING", p -> p.setObject(1, 42, Types.VARCHAR)))
                    .isEqualTo("42");
            assertThat(echo(connection, "STRING", p -> p.setObject(1, uuid))).isEqualTo(uuid.toString());
            assertThat(echo(connection, "STRING", p -> p.setObject(1, 'x'))).isEqualTo("x");
            assertThat(echo(connection, "DATE", p -> p.setObject(1, "2024-02-29", Types.DATE)))
                    .isEqualTo("2024-02-29");
            assertThat(echo(connection, "TIMESTAMP(3)", p -> p.setObject(1, "2024-02-29 01:02:03.4", Types.TIMESTAMP)))
                    .isEqualTo("2024-02-29 01:02:03.400");
            assertThat(echo(connection, "BOOLEAN", p -> p.setObject(1, "true", Types.BOOLEAN)))
                    .isEqualTo("true");
            assertThat(echo(connection, "DOUBLE", p -> p.setObject(1, "2.5", JDBCType.DOUBLE)))
                    .isEqualTo("2.5");
            assertThat(echo(connection, "INT", p -> p.setNull(1, Types.INTEGER, "INT")))
                    .isNull();
            assertThatThrownBy(() -> echo(connection, "INT", p -> p.setObject(1, "many", Types.INTEGER)))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> echo(connection, "INT", p -> p.setObject(1, new Object())))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> echo(connection, "TINYINT", p -> p.setInt(1, 300)))
                    .isInstanceOf(SQLException.class);
        });
    }

    private static @Nullable String echo(Connection connection, String type, Setter setter) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT CAST(? AS " + type + ")")) {
            setter.set(select);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }

    @Conforms(
            value = "a parameter that has not been set, or does not exist, is an SQLException; clearParameters unsets",
            notStock = "Avatica's client takes a missing one for NULL")
    void unset(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, v INT)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                insert.setInt(1, 1);
                assertState("07001", insert::executeUpdate);
                assertState("07001", () -> insert.setInt(3, 1));
                assertState("07001", () -> insert.setInt(0, 1));
                insert.setInt(2, 1);
                insert.executeUpdate();
                insert.clearParameters();
                assertState("07001", insert::executeUpdate);
                assertThatThrownBy(() -> insert.executeUpdate("DELETE FROM t")).isInstanceOf(SQLException.class);
                assertThatThrownBy(insert::executeQuery).isInstanceOf(SQLException.class);
            }
            assertThat(query(connection, "SELECT * FROM t")).containsExactly("1|1");
        });
    }
}
