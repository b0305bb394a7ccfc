package io.lakelog.storage.snapshot;

import java.time.Duration;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A name given to a state: what it needs is kept for as long as the tag is there. Immutable.
 *
 * @param snapshot the state, whether or not its snapshot file is still there
 * @param createTime wall clock of the one who made it; null if that was not written down
 * @param timeRetained how long after {@code createTime} it may go; null for never
 */
public record Tag(
        String name,
        Snapshot snapshot,
        @Nullable LocalDateTime createTime,
        @Nullable Duration timeRetained) {}
