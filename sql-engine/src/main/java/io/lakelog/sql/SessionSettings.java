package io.lakelog.sql;

import java.time.ZoneId;

/**
 * What a session starts with.
 *
 * @param database the current database; DATABASE_NOT_FOUND on connect if there is none of that name
 * @param timeZone the zone in which commit times, CURRENT_TIMESTAMP and TIMESTAMP_LTZ are shown
 * @param readOnly whether everything that writes is refused with READ_ONLY
 */
public record SessionSettings(String database, ZoneId timeZone, boolean readOnly) {}
