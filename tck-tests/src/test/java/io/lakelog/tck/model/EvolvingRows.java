package io.lakelog.tck.model;

import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.tck.text.RowText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a table whose columns change: gives those to write, and knows which keys are there. */
public final class EvolvingRows {
    private static final int KEYS = 16;
    private static final int ROWS_AT_ONCE = 8;

    private static final List<List<DataType>> KEY_TYPES = List.of(
            List.of(DataType.INT),
            List.of(DataType.STRING),
            List.of(DataType.BIGINT, DataType.timestamp(6)),
            List.of(DataType.decimal(24, 4), DataType.DATE));

    private final TableDefinition definition;
    private final long seed;
    private final Set<String> present = new HashSet<>();

    public EvolvingRows(Evolution evolution) {
        seed = evolution.tableSeed();
        Random random = new Random(seed);
        List<DataType> values = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            DataType type = TypeChanges.any(random);
            values.add(random.nextInt(4) == 0 ? type.notNull() : type);
        }
        Map<String, String> options = new LinkedHashMap<>();
        options.put("changelog-producer", evolution.producer());
        options.put("bucket", Integer.toString(1 + random.nextInt(2)));
        options.put("num-sorted-run.compaction-trigger", Integer.toString(2 + random.nextInt(3)));
        if (evolution.producer().equals("full-compaction")) {
            options.put("full-compaction.delta-commits", Integer.toString(1 + random.nextInt(2)));
        }
        definition = Scenarios.definition(
                KEY_TYPES.get(random.nextInt(KEY_TYPES.size())),
                values,
                random.nextInt(3) == 0 ? List.of(DataType.STRING) : List.of(),
                options);
    }

    /** The table as it is made. */
    public TableDefinition definition() {
        return definition;
    }

    /** How many rows the table has. */
    public int size() {
        return present.size();
    }

    /** Rows to write to the table as it is now, in its columns' order, no key twice. */
    public List<List<@Nullable Object>> rows(RowKind kind, TableSchema schema, Random random) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        Set<Integer> keys = new HashSet<>();
        Set<String> written = new HashSet<>();
        for (int i = random.nextInt(ROWS_AT_ONCE); i >= 0; i--) {
            keys.add(random.nextInt(KEYS));
        }
        for (int key : keys) {
            List<Object> keyValues = keyValues(key, schema);
            String text = RowText.of(keyValues);
            if (written.add(text)) {
                rows.add(row(keyValues, schema, random));
                if (kind == RowKind.INSERT) {
                    present.add(text);
                } else {
                    present.remove(text);
                }
            }
        }
        return rows;
    }

    /** The same for a number at any time, whatever the columns are called. */
    private List<Object> keyValues(int key, TableSchema schema) {
        Random keyRandom = new Random(seed * 1_000_003 + key);
        List<Object> values = new ArrayList<>();
        for (String name : schema.primaryKeys()) {
            boolean partition = schema.partitionKeys().contains(name);
            DataType type =
                    schema.rowType().field(schema.rowType().indexOf(name)).type();
            values.add(partition ? "p" + key % 2 : RandomValues.present(type, keyRandom));
        }
        return values;
    }

    private static List<@Nullable Object> row(List<Object> keyValues, TableSchema schema, Random random) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Field field : schema.rowType().fields()) {
            int key = schema.primaryKeys().indexOf(field.name());
            row.add(key < 0 ? RandomValues.value(field.type(), random) : keyValues.get(key));
        }
        return row;
    }
}
