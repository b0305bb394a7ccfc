package io.lakelog.sql.exec;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Several statements that are committed together. Each table is seen at the snapshot that was its newest when the
 * transaction first asked for it, under what the transaction has written itself. Used by one thread.
 */
public final class Transaction {
    private final Map<TableName, Table> tables = new HashMap<>();
    private final Map<TableName, OptionalLong> snapshots = new HashMap<>();
    private final Map<TableName, ReadSet> reads = new HashMap<>();
    private final Map<TableName, TableWrite> writes = new LinkedHashMap<>();
    private @Nullable LakelogException broken;

    Transaction() {}

    /**
     * Checks that a table is what it was when the transaction first saw it.
     *
     * @throws LakelogException CONFLICT if it is not: rows of two schemas cannot be committed together
     */
    Table table(TableName name, Table now) {
        Table before = tables.putIfAbsent(name, now);
        if (before != null && !before.schema().equals(now.schema())) {
            throw new LakelogException(
                    ErrorCode.CONFLICT,
                    "table " + name + " was changed or recreated since the transaction began; roll back and try again");
        }
        return now;
    }

    /** The snapshot at which this transaction sees a table; empty if it had none. */
    OptionalLong snapshot(TableName name, Table table) {
        return snapshots.computeIfAbsent(name, key -> table.latestSnapshotId());
    }

    /** Notes that rows which may meet a condition were read, all if it is null. */
    void read(TableName name, @Nullable Predicate condition) {
        reads.computeIfAbsent(name, key -> new ReadSet()).add(condition);
    }

    /** What this transaction has written to a table so far, on what it sees of it; null if nothing. */
    TableWrite.@Nullable View view(TableName name) {
        TableWrite write = writes.get(name);
        return write == null ? null : write.view();
    }

    /** The write to a table that the commit will publish. */
    public TableWrite write(Table table) {
        checkWhole();
        snapshot(table.name(), table);
        return writes.computeIfAbsent(table.name(), name -> table.newWrite(OptionalLong.empty()));
    }

    /** A point to which {@link #rollbackTo} can go back. */
    public record Mark(Map<TableName, TableWrite.Mark> writes) {}

    public Mark mark() {
        Map<TableName, TableWrite.Mark> marks = new HashMap<>();
        writes.forEach((name, write) -> marks.put(name, write.mark()));
        return new Mark(marks);
    }

    /** Forgets what was written since a mark; what was read stays read. */
    public void rollbackTo(Mark mark) {
        try {
            for (TableName name : List.copyOf(writes.keySet())) {
                TableWrite.Mark before = mark.writes().get(name);
                TableWrite write = Objects.requireNonNull(writes.get(name));
                if (before != null) {
                    write.rollbackTo(before);
                } else {
                    writes.remove(name);
                    write.close();
                }
            }
        } catch (LakelogException e) {
            broken = e;
            throw e;
        }
    }

    private void checkWhole() {
        if (broken != null) {
            throw new LakelogException(
                    ErrorCode.TRANSACTION_STATE,
                    "the transaction can only be rolled back: a failed statement could not be undone: "
                            + broken.getMessage(),
                    broken);
        }
    }

    /**
     * Publishes what was written: a snapshot for each table. Nothing of this transaction is open afterwards, whether it
     * succeeds or not.
     *
     * @return the snapshots made
     * @throws LakelogException CONFLICT if rows that were read from a table that is written have changed since; then
     *     nothing is committed. COMMIT_PARTIAL as {@link Catalog#commit} says
     */
    Map<TableName, Long> commit(Catalog catalog) {
        try {
            checkWhole();
            List<TableName> names = new ArrayList<>(writes.keySet());
            names.forEach(this::tellPremise);
            List<OptionalLong> ids = catalog.commit(new ArrayList<>(writes.values()));
            Map<TableName, Long> made = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                if (ids.get(i).isPresent()) {
                    made.put(names.get(i), ids.get(i).getAsLong());
                }
            }
            return made;
        } finally {
            rollback();
        }
    }

    /** Of a table that was only written, not read, other writers may have changed whatever they like. */
    private void tellPremise(TableName name) {
        ReadSet read = reads.get(name);
        if (read != null) {
            Table table = Objects.requireNonNull(tables.get(name));
            long snapshot = snapshot(name, table).orElse(0);
            Objects.requireNonNull(writes.get(name))
                    .dependOn(snapshot, newest -> read.isUnchanged(table, snapshot, newest));
        }
    }

    /** Forgets everything. */
    void rollback() {
        writes.values().forEach(TableWrite::close);
        writes.clear();
    }
}
