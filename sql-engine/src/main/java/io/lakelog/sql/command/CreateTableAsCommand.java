package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.sql.exec.Query;
import io.lakelog.sql.parse.NameText;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.List;

/**
 * CREATE TABLE ... AS a query: the columns are the query's. The table is dropped again if it cannot be filled.
 *
 * @param definition keys, partitions, options and comment; no columns
 */
public record CreateTableAsCommand(NameText name, boolean ifNotExists, TableDefinition definition, Query query)
        implements Command {
    @Override
    public Kind kind() {
        return Kind.COUNT;
    }

    @Override
    public boolean endsTransaction() {
        return true;
    }

    @Override
    public Outcome run(ExecContext context) {
        context.session().checkWritable("CREATE TABLE");
        if (ifNotExists && exists(context)) {
            return Outcome.of(0);
        }
        List<String> labels = query.columns().stream().map(OutputColumn::label).toList();
        List<DataType> types =
                query.types().stream().map(type -> type.withNullable(true)).toList();
        TableDefinition whole = new TableDefinition(
                RowType.of(labels, types),
                definition.primaryKeys(),
                definition.partitionKeys(),
                definition.options(),
                definition.comment());
        TableName table = DefinitionCommand.create(context.session(), name, false, whole);
        try {
            return Outcome.of(fill(table, context));
        } catch (RuntimeException | Error e) {
            context.session().catalog().dropTable(table);
            throw e;
        }
    }

    private boolean exists(ExecContext context) {
        try {
            context.session().resolve(name.database(), name.table());
            return true;
        } catch (LakelogException e) {
            if (e.code() == ErrorCode.TABLE_NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private long fill(TableName table, ExecContext context) {
        return Writing.run(context, table, query.reads(), (write, attempt) -> {
            long count = 0;
            try (BatchSource source = query.open(attempt)) {
                for (Batch batch = source.next(); batch != null; batch = source.next()) {
                    write.write(batch, RowKind.INSERT);
                    count += batch.size();
                }
            }
            return count;
        });
    }
}
