package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.parse.NameText;
import io.lakelog.storage.Overwrite;
import io.lakelog.storage.TableName;
import java.util.List;

/** TRUNCATE TABLE: all rows replaced by none. */
public record TruncateCommand(NameText name) implements Command {
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
        context.session().checkWritable("TRUNCATE TABLE");
        TableName table = context.session().resolve(name.database(), name.table());
        Writing.replace(context, table, Overwrite.WHOLE_TABLE, List.of(), (write, attempt) -> 0);
        return Outcome.nothing();
    }
}
