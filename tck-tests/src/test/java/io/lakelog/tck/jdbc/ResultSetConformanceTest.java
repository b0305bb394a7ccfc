package io.lakelog.tck.jdbc;

import static io.lakelog.tck.jdbc.Sql.assertState;
import static io.lakelog.tck.jdbc.Sql.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;

@DisplayName("15 Result Sets, Appendix B Data Type Conversion Tables")
class ResultSetConformanceTest {
    private static final String ROW = "SELECT k, CAST(k AS TINYINT) AS ti, CAST(k AS SMALLINT) AS si, CAST(k AS BIGINT)"
            + " AS bi, CAST(k AS FLOAT) AS f, CAST(k AS DOUBLE) AS d, CAST(k AS DECIMAL(10, 2)) AS dc,"
            + " CAST(k AS STRING) AS s, k > 0 AS b, X'0AFF' AS bn, DATE '2024-02-29' AS da, TIME '01:02:03' AS ti2,"
            + " TIMESTAMP '2024-02-29 01:02:03.456' AS ts FROM (VALUES 1) AS x (k)";
    private static final List<String> NUMBERS = List.of("k", "ti", "si", "bi", "f", "d", "dc", "s");

    private static ResultSet row(Connection connection) throws SQLException {
        ResultSet row = connection.createStatement().executeQuery(ROW);
        assertThat(row.next()).isTrue();
        return row;
    }

    @Conforms("every number is read as every type of number, and as text")
    void numbers(Setting setting) throws Exception {
        setting.run(connection -> {
            ResultSet row = row(connection);
            for (String column : NUMBERS.subList(0, NUMBERS.size() - 1)) {
                assertThat(row.getByte(column)).as(column).isEqualTo((byte) 1);
                assertThat(row.getShort(column)).as(column).isEqualTo((short) 1);
                assertThat(row.getInt(column)).as(column).isEqualTo(1);
                assertThat(row.getLong(column)).as(column).isEqualTo(1);
                assertThat(row.getFloat(column)).as(column).isEqualTo(1f);
                assertThat(row.getDouble(column)).as(column).isEqualTo(1d);
                assertThat(row.getBigDecimal(column)).as(column).isEqualByComparingTo("1");
                assertThat(row.getString(column)).as(column).startsWith("1");
            }
            assertThat(row.getString("dc")).isEqualTo("1.00");
        });
    }

    @Conforms(
            value = "texts are read as numbers; numbers, texts and booleans as booleans; a number too large is 22003",
            notStock = "Avatica cuts numbers")
    void booleansAndRanges(Setting setting) throws Exception {
        setting.run(connection -> {
            ResultSet row = row(connection);
            assertThat(row.getInt("s")).isEqualTo(1);
            assertThat(row.getBigDecimal("s")).isEqualByComparingTo("1");
            for (String column : NUMBERS) {
                assertThat(row.getBoolean(column)).as(column).isTrue();
            }
            assertThat(row.getBoolean("b")).isTrue();
            assertThat(row.getString("b")).isEqualTo("true");
            try (Statement statement = connection.createStatement();
                    ResultSet large = statement.executeQuery("VALUES (3000000000, 1e300, '300', 1.5)")) {
                large.next();
                assertState("22003", () -> large.getInt(1));
                assertState("22003", () -> large.getByte(3));
                assertState("22003", () -> large.getLong(2));
                assertThat(large.getLong(1)).isEqualTo(3_000_000_000L);
                assertThat(large.getInt(4)).isEqualTo(1);
            }
        });
    }

