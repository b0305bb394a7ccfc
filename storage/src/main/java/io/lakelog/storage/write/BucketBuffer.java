package io.lakelog.storage.write;

import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.Precedence;
import io.lakelog.storage.lsm.SortedMerge;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The rows written to one bucket, numbered in the order they came. Those that are read before the commit are also kept as
 * sorted runs of last versions, merged so that sizes at least double: reading often costs no more than sorting once. Not
 * thread-safe.
 */
final class BucketBuffer {
    private final TableShape shape;
    private final MergeRules rules;
    private final List<DataType> types;
    private final BatchBuilder rows;
    private final IntsBuilder kinds = new IntsBuilder();
    private final List<SpillFile> spilled = new ArrayList<>();
    /** All versions that have been read, in the order they came. */
    private final List<Batch> frozen = new ArrayList<>();
    /** Their last versions: sorted runs, the newest last. */
    private final List<Batch> runs = new ArrayList<>();

    private long frozenBytes;
    private long firstNumber;

    BucketBuffer(TableShape shape, MergeRules rules) {
        this.shape = shape;
        this.rules = rules;
        this.types = KeyValues.types(shape.rowType(), shape.allPositions());
        this.rows = new BatchBuilder(shape.rowType());
    }

    void append(Batch batch, int from, int to, RowKind kind) {
        rows.append(batch, from, to);
        for (int i = from; i < to; i++) {
            kinds.append(kind.code());
        }
    }

    long memoryBytes() {
        return rows.memoryBytes() + kinds.memoryBytes() + frozenBytes;
    }

    void spill(Spill spill) {
        Batch memory = takeMemory();
        if (memory.size() > 0) {
            spilled.add(spill.write(memory, firstNumber));
        }
    }

    /** Rows so far, wherever they are. */
    long count() {
        return firstNumber + rows.size();
    }

    /** Forgets all rows but the first {@code count}. */
    void keepFirst(long count, Spill spill) {
        if (count >= firstNumber) {
            int kept = (int) (count - firstNumber);
            Batch values = rows.build();
            Column.Ints kindColumn = (Column.Ints) kinds.build();
            rows.append(values, 0, kept);
            kinds.append(kindColumn, 0, kept);
            return;
        }
        rows.build();
        kinds.build();
        firstNumber = count;
        keepFrozen(count);
        while (!spilled.isEmpty() && spilled.get(spilled.size() - 1).endNumber() > count) {
            SpillFile last = spilled.remove(spilled.size() - 1);
            long before =
                    spilled.isEmpty() ? 0 : spilled.get(spilled.size() - 1).endNumber();
            if (before < count) {
                spilled.add(spill.firstRows(last, count));
            }
        }
    }

    private void keepFrozen(long count) {
        Batch all = concatenate(frozen);
        int kept = 0;
        while (kept < all.size() && KeyValues.sequences(all)[kept] < count) {
            kept++;
        }
        frozen.clear();
        runs.clear();
        frozenBytes = all.size() == 0 ? 0 : frozenBytes * kept / all.size();
        if (kept > 0) {
            BatchBuilder first = new BatchBuilder(types);
            first.append(all, 0, kept);
            Batch versions = first.build();
            frozen.add(versions);
            runs.add(collapsed(versions));
        }
    }

    boolean isSpilled() {
        return !spilled.isEmpty();
    }

    BucketRows take() {
        return new BucketRows(List.copyOf(spilled), takeMemory());
    }

    /** What the versions of each key so far come to, as one sorted run, retracts included; the rows stay. */
    List<Batch> lastVersions() {
        if (rows.size() > 0) {
            frozenBytes += 2 * (rows.memoryBytes() + kinds.memoryBytes());
            Batch versions = numberedRows();
            frozen.add(versions);
            if (!rules.lastCounts()) {
                // What versions come to may not be merged on: it is made anew from all of them.
                runs.clear();
                versions = concatenate(frozen);
            }
            runs.add(collapsed(versions));
            while (runs.size() > 1
                    && runs.get(runs.size() - 1).size() * 2
                            >= runs.get(runs.size() - 2).size()) {
                Batch newer = runs.remove(runs.size() - 1);
                Batch older = runs.remove(runs.size() - 1);
                runs.add(merged(List.of(newer, older)));
            }
        }
        List<Batch> newestFirst = new ArrayList<>(runs);
        Collections.reverse(newestFirst);
        return newestFirst.size() <= 1 ? newestFirst : List.of(merged(newestFirst));
    }

    private Batch collapsed(Batch versions) {
        return new KeyCollapse(rules, shape)
                .collapse(SortedVersions.sort(versions, shape), new BatchBuilder(types).expecting(List.of(versions)));
    }

    /** All rows so far as {@link KeyValues}, in the order they came; they stay. */
    List<Batch> rowsInOrder() {
        if (rows.size() > 0) {
            frozenBytes += rows.memoryBytes() + kinds.memoryBytes();
            frozen.add(numberedRows());
        }
        return List.copyOf(frozen);
    }

    private Batch merged(List<Batch> newestFirst) {
        BatchBuilder all = new BatchBuilder(types).expecting(newestFirst);
        try (SortedMerge merge = new SortedMerge(
                newestFirst.stream().map(run -> BatchSource.of(List.of(run))).toList(),
                KeyValues.inBatch(shape.keyPositions()),
                shape.keyComparator(),
                Precedence.SEQUENCE,
                new BatchBuilder(types).lending(),
                false)) {
            Batch batch;
            while ((batch = merge.next()) != null) {
                all.append(batch, 0, batch.size());
            }
        }
        return all.build();
    }

    /** All rows in memory, as {@link KeyValues}. */
    private Batch takeMemory() {
        Batch rest = numberedRows();
        if (frozen.isEmpty()) {
            return rest;
        }
        frozen.add(rest);
        Batch all = concatenate(frozen);
        frozen.clear();
        runs.clear();
        frozenBytes = 0;
        return all;
    }

    private Batch concatenate(List<Batch> batches) {
        BatchBuilder all = new BatchBuilder(types).expecting(batches);
        for (Batch batch : batches) {
            all.append(batch, 0, batch.size());
        }
        return all.build();
    }

    /** The rows that have not been read, as {@link KeyValues} numbered from 0 over the whole commit. */
    private Batch numberedRows() {
        Column kindColumn = kinds.build();
        Batch values = rows.build();
        long[] numbers = new long[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = firstNumber + i;
        }
        firstNumber += numbers.length;
        List<Column> columns = new ArrayList<>(values.width() + 2);
        columns.add(new Column.Longs(values.size(), null, numbers));
        columns.add(kindColumn);
        columns.addAll(values.columns());
        return new Batch(values.size(), columns);
    }
}
