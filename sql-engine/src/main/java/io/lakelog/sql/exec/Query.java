package io.lakelog.sql.exec;

import io.lakelog.storage.TableName;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.DataType;
import java.util.List;
import java.util.Set;

/** A query that is planned and can be run, as often as wanted. */
public interface Query {
    List<OutputColumn> columns();

    /** Runs it; the batches have the layouts of {@link #columns}. */
    BatchSource open(ExecContext context);

    /** The tables whose newest state it reads. */
    Set<TableName> reads();

    /** What it reads, and how, as far as that is known when it is planned. */
    List<Scan> scans();

    /** How it runs, for EXPLAIN: some lines. */
    String explain();

    default List<DataType> types() {
        return columns().stream().map(OutputColumn::type).toList();
    }
}
