package io.lakelog.jdbc.server;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** A value for every {@link Limit}. Immutable. */
public final class ServerLimits {
    public static final ServerLimits DEFAULT = new ServerLimits(new EnumMap<>(Limit.class));

    private final Map<Limit, Long> values;

    private ServerLimits(Map<Limit, Long> values) {
        this.values = values;
    }

    /** The same with another value for one limit: a number, of bytes or milliseconds where it has a unit. */
    public ServerLimits with(Limit limit, long value) {
        Map<Limit, Long> changed = new EnumMap<>(Limit.class);
        changed.putAll(values);
        changed.put(limit, value);
        return new ServerLimits(changed);
    }

    long get(Limit limit) {
        return values.getOrDefault(limit, limit.preset());
    }

    int count(Limit limit) {
        return Math.toIntExact(get(limit));
    }

    Duration time(Limit limit) {
        return Duration.ofMillis(get(limit));
    }
}
