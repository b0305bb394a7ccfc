package io.lakelog.sql.exec;

import io.lakelog.storage.ChangesRequest;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a table over a range of snapshots: {@code rowkind, snapshot_id, change_no, commit_time}, then the
 * table's columns.
 *
 * @param rowType with the metadata columns in front
 * @param from first snapshot; 0 for the oldest that can be read
 * @param to last snapshot, or null for the newest
 * @param columnsAsOf the snapshot whose columns the changes have, or null for the newest ones
 * @param net whether only the first and last image of each key count
 */
public record TableChanges(
        TableName table,
        RowType rowType,
        LongTerm from,
        @Nullable LongTerm to,
        @Nullable Long columnsAsOf,
        boolean net) implements Relation {
    private static final int METADATA = ChangesRequest.METADATA_COLUMNS;
    private static final int ROW_KIND = 0;
    private static final int COMMIT_TIME = 3;

    @Override
    public BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint) {
        int[] wanted = new int[columns.length];
        int count = 0;
        int[] mapping = new int[columns.length];
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] < METADATA) {
                mapping[i] = columns[i];
            } else {
                mapping[i] = METADATA + count;
                wanted[count++] = columns[i] - METADATA;
            }
        }
        ChangesRequest request = new ChangesRequest(
                java.util.Arrays.copyOf(wanted, count),
                from.value(context),
                to == null ? context.lastChange(table) : OptionalLong.of(to.value(context)),
                net);
        Table changed = source(context);
        BatchSource source = changed.changes(request);
        if (changed.awaitsCompaction(request.to())) {
            context.warn(
                    "rows of " + table + " wait for a compaction: they are not changes yet, and CHANGES shows them in"
                            + " the snapshot of that compaction");
        }
        ZoneId zone = context.session().zone();
        return new BatchSource() {
            @Override
            public @Nullable Batch next() {
                Batch batch = source.next();
                if (batch == null) {
                    return null;
                }
                List<Column> output = new ArrayList<>(columns.length);
                for (int i = 0; i < columns.length; i++) {
                    Column column = batch.column(mapping[i]);
                    if (columns[i] == ROW_KIND) {
                        column = rowKinds((Column.Ints) column);
                    } else if (columns[i] == COMMIT_TIME) {
                        column = inZone((Column.Longs) column, zone);
                    }
                    output.add(column);
                }
                return new Batch(batch.size(), output);
            }

            @Override
            public void close() {
                source.close();
            }
        };
    }

    private Table source(ExecContext context) {
        Table newest = context.table(table);
        return columnsAsOf == null ? newest : newest.asOf(columnsAsOf);
    }

    private static Column rowKinds(Column.Ints codes) {
        BytesBuilder builder = (BytesBuilder) ColumnBuilder.of(DataType.STRING);
        for (int i = 0; i < codes.size(); i++) {
            builder.append(RowKind.of(codes.values[i]).text().getBytes(StandardCharsets.UTF_8));
        }
        return builder.build();
    }

    /** Moments as wall clock times. Neighbours mostly share their moment, so the last answer is kept. */
    static Column inZone(Column.Longs moments, ZoneId zone) {
        long[] local = new long[moments.size()];
        long lastMoment = 0;
        long lastLocal = Values.micros(LocalDateTime.ofInstant(java.time.Instant.EPOCH, zone));
        for (int i = 0; i < local.length; i++) {
            if (moments.values[i] != lastMoment) {
                lastMoment = moments.values[i];
                lastLocal = Values.micros(
                        LocalDateTime.ofInstant(Values.dateTime(lastMoment).toInstant(ZoneOffset.UTC), zone));
            }
            local[i] = lastLocal;
        }
        return new Column.Longs(local.length, moments.nulls(), local);
    }

    @Override
    public String describe() {
        return (net ? "net changes of " : "changes of ") + table + " from " + from.text()
                + (to == null ? "" : " to " + to.text());
    }
}
