package io.lakelog.jdbc.wire;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client says of itself when it opens a session. Other clients send keys of their own; nothing else is read.
 *
 * @param ours whether it is our client, which knows the exact dialect
 * @param database current at first, or null for the default one
 * @param timeZone of the client, or null if it has not said
 */
public record SessionInfo(
        boolean ours, @Nullable String database, @Nullable ZoneId timeZone, boolean readOnly) {
    private static final String CLIENT = "lakelog.client";
    private static final String DATABASE = "database";
    private static final String TIME_ZONE = "timezone";
    private static final String READ_ONLY = "readOnly";

    /** As the keys and values of Avatica's message. */
    public Map<String, String> toMap() {
        Map<String, String> map = new HashMap<>();
        map.put(READ_ONLY, String.valueOf(readOnly));
        if (ours) {
            map.put(CLIENT, "1");
        }
        if (database != null) {
            map.put(DATABASE, database);
        }
        if (timeZone != null) {
            map.put(TIME_ZONE, timeZone.getId());
        }
        return map;
    }

    /** Read from such keys and values. */
    public static SessionInfo of(Map<String, String> map) {
        return new SessionInfo(
                map.containsKey(CLIENT),
                map.get(DATABASE),
                zone(map.get(TIME_ZONE)),
                Boolean.parseBoolean(map.get(READ_ONLY)));
    }

    private static @Nullable ZoneId zone(@Nullable String text) {
        try {
            return text == null ? null : ZoneId.of(text);
        } catch (DateTimeException e) {
            // A zone that this JVM does not know: as if the client had not said.
            return null;
        }
    }
}
