package io.lakelog.tck.check;

import io.lakelog.tck.check.RawRows.RawRow;
import io.lakelog.tck.paimon.PaimonBinaryRow;
import io.lakelog.tck.text.RowText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.paimon.types.DataField;
import org.apache.paimon.types.RowType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * One data or changelog file against its manifest entry: size, counts, order, keys, sequence numbers, statistics,
 * partition, bucket, and the columns of the Parquet file.
 */
final class DataFileCheck {
    private static final int KEY_FIELD_ID = 1_073_741_823;
    private static final int SEQUENCE_FIELD_ID = 2_147_483_646;
    private static final int KIND_FIELD_ID = 2_147_483_645;

    private final RawFile file;
    private final RawSchema schema;
    private final boolean changelog;
    private final Consumer<String> faults;

    DataFileCheck(RawFile file, RawSchema schema, boolean changelog, Consumer<String> faults) {
        this.file = file;
        this.schema = schema;
        this.changelog = changelog;
        this.faults = fault -> faults.accept(file.name() + ": " + fault);
    }

    /** Reports what is wrong, and returns the rows. */
    List<RawRow> check(Path path) throws Exception {
        if (!Files.exists(path)) {
            faults.accept("is missing at " + path);
            return List.of();
        }
        if (Files.size(path) != file.size()) {
            faults.accept("_FILE_SIZE " + file.size() + " but the file has " + Files.size(path));
        }
        RawRows content = RawRows.read(path, schema);
        List<RawRow> rows = content.rows();
        if (content.footerRows() != file.rowCount() || rows.size() != file.rowCount()) {
            faults.accept("_ROW_COUNT " + file.rowCount() + " but " + rows.size() + " rows");
        }
        if (rows.isEmpty()) {
            faults.accept("holds no row");
            return rows;
        }
        checkPlace(rows);
        checkValueStats(rows);
        if (!schema.primaryKeys().isEmpty()) {
            checkColumns(content);
            checkKeys(rows);
            checkSequenceAndKinds(rows);
            checkStats(
                    "_KEY_STATS",
                    file.keyStats(),
                    schema.keyType(),
                    rows.stream().map(RawRow::key).toList());
        }
        return rows;
    }

    private void checkColumns(RawRows content) {
        List<String> names = new ArrayList<>();
        List<Integer> ids = new ArrayList<>();
        for (DataField key : schema.keyType().getFields()) {
            names.add("_KEY_" + key.name());
            ids.add(KEY_FIELD_ID + key.id());
        }
        names.addAll(List.of("_SEQUENCE_NUMBER", "_VALUE_KIND"));
        ids.addAll(List.of(SEQUENCE_FIELD_ID, KIND_FIELD_ID));
        for (DataField field : schema.rowType().getFields()) {
            names.add(field.name());
            ids.add(field.id());
        }
        List<Type> columns = content.fileType().getFields();
        if (!columns.stream().map(Type::getName).toList().equals(names)) {
            faults.accept("columns are " + columns + ", not " + names);
        }
        List<Integer> found = columns.stream()
                .map(column -> column.getId() == null ? -1 : column.getId().intValue())
                .toList();
        if (!found.equals(ids)) {
            faults.accept("field ids are " + found + ", not " + ids);
        }
    }

    private void checkPlace(List<RawRow> rows) {
        List<@Nullable Object> partition = PaimonBinaryRow.decode(file.partition(), schema.partitionType());
        RowType bucketKey = schema.bucketKeyType();
        int buckets = schema.buckets();
        for (RawRow row : rows) {
            if (!RowText.of(pick(row, schema.partitionType())).equals(RowText.of(partition))) {
                faults.accept("row " + text(row) + " lies in partition " + RowText.of(partition));
            }
            if (buckets > 0) {
                int bucket = PaimonBinaryRow.bucket(pick(row, bucketKey), bucketKey, buckets);
                if (bucket != file.bucket()) {
                    faults.accept("row " + text(row) + " belongs to bucket " + bucket + ", not " + file.bucket());
                }
            }
        }
    }

    private void checkKeys(List<RawRow> rows) {
        RowType keyType = schema.keyType();
        List<@Nullable Object> previous = null;
        for (RawRow row : rows) {
            if (!RowText.of(row.key()).equals(RowText.of(pick(row, keyType)))) {
                faults.accept("_KEY_ columns " + RowText.of(row.key()) + " beside row " + text(row));
            }
            if (previous != null) {
                int order = ValueOrder.KEYS.compare(previous, row.key());
                if (order > 0 || (order == 0 && !changelog)) {
                    faults.accept("key " + RowText.of(row.key()) + " after " + RowText.of(previous));
                }
            }
            previous = row.key();
        }
        if (!Arrays.equals(file.minKey(), PaimonBinaryRow.encode(rows.get(0).key(), keyType))) {
            faults.accept("_MIN_KEY is not the first row's key");
        }
        if (!Arrays.equals(
                file.maxKey(), PaimonBinaryRow.encode(rows.get(rows.size() - 1).key(), keyType))) {
            faults.accept("_MAX_KEY is not the last row's key");
        }
    }

