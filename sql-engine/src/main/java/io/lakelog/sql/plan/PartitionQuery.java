package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Query;
import io.lakelog.sql.exec.Session;
import io.lakelog.sql.partition.PartitionExpression;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.type.DataType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** A partition expression as a query over the one column that it names. Thread-safe: one caller at a time computes. */
final class PartitionQuery implements PartitionExpression {
    /** Stands for NULL, and for blank texts, which have no directory of their own. */
    private static final byte[] NOTHING = "__NULL__".getBytes(StandardCharsets.UTF_8);

    private static final int YEAR_DIGITS = 4;

    private final Session session;
    private final TableName rows;
    private final Query query;
    private final int source;
    private final PartitionShape shape;

    /**
     * @param session that nobody else uses
     * @param rows the table that the query reads
     * @param query gives one text a row, in order
     */
    PartitionQuery(Session session, TableName rows, Query query, int source, PartitionShape shape) {
        this.session = session;
        this.rows = rows;
        this.query = query;
        this.source = source;
        this.shape = shape;
    }

    @Override
    public int source() {
        return source;
    }

    @Override
    public boolean isMonotonic() {
        return shape != PartitionShape.ANY;
    }

    @Override
    public synchronized Column.Bytes texts(Column values) {
        ExecContext context = new ExecContext(session, List.of(), new AtomicBoolean(), () -> {}, Map.of());
        // The only column that is read is the source.
        context.replace(
                rows,
                (columns, filter) -> BatchSource.of(
                        List.of(new Batch(values.size(), java.util.Collections.nCopies(columns.length, values)))));
        BytesBuilder texts = (BytesBuilder) ColumnBuilder.of(DataType.STRING);
        try (BatchSource source = query.open(context)) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                Column.Bytes computed = (Column.Bytes) batch.column(0);
                for (int row = 0; row < batch.size(); row++) {
                    texts.append(text(computed, row));
                }
            }
        } catch (LakelogException e) {
            throw new LakelogException(e.code(), "the expression of PARTITIONED BY: " + e.getMessage(), e);
        }
        return (Column.Bytes) texts.build();
    }

    private byte[] text(Column.Bytes computed, int row) {
        if (computed.isNull(row)) {
            return NOTHING;
        }
        byte[] text = java.util.Arrays.copyOfRange(computed.data, computed.offsets[row], computed.offsets[row + 1]);
        if (shape == PartitionShape.YEAR && text.length < YEAR_DIGITS) {
            return "0"
                    .repeat(YEAR_DIGITS - text.length)
                    .concat(new String(text, StandardCharsets.UTF_8))
                    .getBytes(StandardCharsets.UTF_8);
        }
        return new String(text, StandardCharsets.UTF_8).isBlank() ? NOTHING : text;
    }
}
