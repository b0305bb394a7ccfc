package io.lakelog.sql;

import io.lakelog.sql.exec.Session;
import io.lakelog.sql.exec.Transaction;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.List;
import java.util.Objects;

/** Statements run one after the other, all or none: as one transaction, or as part of the one that is open. */
final class TextBatch {
    private static final int ATTEMPTS = 5;

    private final LakelogConnection connection;
    private final Session session;
    private final List<String> statements;
    private final Cancellation cancellation;
    /** How many statements a definition among them has committed. */
    private int committed;

    TextBatch(LakelogConnection connection, List<String> statements, Cancellation cancellation) {
        this.connection = connection;
        this.session = connection.session();
        this.statements = statements;
        this.cancellation = cancellation;
    }

    long[] run() {
        boolean alone = !session.inTransaction();
        try {
            return alone ? runAlone() : runWithin();
        } catch (LakelogException e) {
            if (committed == 0) {
                throw e;
            }
            throw new LakelogException(
                    e.code(),
                    e.getMessage() + " (the first " + committed
                            + " statements of the batch are committed, as those that"
                            + " come before a definition are)",
                    e);
        }
    }

    private long[] runAlone() {
        for (int attempt = 1; ; attempt++) {
            try {
                session.begin();
                long[] counts = runAll(true);
                session.commit();
                return counts;
            } catch (LakelogException e) {
                session.rollbackIfOpen();
                if (e.code() != ErrorCode.CONFLICT || committed > 0 || attempt == ATTEMPTS) {
                    throw e;
                }
                cancellation.check();
            }
        }
    }

    private long[] runWithin() {
        Transaction transaction = Objects.requireNonNull(session.transaction());
        Transaction.Mark before = transaction.mark();
        boolean done = false;
        try {
            long[] counts = runAll(false);
            done = true;
            return counts;
        } finally {
            if (!done && session.transaction() == transaction) {
                transaction.rollbackTo(before);
            }
        }
    }

    private long[] runAll(boolean alone) {
        long[] counts = new long[statements.size()];
        for (int i = 0; i < counts.length; i++) {
            Transaction before = session.transaction();
            counts[i] = runOne(statements.get(i));
            if (session.transaction() != before) {
                committed = i + 1;
                if (alone) {
                    session.begin();
                }
            }
        }
        return counts;
    }

    private long runOne(String sql) {
        cancellation.check();
        Prepared prepared = connection.prepare(sql, cancellation);
        if (prepared.kind() == Prepared.Kind.QUERY) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT, "a statement that returns rows cannot be part of a batch: " + sql);
        }
        if (!prepared.parameterTypes().isEmpty()) {
            throw new LakelogException(
                    ErrorCode.INVALID_PARAMETER,
                    "a statement with parameters cannot be part of a batch of texts: " + sql);
        }
        return prepared.execute(List.of(), cancellation) instanceof StatementResult.UpdateCount count
                ? count.count()
                : 0;
    }
}
