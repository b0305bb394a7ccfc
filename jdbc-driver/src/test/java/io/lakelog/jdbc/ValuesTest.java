package io.lakelog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every type in every form, on all ways, in several time zones of the JVM. */
@Isolated("sets the JVM's time zone")
final class ValuesTest {
    private static final List<DataType> TYPES = List.of(
            DataType.BOOLEAN,
            DataType.TINYINT,
            DataType.SMALLINT,
            DataType.INT,
            DataType.BIGINT,
            DataType.FLOAT,
            DataType.DOUBLE,
            DataType.decimal(5, 2),
            DataType.decimal(38, 18),
            DataType.STRING,
            DataType.BYTES,
            DataType.DATE,
            DataType.time(3),
            DataType.timestamp(6),
            DataType.timestampLtz(6));

    private static final List<@Nullable Object> ROW = List.of(
            true,
            (byte) -7,
            (short) 300,
            70_000,
            5_000_000_000L,
            1.5f,
            2.25,
            new BigDecimal("-12.30"),
            new BigDecimal("12345678901234567890.123456789012345678"),
            "naïve 漢字 🦀",
            new byte[] {0, (byte) 0xff, 16},
            LocalDate.of(2024, 2, 29),
            LocalTime.of(1, 2, 3, 4_000_000),
            LocalDateTime.of(2024, 1, 1, 12, 0, 0, 123_456_000),
            Instant.parse("2024-06-01T10:00:00.000001Z"));

    @TempDir
    Path directory = Path.of("unset");

    private final TimeZone before = TimeZone.getDefault();

    @AfterEach
    void resetZone() {
        TimeZone.setDefault(before);
    }

    private FakeEngine engine() {
        return new FakeEngine(Catalog.open(Environment.local(), directory.toString()));
    }

