package io.lakelog.tck.jdbc;

import static io.lakelog.tck.jdbc.Sql.query;
import static io.lakelog.tck.jdbc.Sql.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Dates and times: 13.2.2, 15.2.3 and Appendix B")
class TemporalConformanceTest {
    /** Odd ones: before the calendar's reform, the gaps and overlaps of America/Los_Angeles, leap days, far away. */
    private static final List<String> TIMESTAMPS = List.of(
            "2024-01-01 12:00:00.000",
            "2024-03-10 02:30:00.000",
            "2024-11-03 01:30:00.123",
            "2024-02-29 23:59:59.999",
            "1582-10-14 00:00:00.000",
            "1500-01-01 00:00:00.000",
            "1969-12-31 23:59:59.001",
            "9999-12-31 23:59:59.999");

    @Conforms("a TIMESTAMP and a DATE written as text come back as the same text in every zone")
    void literals(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, ts TIMESTAMP(3), d DATE)");
            for (int i = 0; i < TIMESTAMPS.size(); i++) {
                String text = TIMESTAMPS.get(i);
                run(
                        connection,
                        "INSERT INTO t VALUES (" + i + ", TIMESTAMP '" + text + "', DATE '" + text.substring(0, 10)
                                + "')");
            }
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT CAST(ts AS STRING), CAST(d AS STRING), d FROM t ORDER BY k")) {
                for (String text : TIMESTAMPS) {
                    row.next();
                    assertThat(row.getString(1)).isEqualTo(text);
                    assertThat(row.getString(2)).isEqualTo(text.substring(0, 10));
                }
            }
        });
    }

    @Conforms(
            value = "java.time values go in and come out as they are, all digits the column has",
            notStock = "Avatica does not know them")
    void javaTime(Setting setting) throws Exception {
        setting.run(connection -> {
            run(
                    connection,
                    "CREATE TABLE t (k INT PRIMARY KEY, ts TIMESTAMP(6), d DATE, ti TIME(3), z TIMESTAMP_LTZ(6))");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?)")) {
                for (int i = 0; i < TIMESTAMPS.size(); i++) {
                    LocalDateTime wallClock = dateTime(i);
                    insert.setInt(1, i);
                    insert.setObject(2, wallClock);
                    insert.setObject(3, wallClock.toLocalDate());
                    insert.setObject(4, wallClock.toLocalTime());
                    insert.setObject(5, wallClock.atOffset(ZoneOffset.ofHours(3)));
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT * FROM t ORDER BY k")) {
                for (int i = 0; i < TIMESTAMPS.size(); i++) {
                    row.next();
                    LocalDateTime wallClock = dateTime(i);
                    assertThat(row.getObject(2, LocalDateTime.class)).isEqualTo(wallClock);
                    assertThat(row.getString(2)).isEqualTo(TIMESTAMPS.get(i) + "000");
                    assertThat(row.getObject(3, LocalDate.class)).isEqualTo(wallClock.toLocalDate());
                    assertThat(row.getObject(4, LocalTime.class)).isEqualTo(wallClock.toLocalTime());
                    Instant moment = wallClock.toInstant(ZoneOffset.ofHours(3));
                    assertThat(row.getObject(5, Instant.class)).isEqualTo(moment);
                    assertThat(row.getObject(5, OffsetDateTime.class).toInstant())
                            .isEqualTo(moment);
                    assertThat(row.getObject(5, ZonedDateTime.class).getZone()).isEqualTo(Setting.zone());
                    assertThat(row.getObject("ts", LocalTime.class)).isEqualTo(wallClock.toLocalTime());
                }
            }
        });
    }

    private static LocalDateTime dateTime(int i) {
        return LocalDateTime.parse(TIMESTAMPS.get(i).replace(' ', 'T'));
    }

    @Conforms("setTimestamp, setDate and setTime keep the text that the old classes show in the JVM's zone")
    void oldClasses(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, ts TIMESTAMP(3), d DATE, ti TIME(3))");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?)")) {
                for (int i = 0; i < TIMESTAMPS.size(); i++) {
                    insert.setInt(1, i);
                    insert.setTimestamp(2, Timestamp.valueOf(TIMESTAMPS.get(i)));
                    insert.setDate(3, Date.valueOf(TIMESTAMPS.get(i).substring(0, 10)));
                    insert.setTime(4, Time.valueOf(TIMESTAMPS.get(i).substring(11, 19)));
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT ts, d, ti FROM t ORDER BY k")) {
                for (String text : TIMESTAMPS) {
                    row.next();
                    Timestamp expected = Timestamp.valueOf(text);
                    assertThat(row.getTimestamp(1)).as(text).isEqualTo(expected);
                    assertThat(row.getObject(1)).isEqualTo(expected);
                    Date date = Date.valueOf(text.substring(0, 10));
                    assertThat(row.getDate(2)).hasToString(date.toString());
                    assertThat(row.getObject(2)).hasToString(date.toString());
                    assertThat(row.getTime(3)).hasToString(text.substring(11, 19));
                    // A wall clock time that the JVM's zone leaves out is shown as Timestamp.valueOf shows it.
                    String shown = expected.toString();
                    assertThat(row.getString(1)).startsWith(shown.endsWith(".0") ? shown.substring(0, 19) : shown);
                    assertThat(row.getDate(1)).hasToString(shown.substring(0, 10));
                }
            }
        });
    }

    @Conforms("a DATE never moves by a day, by setter, batch or getter")
    void dates(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (d DATE PRIMARY KEY)");
            List<String> dates = List.of("1970-01-01", "1969-12-31", "2024-03-10", "2024-11-03", "2024-02-29");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
                for (String date : dates) {
                    insert.setDate(1, Date.valueOf(date));
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT d, CAST(d AS STRING) FROM t WHERE d = ?")) {
                for (String date : dates) {
                    select.setDate(1, Date.valueOf(date));
                    try (ResultSet row = select.executeQuery()) {
                        assertThat(row.next()).as(date).isTrue();
                        assertThat(row.getDate(1)).hasToString(date);
                        assertThat(row.getString(1)).isEqualTo(date);
                        assertThat(row.getString(2)).isEqualTo(date);
                    }
                }
            }
        });
    }

    @Conforms("a calendar's zone says what an old date means, in and out")
    void calendars(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, ts TIMESTAMP(3))");
            Calendar tokyo = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"));
            Timestamp moment = Timestamp.from(Instant.parse("2024-01-01T00:00:00.250Z"));
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (1, ?)")) {
                insert.setTimestamp(1, moment, tokyo);
                insert.executeUpdate();
            }
            assertThat(query(connection, "SELECT ts FROM t")).containsExactly("2024-01-01 09:00:00.250");
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT ts FROM t")) {
                row.next();
                assertThat(row.getTimestamp(1, tokyo)).isEqualTo(moment);
                assertThat(row.getTimestamp(1)).isEqualTo(Timestamp.valueOf("2024-01-01 09:00:00.25"));
            }
        });
    }

    @Conforms(
            value = "fractions to the microsecond survive, and equality finds the row",
            notStock = "Avatica knows milliseconds")
    void fractions(Setting setting) throws Exception {
        setting.run(connection -> {
            run(
                    connection,
                    "CREATE TABLE t (ts TIMESTAMP(6) PRIMARY KEY, ti TIME(3))",
                    "INSERT INTO t VALUES (TIMESTAMP '2024-01-01 00:00:00.123456', TIME '00:00:00.123')");
            Timestamp timestamp = Timestamp.valueOf("2024-01-01 00:00:00.123456");
            LocalDateTime wallClock = timestamp.toLocalDateTime();
            try (PreparedStatement select = connection.prepareStatement("SELECT ts, ti FROM t WHERE ts = ?")) {
                for (Object value : new Object[] {timestamp, wallClock, "2024-01-01 00:00:00.123456"}) {
                    if (value instanceof String) {
                        select.setObject(1, value, JDBCType.TIMESTAMP);
                    } else {
                        select.setObject(1, value);
                    }
                    try (ResultSet row = select.executeQuery()) {
                        assertThat(row.next()).as(value.getClass().getName()).isTrue();
                        assertThat(row.getTimestamp(1)).isEqualTo(timestamp);
                        assertThat(row.getObject(1, LocalDateTime.class)).isEqualTo(wallClock);
                        assertThat(row.getString(1)).isEqualTo("2024-01-01 00:00:00.123456");
                        assertThat(row.getString(2)).isEqualTo("00:00:00.123");
                        assertThat(row.getTime(2).toLocalTime()).isEqualTo("00:00:00");
                        assertThat(row.getObject(2, LocalTime.class)).isEqualTo("00:00:00.123");
                    }
                }
            }
        });
    }

    @Conforms("TIMESTAMP_LTZ is shown in the session's zone, with its offset")
    void zoned(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, z TIMESTAMP_LTZ(3))");
            write(connection, Timestamp.from(Instant.parse("2024-06-01T10:00:00.5Z")));
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT z FROM t")) {
                row.next();
                String shown = ZonedDateTime.parse("2024-06-01T10:00:00.5Z")
                        .withZoneSameInstant(Setting.zone())
                        .toOffsetDateTime()
                        .toString();
                assertThat(OffsetDateTime.parse(row.getString(1).replace(' ', 'T')))
                        .isEqualTo(shown);
                assertThat(row.getString(1))
                        .startsWith(shown.substring(0, 10) + " ")
                        .contains(".500");
                assertThat(row.getObject(1)).isNotNull();
                if (setting.way().isOurs()) {
                    assertThat(row.getMetaData().getColumnType(1)).isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
                    assertThat(row.getTimestamp(1)).isEqualTo(Timestamp.from(Instant.parse("2024-06-01T10:00:00.5Z")));
                    assertThat(row.getObject(1)).isEqualTo(OffsetDateTime.parse(shown));
                }
            }
        });
    }

    private static void write(Connection connection, Timestamp moment) throws Exception {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (1, ?)")) {
            insert.setTimestamp(1, moment);
            insert.executeUpdate();
        }
    }

    @Conforms(
            value = "what one zone's connection writes, another's reads the same",
            notStock = "no timezone on its URL")
    void otherZone(Setting setting) throws Exception {
        setting.run(connection -> {
            run(
                    connection,
                    "CREATE TABLE t (k INT PRIMARY KEY, ts TIMESTAMP(3), z TIMESTAMP_LTZ(3))",
                    "INSERT INTO t VALUES (1, TIMESTAMP '2024-01-01 12:00:00', TIMESTAMP '2024-01-01 12:00:00')");
            try (Connection other = java.sql.DriverManager.getConnection(Ground.url(setting.way())
                            + ";timezone=America/New_York;database=" + connection.getSchema());
                    Statement statement = other.createStatement();
                    ResultSet row = statement.executeQuery("SELECT ts, z FROM t")) {
                row.next();
                assertThat(row.getString(1)).isEqualTo("2024-01-01 12:00:00.000");
                Instant moment = LocalDateTime.parse("2024-01-01T12:00:00")
                        .atZone(Setting.zone())
                        .toInstant();
                assertThat(row.getObject(2, Instant.class)).isEqualTo(moment);
                assertThat(row.getString(2)).endsWith("-05:00");
            }
        });
    }
}
