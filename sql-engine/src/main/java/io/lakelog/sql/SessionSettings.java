package io.lakelog.sql;

import io.lakelog.storage.Access;
import java.time.ZoneId;

/**
 * What a session starts with.
 *
 * @param database the current database; DATABASE_NOT_FOUND on connect if there is none of that name
 * @param timeZone the zone in which commit times, CURRENT_TIMESTAMP and TIMESTAMP_LTZ are shown
 * @param readOnly whether everything that writes is refused with READ_ONLY
 * @param access what the user behind the session may see and change
 */
public record SessionSettings(String database, ZoneId timeZone, boolean readOnly, Access access) {
    /** A session that may do everything. */
    public SessionSettings(String database, ZoneId timeZone, boolean readOnly) {
        this(database, timeZone, readOnly, Access.FULL);
    }
}