    private void checkSequenceAndKinds(List<RawRow> rows) {
        long min = rows.stream().mapToLong(RawRow::sequence).min().orElseThrow();
        long max = rows.stream().mapToLong(RawRow::sequence).max().orElseThrow();
        if (min != file.minSequence() || max != file.maxSequence()) {
            faults.accept("sequence numbers " + file.minSequence() + ".." + file.maxSequence() + ", but rows have "
                    + min + ".." + max);
        }
        long retracts = rows.stream().filter(row -> (row.kind() & 1) == 1).count();
        if (file.deleteRowCount() != null && file.deleteRowCount() != retracts) {
            faults.accept("_DELETE_ROW_COUNT " + file.deleteRowCount() + " but " + retracts + " retract rows");
        }
        for (int i = 0; i < rows.size(); i++) {
            RawRow row = rows.get(i);
            if (row.kind() < 0 || row.kind() > 3) {
                faults.accept("_VALUE_KIND " + row.kind());
            }
            boolean pairBroken = row.kind() == 1
                    && (i + 1 == rows.size()
                            || rows.get(i + 1).kind() != 2
                            || ValueOrder.KEYS.compare(
                                            row.key(), rows.get(i + 1).key())
                                    != 0);
            // A row that moves has its new image in the file of another partition.
            boolean mayBreak = "input".equals(schema.options().get("changelog-producer"))
                    || schema.options().containsKey("lakelog.primary-key");
            if (changelog && pairBroken && !mayBreak) {
                faults.accept("-U " + text(row) + " is not followed by its +U");
            }
        }
    }

    private void checkValueStats(List<RawRow> rows) {
        RowType type = file.valueStatsColumns() == null
                ? schema.rowType()
                : schema.rowType().project(file.valueStatsColumns());
        checkStats(
                "_VALUE_STATS",
                file.valueStats(),
                type,
                rows.stream().map(row -> pick(row, type)).toList());
    }

    private void checkStats(String name, RawFile.Stats stats, RowType type, List<List<@Nullable Object>> rows) {
        // A bound may be missing where values may not.
        RowType bounds = new RowType(type.getFields().stream()
                .map(field -> field.newType(field.type().nullable()))
                .toList());
        List<@Nullable Object> min = PaimonBinaryRow.decode(stats.min(), bounds);
        List<@Nullable Object> max = PaimonBinaryRow.decode(stats.max(), bounds);
        for (int i = 0; i < type.getFieldCount(); i++) {
            if (!RawRows.isNested(type.getTypeAt(i))) {
                int column = i;
                List<@Nullable Object> values =
                        rows.stream().map(row -> row.get(column)).toList();
                if (!RawRows.isInt96(type.getTypeAt(i))) {
                    checkColumnStats(name + " of " + type.getFieldNames().get(i), min.get(i), max.get(i), values);
                }
                Long nullCount =
                        stats.nullCounts() == null ? null : stats.nullCounts().get(i);
                long nulls = values.stream().filter(value -> value == null).count();
                if (nullCount != null && nullCount != nulls) {
                    faults.accept(name + " counts " + nullCount + " nulls of " + nulls + " in "
                            + type.getFieldNames().get(i));
                }
                if (name.equals("_KEY_STATS")
                        && (min.get(i) == null || max.get(i) == null)
                        && RawRows.hasBounds(type.getTypeAt(i))) {
                    faults.accept(
                            name + " has no bounds for " + type.getFieldNames().get(i));
                }
            }
        }
    }

    private void checkColumnStats(
            String name, @Nullable Object min, @Nullable Object max, List<@Nullable Object> values) {
        for (Object value : values) {
            if (value == null) {
                continue;
            }
            if (min != null && ValueOrder.compare(min, value) > 0) {
                faults.accept(name + ": minimum " + min + " above " + value);
            }
            if (max != null && ValueOrder.compare(max, value) < 0) {
                faults.accept(name + ": maximum " + max + " below " + value);
            }
        }
    }

    private List<@Nullable Object> pick(RawRow row, RowType columns) {
        List<@Nullable Object> values = new ArrayList<>();
        for (String name : columns.getFieldNames()) {
            values.add(row.values().get(schema.rowType().getFieldIndex(name)));
        }
        return values;
    }

    private static String text(RawRow row) {
        return RowText.of(row.values());
    }
}
