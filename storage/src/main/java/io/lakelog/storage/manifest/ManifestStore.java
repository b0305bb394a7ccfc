package io.lakelog.storage.manifest;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.format.AvroFile;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The manifests and manifest lists of one table: written once under new names, read whole. Thread-safe. */
public final class ManifestStore {
    /** So that a manifest stays small enough to be read and rewritten whole. */
    private static final int ENTRIES_MAX = 20_000;

    private final Environment environment;
    private final TableLayout layout;
    private final List<DataType> partitionTypes;
    private final KeyComparator partitionComparator;

    public ManifestStore(Environment environment, TableLayout layout, List<DataType> partitionTypes) {
        this.environment = environment;
        this.layout = layout;
        this.partitionTypes = List.copyOf(partitionTypes);
        this.partitionComparator = new KeyComparator(partitionTypes);
    }

    /** The manifests that a list names, in order; CORRUPT naming the file if it is missing or broken. */
    public List<ManifestInfo> readList(ListedManifests list) {
        String path = layout.manifest(list.name());
        List<ManifestInfo> infos = new ArrayList<>();
        for (@Nullable
        Object[] row : AvroFile.read(environment.files(), path, list.sizeBytes(), ManifestRecords.INFO)) {
            infos.add(ManifestRecords.readInfo(row, path));
        }
        return infos;
    }

    /** The entries of a manifest, in order; CORRUPT naming the file if it is missing, broken, or has other entries. */
    public List<ManifestEntry> readManifest(ManifestInfo info) {
        String path = layout.manifest(info.name());
        List<ManifestEntry> entries = new ArrayList<>();
        long added = 0;
        for (@Nullable
        Object[] row : AvroFile.read(environment.files(), path, info.sizeBytes(), ManifestRecords.ENTRY)) {
            ManifestEntry entry = ManifestRecords.readEntry(row, path);
            entries.add(entry);
            added += entry.added() ? 1 : 0;
        }
        if (added != info.addedFiles() || entries.size() != info.addedFiles() + info.deletedFiles()) {
            throw LakelogException.corrupt(
                    path,
                    "it adds " + added + " and removes " + (entries.size() - added) + " files where its list says "
                            + info.addedFiles() + " and " + info.deletedFiles(),
                    null);
        }
        return entries;
    }

    /** Writes a list; synced, noted as pending. */
    public ListedManifests writeList(List<ManifestInfo> infos, PendingFiles pending) {
        String name = TableLayout.newManifestListName(environment.uniqueNames().get());
        List<Object[]> rows = new ArrayList<>(infos.size());
        infos.forEach(info -> rows.add(ManifestRecords.write(info)));
        pending.add(layout.manifest(name));
        return new ListedManifests(
                name, AvroFile.write(environment.files(), layout.manifest(name), ManifestRecords.INFO, rows));
    }

    /** Writes entries, in order, as manifests; synced, noted as pending. None for no entries. */
    public List<ManifestInfo> writeManifests(List<ManifestEntry> entries, long schemaId, PendingFiles pending) {
        return writeManifests(entries, ENTRIES_MAX, schemaId, pending);
    }

    /** The same with so many entries in a manifest at most. */
    public List<ManifestInfo> writeManifests(
            List<ManifestEntry> entries, int entriesMax, long schemaId, PendingFiles pending) {
        List<ManifestInfo> infos = new ArrayList<>();
        for (int from = 0; from < entries.size(); from += entriesMax) {
            List<ManifestEntry> part = entries.subList(from, Math.min(entries.size(), from + entriesMax));
            infos.add(writeManifest(part, schemaId, pending));
        }
        return infos;
    }

    private ManifestInfo writeManifest(List<ManifestEntry> entries, long schemaId, PendingFiles pending) {
        String name = TableLayout.newManifestName(environment.uniqueNames().get());
        List<Object[]> rows = new ArrayList<>(entries.size());
        entries.forEach(entry -> rows.add(ManifestRecords.write(entry)));
        pending.add(layout.manifest(name));
        long size = AvroFile.write(environment.files(), layout.manifest(name), ManifestRecords.ENTRY, rows);
        long added = entries.stream().filter(ManifestEntry::added).count();
        return new ManifestInfo(
                name,
                size,
                added,
                entries.size() - added,
                partitionStats(entries),
                schemaId,
                least(entries, entry -> entry.bucket().bucket()),
                -least(entries, entry -> -entry.bucket().bucket()),
                least(entries, entry -> entry.file().level()),
                -least(entries, entry -> -entry.file().level()));
    }

    private static int least(List<ManifestEntry> entries, ToIntFunction<ManifestEntry> property) {
        return entries.stream().mapToInt(property).min().orElseThrow();
    }

    private ColumnStats partitionStats(List<ManifestEntry> entries) {
        if (partitionTypes.isEmpty()) {
            return ColumnStats.NONE;
        }
        List<Column> min = new ArrayList<>();
        List<Column> max = new ArrayList<>();
        List<@Nullable Long> nulls = new ArrayList<>();
        for (int c = 0; c < partitionTypes.size(); c++) {
            Column low = null;
            Column high = null;
            long nullCount = 0;
            for (ManifestEntry entry : entries) {
                Column value = entry.bucket()
                        .partition()
                        .toBatch(partitionTypes, entry.file().name())
                        .column(c);
                if (value.isNull(0)) {
                    nullCount++;
                } else {
                    low = low == null || partitionComparator.compareColumn(c, value, 0, low, 0) < 0 ? value : low;
                    high = high == null || partitionComparator.compareColumn(c, value, 0, high, 0) > 0 ? value : high;
                }
            }
            min.add(ColumnStats.written(partitionTypes.get(c), low));
            max.add(ColumnStats.written(partitionTypes.get(c), high));
            nulls.add(nullCount);
        }
        return new ColumnStats(
                BinaryRow.of(min, partitionTypes, 0),
                BinaryRow.of(max, partitionTypes, 0),
                Collections.unmodifiableList(nulls));
    }
}
