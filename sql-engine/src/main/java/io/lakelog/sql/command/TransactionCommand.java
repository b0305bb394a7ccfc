package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.parse.Statement.TransactionWord;

/** START TRANSACTION, COMMIT and ROLLBACK. */
public record TransactionCommand(TransactionWord word) implements Command {
    @Override
    public Kind kind() {
        return Kind.NOTHING;
    }

    @Override
    public Outcome run(ExecContext context) {
        switch (word) {
            case BEGIN -> context.session().begin();
            case COMMIT -> context.session().commit();
            case ROLLBACK -> context.session().rollback();
        }
        return Outcome.nothing();
    }
}
