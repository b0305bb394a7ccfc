package io.lakelog.storage;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.layout.PartitionPaths;
import io.lakelog.storage.retention.ChangelogExpiry;
import io.lakelog.storage.retention.RetentionRule;
import io.lakelog.storage.retention.SnapshotExpiry;
import io.lakelog.storage.retention.TableStores;
import io.lakelog.storage.retention.TagRemoval;
import io.lakelog.storage.schema.ChangelogProducer;
import io.lakelog.storage.schema.RetentionOptions;
import io.lakelog.storage.snapshot.ConsumerStore;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.Tag;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What of a table's past goes, as its options say: after commits, and when asked. Thread-safe. */
final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    private final TableName name;
    private final TableFiles files;
    private final RetentionOptions options;
    private final TableStores stores;
    private final SnapshotExpiry.Outliving outliving;

    Retention(
            TableName name,
            TableFiles files,
            PartitionPaths partitions,
            RetentionOptions options,
            ChangelogProducer producer) {
        this.name = name;
        this.files = files;
        this.options = options;
        this.outliving = !options.changelogOutlives()
                ? SnapshotExpiry.Outliving.NONE
                : producer == ChangelogProducer.NONE
                        ? SnapshotExpiry.Outliving.NEW_ROWS
                        : SnapshotExpiry.Outliving.CHANGELOG;
        this.stores = new TableStores(
                files.environment.files(),
                files.layout,
                partitions,
                files.snapshots,
                files.changelogs,
                files.consumers,
                files.manifests,
                files.indexes,
                outliving == SnapshotExpiry.Outliving.NEW_ROWS);
    }

    RetentionOptions options() {
        return options;
    }

    TableStores stores() {
        return stores;
    }

    /**
     * Expires what is due, within the limit of the options. The commit is done by then: that this fails costs it nothing,
     * and the next commit tries again.
     */
    void afterCommit(long committedId) {
        if (!options.expiresAtCommit() || committedId <= options.snapshots().least()) {
            return;
        }
        try {
            if (isDue(committedId)) {
                expireConsumers(OptionalLong.empty());
                expireTags(OptionalLong.empty());
                if (outliving == SnapshotExpiry.Outliving.NONE) {
                    // Changelogs first: what the options no longer keep still leads to its files.
                    expireChangelogs(TableMaintenance.ExpiryRequest.AS_OPTIONS, options.limit());
                }
                expireSnapshots(TableMaintenance.ExpiryRequest.AS_OPTIONS, options.limit());
                if (outliving != SnapshotExpiry.Outliving.NONE) {
                    expireChangelogs(TableMaintenance.ExpiryRequest.AS_OPTIONS, options.limit());
                }
                files.oldest = Optional.empty();
            }
        } catch (LakelogException e) {
            LOG.warn("expiry of table {} after snapshot {} failed: {}", name, committedId, e.getMessage());
        }
    }

    /** Told from the oldest snapshot as it was last seen: nothing is read while that is young. */
    private boolean isDue(long latest) {
        if (files.oldest.isEmpty()) {
            OptionalLong earliest = stores.snapshots().earliestId();
            files.oldest =
                    earliest.isEmpty() ? Optional.empty() : stores.snapshots().find(earliest.getAsLong());
        }
        Optional<Snapshot> oldest = files.oldest;
        if (oldest.isEmpty()) {
            return false;
        }
        return rule(options.snapshots(), TableMaintenance.ExpiryRequest.AS_OPTIONS, options.limit())
                        .firstKept(
                                oldest.get().id(),
                                latest,
                                OptionalLong.empty(),
                                id -> id == oldest.get().id()
                                        ? OptionalLong.of(oldest.get().commitTimeMillis())
                                        : OptionalLong.empty())
                > oldest.get().id();
    }

    int expireSnapshots(TableMaintenance.ExpiryRequest request, int limit) {
        return new SnapshotExpiry(stores, outliving).expire(rule(options.snapshots(), request, limit));
    }

    int expireChangelogs(TableMaintenance.ExpiryRequest request, int limit) {
        ChangelogExpiry expiry = new ChangelogExpiry(stores);
        return outliving == SnapshotExpiry.Outliving.NONE
                ? expiry.expireAll()
                : expiry.expire(rule(options.changelog(), request, limit));
    }

    private RetentionRule rule(RetentionOptions.Span span, TableMaintenance.ExpiryRequest request, int limit) {
        RetentionRule rule = RetentionRule.of(span, limit, now());
        long least = request.retainMin().isPresent()
                ? request.retainMin().getAsInt()
                : Math.min(rule.keepLeast(), request.retainMax().orElse(Integer.MAX_VALUE));
        long most = Math.max(
                request.retainMax().orElse((int) rule.keepMost()),
                request.retainMax().isPresent() ? 0 : least);
        if (least < 1 || most < least || request.maxDeletes().orElse(1) < 1) {
            throw new LakelogException(
                    ErrorCode.INVALID_PARAMETER,
                    "at least 1 is kept and at most retain_max, which is not less than retain_min: " + least + " to "
                            + most + " makes no sense");
        }
        return new RetentionRule(
                least,
                most,
                request.olderThanMillis().orElse(rule.olderThanMillis()),
                request.maxDeletes().orElse(limit));
    }

    List<String> expireTags(OptionalLong olderThanMillis) {
        List<String> expired = new ArrayList<>();
        for (Tag tag : stores.snapshots().tags().list()) {
            if (isOver(tag, olderThanMillis)) {
                new TagRemoval(stores).remove(tag.name());
                expired.add(tag.name());
            }
        }
        return expired;
    }

    private boolean isOver(Tag tag, OptionalLong olderThanMillis) {
        LocalDateTime made = tag.createTime();
        Duration kept = tag.timeRetained();
        if (olderThanMillis.isPresent()) {
            // A tag that does not say when it was made is as old as its snapshot.
            long millis = made == null
                    ? tag.snapshot().commitTimeMillis()
                    : made.atZone(zone()).toInstant().toEpochMilli();
            return millis < olderThanMillis.getAsLong();
        }
        return made != null && kept != null && made.plus(kept).isBefore(wallClock());
    }

    List<String> expireConsumers(OptionalLong olderThanMillis) {
        @Nullable Duration time = options.consumers();
        if (olderThanMillis.isEmpty() && time == null) {
            return List.of();
        }
        long before = olderThanMillis.orElse(time == null ? 0 : now() - time.toMillis());
        List<String> expired = new ArrayList<>();
        for (ConsumerStore.Consumer consumer : stores.consumers().list()) {
            if (consumer.modifiedMillis() < before) {
                stores.consumers().delete(consumer.id());
                expired.add(consumer.id());
            }
        }
        return expired;
    }

    long now() {
        return files.environment.clock().millis();
    }

    LocalDateTime wallClock() {
        return LocalDateTime.ofInstant(files.environment.clock().instant(), zone());
    }

    private ZoneId zone() {
        return files.environment.clock().getZone();
    }
}
