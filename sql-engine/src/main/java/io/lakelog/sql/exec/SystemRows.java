package io.lakelog.sql.exec;

import io.lakelog.storage.SnapshotInfo;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableInspection;
import io.lakelog.storage.schema.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rows of {@link SystemTables}. */
final class SystemRows {
    private SystemRows() {}

    static List<List<@Nullable Object>> snapshots(Table table, Session session) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (SnapshotInfo snapshot : table.snapshots()) {
            rows.add(row(
                    snapshot.snapshotId(),
                    snapshot.schemaId(),
                    snapshot.commitUser(),
                    snapshot.commitIdentifier(),
                    snapshot.commitKind(),
                    local(snapshot.commitTimeMillis(), session),
                    snapshot.baseManifestList(),
                    snapshot.deltaManifestList(),
                    snapshot.changelogManifestList(),
                    snapshot.totalRecordCount(),
                    snapshot.deltaRecordCount(),
                    snapshot.changelogRecordCount(),
                    null));
        }
        return rows;
    }

    static List<List<@Nullable Object>> schemas(Table table, Session session) {
        TableInspection inspection = table.inspect();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (TableSchema schema : inspection.schemas()) {
            TableInspection.SchemaTexts texts = inspection.texts(schema);
            rows.add(row(
                    schema.id(),
                    texts.fields(),
                    texts.partitionKeys(),
                    texts.primaryKeys(),
                    texts.options(),
                    schema.comment(),
                    local(schema.timeMillis(), session)));
        }
        return rows;
    }

    static List<List<@Nullable Object>> options(Table table, Session session) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        new TreeMap<>(table.schema().options()).forEach((key, value) -> rows.add(row(key, value)));
        return rows;
    }

    static List<List<@Nullable Object>> files(Table table, Session session) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (TableInspection.DataFile file : table.inspect().files()) {
            rows.add(row(
                    file.partition(),
                    file.bucket(),
                    file.path(),
                    file.format(),
                    file.schemaId(),
                    file.level(),
                    file.rows(),
                    file.bytes(),
                    file.minKey(),
                    file.maxKey(),
                    file.nullCounts(),
                    file.minValues(),
                    file.maxValues(),
                    file.minSequenceNumber(),
                    file.maxSequenceNumber(),
                    file.creationTime(),
                    file.deletedRows(),
                    file.source()));
        }
        return rows;
    }

    static List<List<@Nullable Object>> manifests(Table table, Session session) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (TableInspection.Manifest manifest : table.inspect().manifests()) {
            rows.add(row(
                    manifest.name(),
                    manifest.bytes(),
                    manifest.addedFiles(),
                    manifest.deletedFiles(),
                    manifest.schemaId(),
                    manifest.minPartition(),
                    manifest.maxPartition()));
        }
        return rows;
    }

    static List<List<@Nullable Object>> partitions(Table table, Session session) {
        Map<String, long[]> sums = new LinkedHashMap<>();
        Map<String, LocalDateTime> newest = new LinkedHashMap<>();
        for (TableInspection.Bucket bucket : table.inspect().buckets()) {
            long[] sum = sums.computeIfAbsent(bucket.partition(), partition -> new long[3]);
            sum[0] += bucket.rows();
            sum[1] += bucket.bytes();
            sum[2] += bucket.files();
            if (bucket.lastUpdate() != null) {
                newest.merge(bucket.partition(), bucket.lastUpdate(), (a, b) -> a.isAfter(b) ? a : b);
            }
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        sums.forEach((partition, sum) -> rows.add(row(partition, sum[0], sum[1], sum[2], newest.get(partition))));
        return rows;
    }

    static List<List<@Nullable Object>> buckets(Table table, Session session) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (TableInspection.Bucket bucket : table.inspect().buckets()) {
            rows.add(row(
                    bucket.partition(),
                    bucket.bucket(),
                    bucket.rows(),
                    bucket.bytes(),
                    bucket.files(),
                    bucket.lastUpdate(),
                    bucket.sortedRuns(),
                    bucket.writeAmplification(),
                    bucket.levels(),
                    bucket.flushedBytes(),
                    bucket.compactedBytes()));
        }
        return rows;
    }

    static List<List<@Nullable Object>> tags(Table table, Session session) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (TableInspection.TagInfo tag : table.inspect().tags()) {
            Duration retained = tag.timeRetained();
            rows.add(row(
                    tag.name(),
                    tag.snapshotId(),
                    tag.schemaId(),
                    local(tag.commitTimeMillis(), session),
                    tag.rows(),
                    tag.createTime(),
                    retained == null ? null : retained.toString()));
        }
        return rows;
    }

    static List<List<@Nullable Object>> consumers(Table table, Session session) {
        long newest = table.latestSnapshotId().orElse(0);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (TableInspection.ConsumerInfo consumer : table.inspect().consumers()) {
            rows.add(row(
                    consumer.id(),
                    consumer.nextSnapshotId(),
                    newest + 1 - consumer.nextSnapshotId(),
                    local(consumer.modifiedMillis(), session)));
        }
        return rows;
    }

    static List<List<@Nullable Object>> statistics(Table table, Session session) {
        TableInspection.Statistics statistics = table.inspect().statistics();
        return statistics == null
                ? List.of()
                : List.of(row(
                        statistics.snapshotId(),
                        statistics.schemaId(),
                        statistics.rows(),
                        statistics.bytes(),
                        statistics.columns()));
    }

    static List<List<@Nullable Object>> lookupCache(Table table, Session session) {
        TableInspection.LookupCache cache = table.inspect().lookupCache();
        return List.of(row(cache.hits(), cache.misses(), cache.keyBytes(), cache.values(), cache.diskBytes()));
    }

    static List<List<@Nullable Object>> branches(Table table, Session session) {
        return table.inspect().branches().stream()
                .map(branch -> row(branch.name(), local(branch.createdMillis(), session)))
                .toList();
    }

    private static LocalDateTime local(long epochMillis, Session session) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(epochMillis), session.zone());
    }

    private static List<@Nullable Object> row(@Nullable Object... values) {
        return Arrays.asList(values);
    }
}
