package io.lakelog.tck.model;

import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.model.Scenario.Operation;
import io.lakelog.tck.text.Change;
import io.lakelog.tck.text.RowText;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The table as a map from key to row: turns operations into rows to write, and says what they change. */
public final class TableModel {
    private final TableDefinition definition;
    private final RowType type;
    private final long keySeed;
    private final LocalDateTime earliest;
    private final Map<String, List<@Nullable Object>> rows = new TreeMap<>();

    public TableModel(Scenario scenario) {
        this(scenario, LocalDateTime.MIN);
    }

    /** @param earliest stands for every earlier timestamp */
    public TableModel(Scenario scenario, LocalDateTime earliest) {
        this.earliest = earliest;
        definition = scenario.definition();
        keySeed = scenario.keySeed();
        List<Field> fields = new ArrayList<>();
        for (Field field : definition.columns().fields()) {
            boolean key = definition.primaryKeys().contains(field.name());
            fields.add(key ? field.withType(field.type().notNull()) : field);
        }
        type = new RowType(fields);
    }

    /** A row as it must be written. */
    public record Step(RowKind kind, List<@Nullable Object> values) {}

    /** Plays one operation: gives the row to write, and adds what it changes to {@code changes}. */
    public Step apply(Operation operation, long snapshotId, List<Change> changes) {
        List<@Nullable Object> given = row(operation);
        String key = keyText(given);
        List<@Nullable Object> before = rows.get(key);
        switch (operation.kind()) {
            case DELETE -> {
                if (before != null) {
                    changes.add(new Change(snapshotId, "-D", key, RowText.of(before)));
                    rows.remove(key);
                }
                return new Step(RowKind.DELETE, given);
            }
            case REPEAT -> {
                if (before != null) {
                    return new Step(RowKind.INSERT, before);
                }
            }
            case UPSERT -> {}
        }
        if (before == null) {
            changes.add(new Change(snapshotId, "+I", key, RowText.of(given)));
        } else if (!RowText.of(before).equals(RowText.of(given))) {
            changes.add(new Change(snapshotId, "-U", key, RowText.of(before)));
            changes.add(new Change(snapshotId, "+U", key, RowText.of(given)));
        }
        rows.put(key, given);
        return new Step(RowKind.INSERT, given);
    }

    /** All rows as sorted text. */
    public List<String> rows() {
        return rows.values().stream().map(RowText::of).sorted().toList();
    }

    private List<@Nullable Object> row(Operation operation) {
        Random keyRandom = new Random(keySeed * 1_000_003 + operation.key());
        Random valueRandom = new Random(operation.valueSeed());
        List<@Nullable Object> values = new ArrayList<>();
        for (Field field : type.fields()) {
            boolean partition = definition.partitionKeys().contains(field.name());
            boolean key = definition.primaryKeys().contains(field.name());
            if (partition) {
                values.add(partitionValue(field.type(), keyRandom));
            } else if (key) {
                values.add(bounded(asKey(RandomValues.present(field.type(), keyRandom))));
            } else {
                values.add(bounded(RandomValues.value(field.type(), valueRandom)));
            }
        }
        return values;
    }

    /**
     * Few partitions, so that each gets rows; among them names that need escaping. (No slash: Paimon's lookup writer
     * names local files by partition and fails with one.)
     */
    private static Object partitionValue(DataType type, Random random) {
        return switch (type.kind()) {
            case VARCHAR -> List.of("2024-01-01", "", "a=b:c %").get(random.nextInt(3));
            case INT -> List.of(1, -2).get(random.nextInt(2));
            case DATE -> java.time.LocalDate.ofEpochDay(19723 + random.nextInt(2));
            default -> RandomValues.present(type, new Random(random.nextInt(2)));
        };
    }

    /** Paimon's own tables do not keep NaN and zeros of either sign apart, or together, where they are keys. */
    private static Object asKey(Object value) {
        boolean odd = value instanceof Float real && (real.isNaN() || real == 0)
                || value instanceof Double number && (number.isNaN() || number == 0);
        return odd ? value instanceof Float ? (Object) 1f : (Object) 1d : value;
    }

    private String keyText(List<@Nullable Object> row) {
        List<@Nullable Object> key = new ArrayList<>();
        definition.primaryKeys().forEach(name -> key.add(row.get(type.indexOf(name))));
        return RowText.of(key);
    }

    private @Nullable Object bounded(@Nullable Object value) {
        if (value instanceof LocalDateTime time && time.isBefore(earliest)) {
            return earliest;
        }
        if (value instanceof Instant moment
                && LocalDateTime.ofInstant(moment, ZoneOffset.UTC).isBefore(earliest)) {
            return earliest.toInstant(ZoneOffset.UTC);
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> all = new ArrayList<>();
            list.forEach(element -> all.add(bounded(element)));
            return all;
        }
        if (value instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> all = new LinkedHashMap<>();
            map.forEach((key, entry) -> all.put(bounded(key), bounded(entry)));
            return all;
        }
        return value;
    }
}