    private void with(Transport transport, FakeEngine engine, String more, Use use) throws SQLException {
        try (Transport.Place place = transport.open(engine, directory.toString());
                Connection connection = place.connect(more)) {
            use.of(connection);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void everyTypeAsTextAndObject(Transport transport) throws SQLException {
        FakeEngine engine = engine().rows("SELECT", TYPES, List.of(ROW));
        with(transport, engine, ";timezone=Asia/Kolkata", connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT")) {
                assertThat(row.next()).isTrue();
                List<@Nullable String> texts = new ArrayList<>();
                for (int i = 1; i <= TYPES.size(); i++) {
                    texts.add(row.getString(i));
                    Object object = row.getObject(i);
                    String className = row.getMetaData().getColumnClassName(i);
                    assertThat(object.getClass().getName()).isEqualTo(className);
                    assertThat(row.wasNull()).isFalse();
                }
                assertThat(texts)
                        .containsExactly(
                                "true",
                                "-7",
                                "300",
                                "70000",
                                "5000000000",
                                "1.5",
                                "2.25",
                                "-12.30",
                                "12345678901234567890.123456789012345678",
                                "naïve 漢字 🦀",
                                "00FF10",
                                "2024-02-29",
                                "01:02:03.004",
                                "2024-01-01 12:00:00.123456",
                                "2024-06-01 15:30:00.000001+05:30");
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void nullsInEveryForm(Transport transport) throws SQLException {
        List<@Nullable Object> nulls = Arrays.asList(new @Nullable Object[TYPES.size()]);
        FakeEngine engine = engine().rows("SELECT", TYPES, List.of(nulls, ROW));
        with(transport, engine, "", connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT")) {
                assertThat(row.next()).isTrue();
                for (int i = 1; i <= TYPES.size(); i++) {
                    assertThat(row.getObject(i)).isNull();
                    assertThat(row.wasNull()).isTrue();
                    assertThat(row.getString("C" + i)).isNull();
                    assertThat(row.getObject(i, String.class)).isNull();
                    assertThat(row.getObject(i, LocalDateTime.class)).isNull();
                }
                assertThat(row.getInt(4)).isZero();
                assertThat(row.wasNull()).isTrue();
                assertThat(row.getBigDecimal(8)).isNull();
                assertThat(row.getTimestamp(14)).isNull();
                assertThat(row.next()).isTrue();
                assertThat(row.getInt(4)).isEqualTo(70_000);
                assertThat(row.wasNull()).isFalse();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void objectsOfAWantedClass(Transport transport) throws SQLException {
        FakeEngine engine = engine().rows("SELECT", TYPES, List.of(ROW));
        with(transport, engine, ";timezone=Asia/Kolkata", connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getObject(4, Long.class)).isEqualTo(70_000L);
                assertThat(row.getObject("C4", BigDecimal.class)).isEqualTo("70000");
                assertThat(row.getObject(8, Double.class)).isEqualTo(-12.3);
                assertThat(row.getObject(8, Integer.class)).isEqualTo(-12);
                assertThat(row.getObject(9, BigInteger.class)).isEqualTo("12345678901234567890");
                assertThat(row.getObject(1, Boolean.class)).isTrue();
                assertThat(row.getObject(11, byte[].class)).containsExactly(0, 0xff, 16);
                assertThat(row.getObject(12, LocalDate.class)).isEqualTo("2024-02-29");
                assertThat(row.getObject(12, LocalDateTime.class)).isEqualTo("2024-02-29T00:00:00");
                assertThat(row.getObject(12, Date.class)).isEqualTo(Date.valueOf("2024-02-29"));
                assertThat(row.getObject(13, LocalTime.class)).isEqualTo("01:02:03.004");
                assertThat(row.getObject(14, LocalDateTime.class)).isEqualTo("2024-01-01T12:00:00.123456");
                assertThat(row.getObject(14, LocalDate.class)).isEqualTo("2024-01-01");
                assertThat(row.getObject(14, Instant.class)).isEqualTo("2024-01-01T06:30:00.123456Z");
                assertThat(row.getObject(15, Instant.class)).isEqualTo("2024-06-01T10:00:00.000001Z");
                assertThat(row.getObject(15, OffsetDateTime.class))
                        .isEqualTo(OffsetDateTime.parse("2024-06-01T15:30:00.000001+05:30"));
                assertThat(row.getObject(15, LocalDateTime.class)).isEqualTo("2024-06-01T15:30:00.000001");
                assertThat(row.getTimestamp(15).toInstant()).isEqualTo("2024-06-01T10:00:00.000001Z");

                for (int i = 1; i <= TYPES.size(); i++) {
                    for (Class<?> wanted : List.of(
                            LocalDate.class,
                            LocalDateTime.class,
                            OffsetDateTime.class,
                            Instant.class,
                            BigDecimal.class,
                            Integer.class,
                            Long.class,
                            String.class,
                            byte[].class,
                            UUID.class,
                            StringBuilder.class)) {
                        read(row, i, wanted);
                    }
                }
            }
        });
    }

    /** A value or an SQLException with a state, nothing else. */
    private static void read(ResultSet row, int column, Class<?> wanted) {
        try {
            assertThat(row.getObject(column, wanted)).isInstanceOf(wanted);
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isNotNull().isNotEqualTo("XX000");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void whatDoesNotFitIsRefused(Transport transport) throws SQLException {
        FakeEngine engine = engine().rows("SELECT", TYPES, List.of(ROW));
        with(transport, engine, "", connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT")) {
                assertState(() -> row.getInt(1), "24000");
                assertThat(row.next()).isTrue();
                assertState(() -> row.getByte(3), "22003");
                assertState(() -> row.getInt(5), "22003");
                assertState(() -> row.getLong(9), "22003");
                assertState(() -> row.getInt(10), "22018");
                assertState(() -> row.getDate(10), "22018");
                assertState(() -> row.getDate(4), "42804");
                assertState(() -> row.getObject(4, Thread.class), "42804");
                assertState(() -> row.getInt(0), "42S22");
                assertState(() -> row.getInt(16), "42S22");
                assertState(() -> row.getObject(17), "42S22");
                assertState(() -> row.getMetaData().getColumnName(16), "42S22");
                assertThatThrownBy(() -> row.getInt("c16"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("no column 'c16'; did you mean");
                assertState(row::previous, "0A000");
                assertState(() -> row.updateString("c10", "x"), "0A000");
                assertState(row::deleteRow, "0A000");
                assertThat(row.next()).isFalse();
                assertState(() -> row.getInt(1), "24000");
            }
        });
    }

    private static void assertState(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String state) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo(state));
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void columnsAreDescribed(Transport transport) throws SQLException {
        FakeEngine engine = engine().rows("SELECT", TYPES, List.of(ROW));
        with(transport, engine, "", connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT");
                    ResultSet row = statement.executeQuery()) {
                ResultSetMetaData columns = row.getMetaData();
                assertThat(columns.getColumnCount()).isEqualTo(TYPES.size());
                assertThat(columns.getColumnType(4)).isEqualTo(Types.INTEGER);
                assertThat(columns.getColumnTypeName(10)).isEqualTo("STRING");
                assertThat(columns.getPrecision(9)).isEqualTo(38);
                assertThat(columns.getScale(9)).isEqualTo(18);
                assertThat(columns.getColumnType(14)).isEqualTo(Types.TIMESTAMP);
                assertThat(columns.getPrecision(14)).isEqualTo(26);
                assertThat(columns.getScale(14)).isEqualTo(6);
                assertThat(columns.getColumnDisplaySize(8)).isEqualTo(8);
                assertThat(columns.isSigned(4)).isTrue();
                assertThat(columns.isSigned(10)).isFalse();
                assertThat(statement.getMetaData().getColumnTypeName(14)).isEqualTo("TIMESTAMP");
            }
        });
    }

    /** No zone moves a wall clock: not those with gaps, not those before there were zones, not before 1582. */
    @ParameterizedTest
    @CsvSource({
        "EMBEDDED, UTC", "EMBEDDED, America/New_York", "EMBEDDED, Asia/Kolkata",
        "REMOTE, UTC", "REMOTE, America/New_York", "REMOTE, Asia/Kolkata",
    })
    void wallClocksDoNotMove(Transport transport, String zone) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        List<LocalDateTime> times = List.of(
                LocalDateTime.of(2024, 1, 1, 12, 0, 0, 123_456_000),
                LocalDateTime.of(2024, 3, 10, 2, 30), // A gap in New York.
                LocalDateTime.of(2024, 11, 3, 1, 30), // Twice in New York.
                LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000),
                LocalDateTime.of(1900, 1, 1, 0, 0),
                LocalDateTime.of(1500, 1, 1, 0, 0, 0, 1000),
                LocalDateTime.of(1, 1, 1, 0, 0),
                LocalDateTime.of(9999, 12, 31, 23, 59, 59));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        times.forEach(time -> rows.add(List.of(time, time.toLocalDate())));
        List<DataType> types = List.of(DataType.timestamp(6), DataType.DATE);
        FakeEngine engine = engine().rows("SELECT", types, rows).update("INSERT", 1, types.toArray(new DataType[0]));
        with(transport, engine, "", connection -> {
            try (Statement query = connection.createStatement();
                    ResultSet row = query.executeQuery("SELECT");
                    PreparedStatement insert = connection.prepareStatement("INSERT")) {
                for (LocalDateTime time : times) {
                    assertThat(row.next()).isTrue();
                    LocalDate date = time.toLocalDate();
                    assertThat(row.getObject(1, LocalDateTime.class)).isEqualTo(time);
                    assertThat(row.getObject(2, LocalDate.class)).isEqualTo(date);
                    assertThat(row.getString(2)).isEqualTo(date.toString());
                    assertThat(row.getDate(2).toLocalDate()).isEqualTo(date);
                    assertThat(row.getDate(2)).hasToString(date.toString());
                    // A Timestamp cannot show a time that the JVM's zone leaves out.
                    LocalDateTime shown = Timestamp.valueOf(time).toLocalDateTime();
                    assertThat(row.getTimestamp(1).toLocalDateTime()).isEqualTo(shown);
                    Calendar utc = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
                    if (time.getYear() > 1582) {
                        assertThat(row.getTimestamp(1, utc).toInstant())
                                .isEqualTo(time.atZone(ZoneId.of("UTC")).toInstant());
                    }

                    insert.setTimestamp(1, row.getTimestamp(1));
                    insert.setDate(2, row.getDate(2));
                    insert.executeUpdate();
                    assertGiven(engine, shown, date);
                    insert.setTimestamp(1, row.getTimestamp(1, utc), utc);
                    insert.setDate(2, row.getDate(2, utc), utc);
                    insert.executeUpdate();
                    assertGiven(engine, time, date);
                    insert.setObject(1, time);
                    insert.setObject(2, date);
                    insert.addBatch();
                    insert.executeBatch();
                    assertGiven(engine, time, date);
                }
            }
        });
    }

