package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.storage.Overwrite;
import io.lakelog.storage.TableName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ALTER TABLE ... DROP PARTITION: the rows of some partitions replaced by none, in one snapshot.
 *
 * @param table null for a table that does not exist and need not
 * @param dropped the partitions
 */
public record DropPartitionsCommand(@Nullable TableName table, Overwrite dropped) implements Command {
    @Override
    public Kind kind() {
        return Kind.NOTHING;
    }

    @Override
    public boolean endsTransaction() {
        return true;
    }

    @Override
    public Outcome run(ExecContext context) {
        context.session().checkWritable("ALTER TABLE");
        if (table != null) {
            Writing.replace(context, table, dropped, List.of(), (write, attempt) -> 0);
        }
        return Outcome.nothing();
    }
}