    @Conforms(
            value = "getObject(column, class) for every class of JDBC 4.3; what has no such form is an SQLException",
            notStock = "Avatica knows few classes")
    void getObjectOfClass(Setting setting) throws Exception {
        setting.run(connection -> {
            ResultSet row = row(connection);
            for (String column : NUMBERS) {
                assertThat(row.getObject(column, Byte.class)).isEqualTo((byte) 1);
                assertThat(row.getObject(column, Short.class)).isEqualTo((short) 1);
                assertThat(row.getObject(column, Integer.class)).isEqualTo(1);
                assertThat(row.getObject(column, Long.class)).isEqualTo(1L);
                assertThat(row.getObject(column, Float.class)).isEqualTo(1f);
                assertThat(row.getObject(column, Double.class)).isEqualTo(1d);
                assertThat(row.getObject(column, BigDecimal.class)).isEqualByComparingTo("1");
                assertThat(row.getObject(column, BigInteger.class)).isEqualTo(BigInteger.ONE);
                assertThat(row.getObject(column, Boolean.class)).isTrue();
                assertThat(row.getObject(column, String.class)).startsWith("1");
            }
            assertThat(row.getObject("bn", byte[].class)).containsExactly(10, -1);
            assertThat(row.getObject("da", LocalDate.class)).isEqualTo("2024-02-29");
            assertThat(row.getObject("da", java.sql.Date.class)).hasToString("2024-02-29");
            assertThat(row.getObject("ti2", LocalTime.class)).isEqualTo("01:02:03");
            assertThat(row.getObject("ts", LocalDateTime.class)).isEqualTo("2024-02-29T01:02:03.456");
            assertThat(row.getObject("ts", LocalDate.class)).isEqualTo("2024-02-29");
            assertThat(row.getObject("ts", java.util.Date.class)).isEqualTo(row.getTimestamp("ts"));
            assertThatThrownBy(() -> row.getObject("da", Integer.class)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> row.getObject("k", LocalDate.class)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> row.getObject("k", Thread.class)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> row.getObject("k", (Class<?>) null)).isInstanceOf(SQLException.class);
            try (Statement statement = connection.createStatement();
                    ResultSet texts = statement.executeQuery("VALUES ('01234567-89ab-cdef-0123-456789abcdef',"
                            + " '2024-02-29 01:02:03', '2024-02-29T01:02:03+05:30', CAST(NULL AS STRING),"
                            + " 'file:/a', X'0102')")) {
                texts.next();
                assertThat(texts.getObject(1, UUID.class)).hasToString("01234567-89ab-cdef-0123-456789abcdef");
                assertThat(texts.getObject(2, LocalDateTime.class)).isEqualTo("2024-02-29T01:02:03");
                assertThat(texts.getObject(3, Instant.class)).isEqualTo("2024-02-28T19:32:03Z");
                assertThat(texts.getObject(5, URL.class)).hasToString("file:/a");
                assertThat(texts.getObject(5, Reader.class).read()).isEqualTo('f');
                assertThat(texts.getObject(5, Clob.class).length()).isEqualTo(7);
                assertThat(texts.getObject(6, InputStream.class)).hasBinaryContent(new byte[] {1, 2});
                assertThat(texts.getObject(6, Blob.class).length()).isEqualTo(2);
                for (Class<?> none : List.of(Ref.class, RowId.class, SQLXML.class, Array.class, Struct.class)) {
                    Sql.assertState("42804", () -> texts.getObject(1, none));
                }
                assertThat(texts.getObject(4, UUID.class)).isNull();
                assertThat(texts.getObject(4, Integer.class)).isNull();
                assertThat(texts.getObject(4, OffsetDateTime.class)).isNull();
                assertThatThrownBy(() -> texts.getObject(2, UUID.class)).isInstanceOf(SQLException.class);
            }
        });
    }