    private static void assertGiven(FakeEngine engine, Object... values) {
        assertThat(engine.parameters.get(engine.parameters.size() - 1)).containsExactly(values);
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void parametersReachTheEngine(Transport transport) throws SQLException {
        DataType[] types = TYPES.toArray(new DataType[0]);
        FakeEngine engine = engine().update("INSERT", 1, types);
        with(transport, engine, ";timezone=Asia/Kolkata", connection -> {
            try (PreparedStatement insert = connection.prepareStatement("INSERT")) {
                assertThat(insert.getParameterMetaData().getParameterCount()).isEqualTo(types.length);
                assertThat(insert.getParameterMetaData().getParameterType(9)).isEqualTo(Types.DECIMAL);
                assertThat(insert.getParameterMetaData().getPrecision(9)).isEqualTo(38);
                assertThat(insert.getParameterMetaData().getParameterTypeName(14))
                        .isEqualTo("TIMESTAMP");
                assertThat((Object) insert.getMetaData()).isNull();
                assertState(insert::executeUpdate, "07001");
                assertState(() -> insert.setInt(16, 1), "07001");

                insert.setBoolean(1, true);
                insert.setByte(2, (byte) -7);
                insert.setShort(3, (short) 300);
                insert.setInt(4, 70_000);
                insert.setLong(5, 5_000_000_000L);
                insert.setFloat(6, 1.5f);
                insert.setDouble(7, 2.25);
                insert.setBigDecimal(8, new BigDecimal("-12.30"));
                insert.setObject(9, new BigDecimal("12345678901234567890.123456789012345678"));
                insert.setString(10, "naïve 漢字 🦀");
                insert.setBytes(11, new byte[] {0, (byte) 0xff, 16});
                insert.setObject(12, "2024-02-29", Types.DATE);
                insert.setTime(13, Time.valueOf("01:02:03"));
                insert.setObject(14, LocalDateTime.of(2024, 1, 1, 12, 0, 0, 123_456_000));
                insert.setObject(15, OffsetDateTime.parse("2024-06-01T12:00:00.000001+02:00"));
                assertThat(insert.executeUpdate()).isEqualTo(1);
                List<@Nullable Object> given = engine.parameters.get(0);
                assertThat(given.get(0)).isEqualTo(true);
                for (int i = 1; i <= 4; i++) {
                    assertThat(((Number) given.get(i)).longValue()).isEqualTo(((Number) ROW.get(i)).longValue());
                }
                assertThat(given.subList(5, 10)).isEqualTo(ROW.subList(5, 10));
                assertThat((byte[]) given.get(10)).containsExactly(0, 0xff, 16);
                assertThat(given.get(11)).isEqualTo(LocalDate.of(2024, 2, 29));
                assertThat(given.get(12)).isEqualTo(LocalTime.of(1, 2, 3));
                assertThat(given.get(13)).isEqualTo(ROW.get(13));
                assertThat(given.get(14)).isEqualTo(ROW.get(14));

                for (int i = 1; i <= types.length; i++) {
                    switch (i % 3) {
                        case 0 -> insert.setNull(i, Types.NULL);
                        case 1 -> insert.setObject(i, null);
                        default -> insert.setObject(i, null, Types.DECIMAL, 2);
                    }
                }
                insert.addBatch();
                insert.executeBatch();
                assertThat(engine.parameters.get(1)).hasSize(types.length).containsOnlyNulls();
                insert.clearParameters();
                assertState(insert::addBatch, "07001");
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void streamsAndTextsAsParameters(Transport transport) throws SQLException {
        FakeEngine engine = engine().update("INSERT", 1, DataType.STRING, DataType.BYTES, DataType.decimal(5, 2));
        with(transport, engine, "", connection -> {
            try (PreparedStatement insert = connection.prepareStatement("INSERT")) {
                insert.setCharacterStream(1, new java.io.StringReader("abcdef"), 4);
                insert.setBinaryStream(2, new java.io.ByteArrayInputStream(new byte[] {1, 2, 3}));
                insert.setObject(3, "1.005", Types.NUMERIC, 2);
                insert.executeUpdate();
                assertThat(engine.parameters.get(0).get(0)).isEqualTo("abcd");
                assertThat((byte[]) engine.parameters.get(0).get(1)).containsExactly(1, 2, 3);
                assertThat(engine.parameters.get(0).get(2)).isEqualTo(new BigDecimal("1.01"));
                insert.setAsciiStream(1, new java.io.ByteArrayInputStream("xyz".getBytes(StandardCharsets.US_ASCII)));
                insert.setObject(1, UUID.fromString("00000000-0000-0000-0000-000000000001"));
                insert.executeUpdate();
                assertThat(engine.parameters.get(1).get(0)).isEqualTo("00000000-0000-0000-0000-000000000001");
                assertState(() -> insert.setObject(1, new Object()), "42804");
                assertState(() -> insert.setRef(1, null), "0A000");
            }
        });
    }

    /** In the JVM's zone only: Avatica's client keeps the one it finds when it is loaded. */
    @ParameterizedTest
    @EnumSource(names = {"AVATICA_PROTOBUF", "AVATICA_JSON"})
    void stockClientsReadEveryType(Transport transport) throws SQLException {
        List<@Nullable Object> nulls = Arrays.asList(new @Nullable Object[TYPES.size()]);
        FakeEngine engine = engine().rows("SELECT", TYPES, List.of(ROW, nulls));
        with(transport, engine, "", connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getBoolean(1)).isTrue();
                for (int i = 2; i <= 5; i++) {
                    assertThat(row.getLong(i)).isEqualTo(((Number) ROW.get(i - 1)).longValue());
                }
                assertThat(row.getFloat(6)).isEqualTo(1.5f);
                assertThat(row.getDouble(7)).isEqualTo(2.25);
                assertThat(row.getBigDecimal(8)).isEqualByComparingTo("-12.30");
                assertThat(row.getBigDecimal(9)).isEqualTo(ROW.get(8));
                assertThat(row.getString(10)).isEqualTo(ROW.get(9));
                assertThat(row.getBytes(11)).containsExactly(0, 0xff, 16);
                assertThat(row.getString(12)).isEqualTo("2024-02-29");
                assertThat(row.getDate(12)).hasToString("2024-02-29");
                assertThat(row.getString(13)).startsWith("01:02:03");
                assertThat(row.getString(14)).isEqualTo("2024-01-01 12:00:00.123");
                assertThat(row.getTimestamp(14)).isEqualTo(Timestamp.valueOf("2024-01-01 12:00:00.123"));
                assertThat(OffsetDateTime.parse(row.getString(15).replace(' ', 'T'))
                                .toInstant())
                        .isEqualTo(ROW.get(14));
                assertThat(row.next()).isTrue();
                for (int i = 1; i <= TYPES.size(); i++) {
                    assertThat(row.getString(i)).as("column %d", i).isNull();
                    assertThat(row.wasNull()).isTrue();
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"AVATICA_PROTOBUF", "AVATICA_JSON"})
    void stockClientsSetParameters(Transport transport) throws SQLException {
        FakeEngine engine = engine().update(
                        "INSERT",
                        1,
                        DataType.INT,
                        DataType.decimal(38, 18),
                        DataType.STRING,
                        DataType.BYTES,
                        DataType.DATE,
                        DataType.timestamp(6),
                        DataType.DOUBLE);
        with(transport, engine, "", connection -> {
            try (PreparedStatement insert = connection.prepareStatement("INSERT")) {
                for (int i = 0; i < 2; i++) {
                    insert.setInt(1, 7);
                    insert.setBigDecimal(2, new BigDecimal("0.100000000000000001"));
                    insert.setString(3, "é");
                    insert.setBytes(4, new byte[] {1, 2});
                    insert.setDate(5, Date.valueOf("2024-02-29"));
                    insert.setTimestamp(6, Timestamp.valueOf("2024-01-01 12:00:00.123"));
                    insert.setNull(7, Types.DOUBLE);
                    if (i == 0) {
                        assertThat(insert.executeUpdate()).isEqualTo(1);
                    } else {
                        insert.addBatch();
                        assertThat(insert.executeBatch()).containsExactly(1);
                    }
                    List<@Nullable Object> given = engine.parameters.get(i);
                    assertThat(((Number) given.get(0)).intValue()).isEqualTo(7);
                    assertThat(given.get(1)).isEqualTo(new BigDecimal("0.100000000000000001"));
                    assertThat(given.get(2)).isEqualTo("é");
                    assertThat((byte[]) given.get(3)).containsExactly(1, 2);
                    assertThat(given.get(4)).isEqualTo(LocalDate.of(2024, 2, 29));
                    assertThat(given.get(5)).isEqualTo(LocalDateTime.of(2024, 1, 1, 12, 0, 0, 123_000_000));
                    assertThat(given.get(6)).isNull();
                }
            }
        });
    }

    private interface Use {
        void of(Connection connection) throws SQLException;
    }
}
