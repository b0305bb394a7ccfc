package io.lakelog.sql;

import io.lakelog.sql.plan.PlannedStatement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements a session has planned last, by text and database. Not thread-safe. */
final class PlanCache {
    private static final int PLANS_MAX = 64;
    /** Longer texts are lists of values, hardly ever seen twice. */
    private static final int TEXT_LENGTH_MAX = 4000;

    private final Map<Key, PlannedStatement> plans = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, PlannedStatement> eldest) {
            return size() > PLANS_MAX;
        }
    };

    private record Key(String database, String sql) {}

    @Nullable
    PlannedStatement get(String database, String sql) {
        return plans.get(new Key(database, sql));
    }

    void put(String database, String sql, PlannedStatement plan) {
        if (sql.length() <= TEXT_LENGTH_MAX) {
            plans.put(new Key(database, sql), plan);
        }
    }
}
