package io.lakelog.storage.schema;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long a table keeps its past, typed. Immutable.
 *
 * @param snapshots how long states can be read
 * @param changelog how long changes can be read
 * @param limit how many snapshots one commit may expire
 * @param consumers after how long a consumer that does not move is forgotten; null for never
 * @param tags how long a new tag is kept if nothing else is said; null for ever
 * @param expiresAtCommit whether commits expire what is due; a write-only table leaves it to others
 */
public record RetentionOptions(
        Span snapshots,
        Span changelog,
        int limit,
        @Nullable Duration consumers,
        @Nullable Duration tags,
        boolean expiresAtCommit) {
    /**
     * How much is kept.
     *
     * @param least number of snapshots, the newest ones, that are kept whatever their age
     * @param most number of snapshots beyond which they go whatever their age
     * @param time what is younger is kept, up to {@code most}
     */
    public record Span(int least, int most, Duration time) {
        void check(String what) {
            if (least > most) {
                throw new LakelogException(
                        ErrorCode.INVALID_OPTION,
                        "'" + what + ".num-retained.min' (" + least + ") is more than '" + what + ".num-retained.max' ("
                                + most + ")");
            }
        }
    }

    /** @throws LakelogException INVALID_OPTION for a value that an option cannot have */
    public static RetentionOptions parse(Map<String, String> options) {
        OptionReader reader = new OptionReader(options);
        Span snapshots = new Span(
                reader.integer("snapshot.num-retained.min", 10, 1),
                reader.integer("snapshot.num-retained.max", Integer.MAX_VALUE, 1),
                reader.duration("snapshot.time-retained", Duration.ofHours(1)));
        snapshots.check("snapshot");
        Span changelog = new Span(
                reader.integer("changelog.num-retained.min", snapshots.least(), 1),
                reader.integer("changelog.num-retained.max", snapshots.most(), 1),
                reader.duration("changelog.time-retained", snapshots.time()));
        changelog.check("changelog");
        return new RetentionOptions(
                snapshots,
                changelog,
                reader.integer("snapshot.expire.limit", 50, 1),
                reader.text("consumer.expiration-time") == null
                        ? null
                        : reader.duration("consumer.expiration-time", Duration.ZERO),
                reader.text("tag.default-time-retained") == null
                        ? null
                        : reader.duration("tag.default-time-retained", Duration.ZERO),
                !reader.flag("write-only", false));
    }

    /** Whether changes are kept longer than states: then changelogs outlive their snapshots. */
    public boolean changelogOutlives() {
        return changelog.most() > snapshots.most()
                || changelog.least() > snapshots.least()
                || changelog.time().compareTo(snapshots.time()) > 0;
    }
}
