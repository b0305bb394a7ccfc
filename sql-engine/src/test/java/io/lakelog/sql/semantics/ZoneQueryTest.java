package io.lakelog.sql.semantics;

import static io.lakelog.sql.semantics.MemoryEngine.micros;

import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TIMESTAMP WITH LOCAL TIME ZONE: instants, shown and computed in the session's zone. */
class ZoneQueryTest {
    private static Queries in(String zone) {
        return new Queries(new MemoryEngine(zone)
                .table(
                        "z",
                        new MemoryTable(c -> c.add("id", SqlTypeName.INTEGER)
                                        .add("l", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 6)
                                        .nullable(true)
                                        .add("ts", SqlTypeName.TIMESTAMP, 6)
                                        .nullable(true))
                                .row(1, micros("2024-07-01T12:00:00.000001"), micros("2024-07-01T12:00:00.000001"))
                                .row(2, micros("1969-12-31T23:30:00.999999"), micros("1969-12-31T23:30:00.999999"))
                                .row(3, null, null)));
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, 2024-07-01 12:00:00.000001, 2024-07-01, 12",
        "America/Los_Angeles, 2024-07-01 05:00:00.000001, 2024-07-01, 5",
        "Asia/Kolkata, 2024-07-01 17:30:00.000001, 2024-07-01, 17",
        "Pacific/Auckland, 2024-07-02 00:00:00.000001, 2024-07-02, 0"
    })
    void showsTheWallClock(String zone, String text, String date, String hour) {
        Queries sql = in(zone);
        sql.rows(
                "SELECT CAST(l AS VARCHAR), CAST(l AS DATE), EXTRACT(HOUR FROM l), EXTRACT(EPOCH FROM l),"
                        + " CAST(CAST(l AS TIMESTAMP(6)) AS VARCHAR) FROM z WHERE id = 1",
                text + "|" + date + "|" + hour + "|1719835200|" + text);
        sql.rows("SELECT id FROM z WHERE CAST('" + text + "' AS TIMESTAMP(6) WITH LOCAL TIME ZONE) = l", "1");
        sql.rows(
                "SELECT id FROM z WHERE CAST(CAST('" + text
                        + "' AS TIMESTAMP(6)) AS TIMESTAMP(6) WITH LOCAL TIME ZONE) = l",
                "1");
        sql.rows("SELECT id FROM z WHERE TIMESTAMP '" + text + "' = l", "1");
        sql.rows(
                "SELECT FLOOR(l TO DAY) <= l, CAST(FLOOR(l TO DAY) AS VARCHAR) FROM z WHERE id = 1",
                "true|" + date + " 00:00:00.000000");
    }

    @ParameterizedTest
    @CsvSource({"UTC", "America/Los_Angeles", "Asia/Kolkata"})
    void timestampsWithoutZoneDoNotMove(String zone) {
        in(zone).rows(
                        "SELECT CAST(ts AS VARCHAR), CAST(ts AS DATE) FROM z WHERE id = 2",
                        "1969-12-31 23:30:00.999999|1969-12-31");
    }

    @ParameterizedTest
    @CsvSource({"UTC", "America/Los_Angeles", "Asia/Kolkata"})
    void ordersAndGroupsAreThoseOfInstants(String zone) {
        Queries sql = in(zone);
        sql.rows("SELECT id FROM z ORDER BY l NULLS FIRST", "3", "2", "1");
        sql.rows("SELECT MIN(l), MAX(l), COUNT(l) FROM z", "1969-12-31T23:30:00.999999|2024-07-01T12:00:00.000001|2");
        sql.rows("SELECT a.id FROM z a JOIN z b ON a.l = b.l ORDER BY 1", "1", "2");
    }

    @ParameterizedTest
    @CsvSource({"Europe/Berlin, 2024-03-30 12:00:00, 2024-03-31 13:00:00.000000, 2024-03-31 12:00:00.000000"})
    void daysAreTwentyFourHoursAndUnitsFollowTheCalendar(String zone, String start, String plusDay, String addedDay) {
        Queries sql = in(zone);
        String instant = "CAST('" + start + "' AS TIMESTAMP(6) WITH LOCAL TIME ZONE)";
        sql.value("CAST(TIMESTAMPADD(DAY, 1, " + instant + ") AS VARCHAR)", addedDay);
        sql.value("CAST(TIMESTAMPADD(HOUR, 24, " + instant + ") AS VARCHAR)", plusDay);
    }
}