    @Conforms("getObject gives the class that the metadata names")
    void getObject(Setting setting) throws Exception {
        setting.run(connection -> {
            ResultSet row = row(connection);
            ResultSetMetaData columns = row.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                if (setting.way().isOurs()) {
                    assertThat(row.getObject(i))
                            .as(columns.getColumnLabel(i))
                            .isInstanceOf(Class.forName(columns.getColumnClassName(i)));
                }
                assertThat(row.getObject(i)).isNotNull();
                assertThat(row.wasNull()).isFalse();
            }
        });
    }

    @Conforms(value = "texts and bytes as streams, readers, CLOBs and BLOBs", notStock = "Avatica has some")
    void streams(Setting setting) throws Exception {
        setting.run(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("VALUES ('text', X'0102')")) {
                row.next();
                try (Reader reader = row.getCharacterStream(1);
                        InputStream ascii = row.getAsciiStream(1);
                        InputStream binary = row.getBinaryStream(2)) {
                    assertThat(new BufferedReader(reader).readLine()).isEqualTo("text");
                    assertThat(ascii).hasContent("text");
                    assertThat(binary.readAllBytes()).containsExactly(1, 2);
                }
                Clob clob = row.getClob(1);
                assertThat(clob.getSubString(1, (int) clob.length())).isEqualTo("text");
                Blob blob = row.getBlob(2);
                assertThat(blob.getBytes(1, (int) blob.length())).containsExactly(1, 2);
                assertThat(row.getNString(1)).isEqualTo("text");
                assertThat(row.getNClob(1).getSubString(2, 2)).isEqualTo("ex");
                assertThat(row.getObject(1, NClob.class).length()).isEqualTo(4);
                assertThat(row.getString(2)).isEqualTo("0102");
            }
        });
    }

    @Conforms("labels: the alias, without regard to case, the first of equal ones; findColumn")
    void labels(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, \"Mixed\" INT)", "INSERT INTO t VALUES (1, 2)");
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT k AS Alias, \"Mixed\", k + 1 AS alias FROM t")) {
                row.next();
                assertThat(row.getInt("Alias")).isEqualTo(1);
                assertThat(row.getInt("ALIAS")).isEqualTo(1);
                assertThat(row.getInt("mixed")).isEqualTo(2);
                assertThat(row.findColumn("MIXED")).isEqualTo(2);
                assertThatThrownBy(() -> row.getInt("nothing")).isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> row.findColumn("nothing")).isInstanceOf(SQLException.class);
            }
        });
    }

    @Conforms(
            value = "a wrong column, row or state is an SQLException with its SQLSTATE",
            notStock = "Avatica's have none")
    void wrongUse(Setting setting) throws Exception {
        setting.run(connection -> {
            Statement statement = connection.createStatement();
            ResultSet row = statement.executeQuery("VALUES 1");
            assertState("24000", () -> row.getInt(1));
            row.next();
            assertState("42S22", () -> row.getInt(0));
            assertState("42S22", () -> row.getInt(2));
            assertState("42S22", () -> row.getInt("nothing"));
            assertState("42S22", () -> row.getInt((String) null));
            assertState("42S22", () -> row.getMetaData().getColumnName(2));
            assertThat(row.next()).isFalse();
            assertState("24000", () -> row.getInt(1));
            assertThat(row.next()).isFalse();
            row.close();
            row.close();
            assertState("08003", row::next);
            assertState("08003", () -> row.getInt(1));
            assertState("08003", row::getMetaData);
            assertState("08003", row::wasNull);
        });
    }

    @Conforms(value = "where the cursor is: getRow, isBeforeFirst, isFirst, isAfterLast", notStock = "Avatica's differ")
    void position(Setting setting) throws Exception {
        setting.run(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("VALUES 1, 2")) {
                assertThat(row.isBeforeFirst()).isTrue();
                assertThat(row.getRow()).isZero();
                row.next();
                assertThat(row.isBeforeFirst()).isFalse();
                assertThat(row.isFirst()).isTrue();
                assertThat(row.getRow()).isEqualTo(1);
                row.next();
                assertThat(row.isFirst()).isFalse();
                assertThat(row.getRow()).isEqualTo(2);
                assertThat(row.isAfterLast()).isFalse();
                assertThat(row.next()).isFalse();
                assertThat(row.isAfterLast()).isTrue();
                assertThat(row.getRow()).isZero();
                assertThat(row.getFetchDirection()).isEqualTo(ResultSet.FETCH_FORWARD);
                assertThat(row.getType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
                assertThat(row.getConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
                assertThat(row.getHoldability()).isEqualTo(ResultSet.HOLD_CURSORS_OVER_COMMIT);
                assertThat((Object) row.getWarnings()).isNull();
                row.clearWarnings();
            }
            try (Statement statement = connection.createStatement();
                    ResultSet none = statement.executeQuery("SELECT * FROM (VALUES 1) AS x (k) WHERE k > 1")) {
                assertThat(none.isBeforeFirst())
                        .as("there is no row to be before")
                        .isFalse();
                assertThat(none.next()).isFalse();
                assertThat(none.isAfterLast()).isFalse();
            }
        });
    }

    @Conforms(value = "scrolling and changing rows are refused as not supported", notStock = "Avatica's own refusals")
    void refusals(Setting setting) throws Exception {
        setting.run(connection -> {
            ResultSet row = row(connection);
            List<Move> moves = List.of(
                    ResultSet::previous,
                    ResultSet::first,
                    ResultSet::last,
                    ResultSet::beforeFirst,
                    ResultSet::afterLast,
                    r -> r.absolute(1),
                    r -> r.relative(1),
                    r -> r.updateInt(1, 2),
                    r -> r.updateString("s", "x"),
                    ResultSet::updateRow,
                    ResultSet::insertRow,
                    ResultSet::deleteRow,
                    ResultSet::moveToInsertRow,
                    ResultSet::refreshRow,
                    r -> r.getRowId(1),
                    ResultSet::getCursorName);
            for (Move move : moves) {
                assertThatThrownBy(() -> move.of(row)).isInstanceOf(SQLFeatureNotSupportedException.class);
            }
            assertThat(row.getInt(1)).isEqualTo(1);
        });
    }

    private interface Move {
        void of(ResultSet result) throws SQLException;
    }

    @Conforms("ResultSetMetaData: names, types, sizes, nullability and the table of each column")
    void metadata(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, d DECIMAL(10, 2), v VARCHAR(20), ts TIMESTAMP(3))");
            String schema = connection.getSchema();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT k AS id, d, v, ts, d + 1 AS more FROM t")) {
                ResultSetMetaData columns = row.getMetaData();
                assertThat(columns.getColumnCount()).isEqualTo(5);
                assertThat(columns.getColumnLabel(1)).isEqualTo("id");
                assertThat(columns.getColumnName(1)).isEqualTo("k");
                assertThat(columns.isNullable(1)).isEqualTo(ResultSetMetaData.columnNoNulls);
                assertThat(columns.isNullable(2)).isEqualTo(ResultSetMetaData.columnNullable);
                assertThat(columns.getPrecision(2)).isEqualTo(10);
                assertThat(columns.getScale(2)).isEqualTo(2);
                assertThat(columns.isSigned(2)).isTrue();
                assertThat(columns.getColumnType(2)).isEqualTo(Types.DECIMAL);
                assertThat(columns.getColumnTypeName(2)).isEqualTo("DECIMAL");
                assertThat(columns.getColumnDisplaySize(3)).isEqualTo(20);
                assertThat(columns.getColumnType(4)).isEqualTo(Types.TIMESTAMP);
                assertThat(columns.getScale(4)).isEqualTo(3);
                for (int i = 1; i <= 4; i++) {
                    assertThat(columns.getTableName(i)).isEqualTo("t");
                    if (setting.way().isOurs()) {
                        assertThat(columns.getSchemaName(i)).isEqualTo(schema);
                    }
                    assertThat(columns.getCatalogName(i)).isEqualTo("lakelog");
                    assertThat(columns.isSearchable(i)).isTrue();
                    assertThat(columns.isAutoIncrement(i)).isFalse();
                    assertThat(columns.isCurrency(i)).isFalse();
                }
                assertThat(columns.getTableName(5)).isNullOrEmpty();
                assertThat(columns.isReadOnly(5)).isTrue();
                assertThat(columns.isWritable(2)).isTrue();
                assertThat(columns.isDefinitelyWritable(2)).isFalse();
                assertThat(columns.isCaseSensitive(3)).isTrue();
            }
        });
    }
}
