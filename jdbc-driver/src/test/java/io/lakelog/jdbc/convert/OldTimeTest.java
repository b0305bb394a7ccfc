package io.lakelog.jdbc.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Random;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The short way around the calendar gives what the calendar gives. */
@Isolated("sets the JVM's time zone")
final class OldTimeTest {
    private static final TimeZone TOKYO = TimeZone.getTimeZone("Asia/Tokyo");

    private final TimeZone before = TimeZone.getDefault();

    @AfterEach
    void resetZone() {
        TimeZone.setDefault(before);
    }

    private static List<LocalDateTime> wallClocks(TimeZone zone) {
        List<LocalDateTime> all = new ArrayList<>();
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            long second = random.nextLong(-5_000_000_000L, 5_000_000_000L);
            all.add(LocalDateTime.ofEpochSecond(second, random.nextInt(1_000_000) * 1000, ZoneOffset.UTC));
        }
        ZoneOffsetTransition change = zone.toZoneId().getRules().nextTransition(Instant.parse("1880-01-01T00:00:00Z"));
        for (int i = 0; change != null && i < 400; i++) {
            for (int minutes : new int[] {-3000, -1441, -61, -31, -1, 0, 1, 31, 61, 1441, 3000}) {
                all.add(change.getDateTimeBefore().plusMinutes(minutes));
            }
            change = zone.toZoneId().getRules().nextTransition(change.getInstant());
        }
        return all;
    }

    @Test
    void timestampsAndDatesAreThoseOfTheCalendar() {
        List<TimeZone> zones = new ArrayList<>();
        for (String id : List.of(
                "UTC",
                "America/Los_Angeles",
                "Asia/Kolkata",
                "Europe/London",
                "Australia/Lord_Howe",
                "Pacific/Apia",
                "Africa/Casablanca",
                "America/Sao_Paulo")) {
            zones.add(TimeZone.getTimeZone(id));
        }
        // Its name says Paris, its rules do not.
        zones.add(new SimpleTimeZone(-7_200_000, "Europe/Paris"));
        for (TimeZone zone : zones) {
            TimeZone.setDefault(zone);
            for (LocalDateTime value : wallClocks(zone)) {
                Timestamp timestamp = OldTime.timestamp(value, null);
                assertThat(timestamp).as(zone.getID() + " " + value).isEqualTo(Timestamp.valueOf(value));
                assertThat(OldTime.date(value.toLocalDate(), null))
                        .as(zone.getID() + " " + value)
                        .isEqualTo(Date.valueOf(value.toLocalDate()));
                assertThat(OldTime.toLocalDateTime(timestamp, null))
                        .as(zone.getID() + " " + value)
                        .isEqualTo(timestamp.toLocalDateTime());
                if (value.getYear() > 1951) {
                    assertThat(OldTime.toLocalDateTime(timestamp, new GregorianCalendar(TOKYO)))
                            .isEqualTo(timestamp
                                    .toInstant()
                                    .atZone(TOKYO.toZoneId())
                                    .toLocalDateTime());
                }
            }
        }
    }
}
