package io.lakelog.jdbc;

import io.lakelog.sql.Cancellation;
import io.lakelog.sql.Engine;
import io.lakelog.sql.EngineConnection;
import io.lakelog.sql.Prepared;
import io.lakelog.sql.ResultColumn;
import io.lakelog.sql.SessionSettings;
import io.lakelog.sql.StatementResult;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An engine that answers each text as a test has told it, and remembers what it was given. It knows all types, and can be
 * slow, endless or broken.
 */
public final class FakeEngine implements Engine {
    private final Catalog catalog;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final AtomicInteger openSources = new AtomicInteger();
    private final AtomicInteger openConnections = new AtomicInteger();
    public final List<List<@Nullable Object>> parameters = new CopyOnWriteArrayList<>();
    public final CountDownLatch started = new CountDownLatch(1);

    public FakeEngine(Catalog catalog) {
        this.catalog = catalog;
    }

    private record Answer(
            Prepared.Kind kind,
            List<ResultColumn> columns,
            List<DataType> parameterTypes,
            Supplier<BatchSource> rows,
            long count) {}

    /** Answers {@code sql} with rows; columns are called c1, c2 and so on. */
    public FakeEngine rows(String sql, List<DataType> types, List<List<@Nullable Object>> rows) {
        return source(sql, types, List.of(), () -> BatchSource.of(List.of(batch(types, rows))));
    }

    /** Answers {@code sql} with the numbers from 0, in batches. */
    public FakeEngine numbers(String sql, int count, int batchRows) {
        List<DataType> types = List.of(DataType.INT);
        return source(sql, types, List.of(), () -> {
            List<Batch> batches = new ArrayList<>();
            for (int from = 0; from < count; from += batchRows) {
                List<List<@Nullable Object>> rows = new ArrayList<>();
                for (int i = from; i < Math.min(count, from + batchRows); i++) {
                    rows.add(List.of(i));
                }
                batches.add(batch(types, rows));
            }
            return BatchSource.of(batches);
        });
    }

    /** Answers {@code sql} with whatever {@code rows} makes. */
    public FakeEngine source(
            String sql, List<DataType> types, List<DataType> parameterTypes, Supplier<BatchSource> rows) {
        answers.put(sql, new Answer(Prepared.Kind.QUERY, columns(types), parameterTypes, rows, 0));
        return this;
    }

    /** Answers {@code sql} with an update count. */
    public FakeEngine update(String sql, long count, DataType... parameterTypes) {
        answers.put(
                sql, new Answer(Prepared.Kind.UPDATE, List.of(), List.of(parameterTypes), BatchSource::empty, count));
        return this;
    }

    public FakeEngine command(String sql) {
        answers.put(sql, new Answer(Prepared.Kind.COMMAND, List.of(), List.of(), BatchSource::empty, 0));
        return this;
    }

    /** Answers {@code sql} with a failure when it runs. */
    public FakeEngine failure(String sql, ErrorCode code, String message, DataType... parameterTypes) {
        answers.put(
                sql,
                new Answer(
                        Prepared.Kind.UPDATE,
                        List.of(),
                        List.of(parameterTypes),
                        () -> {
                            throw new LakelogException(code, message);
                        },
                        -1));
        return this;
    }

    /** Answers {@code sql} with a statement that runs until it is stopped. */
    public FakeEngine endless(String sql) {
        answers.put(sql, new Answer(Prepared.Kind.UPDATE, List.of(), List.of(), BatchSource::empty, -2));
        return this;
    }

    public int openSources() {
        return openSources.get();
    }

    public int openConnections() {
        return openConnections.get();
    }

    private static List<ResultColumn> columns(List<DataType> types) {
        List<ResultColumn> columns = new ArrayList<>();
        for (DataType type : types) {
            String name = "c" + (columns.size() + 1);
            columns.add(new ResultColumn(name, name, type, null));
        }
        return columns;
    }

    public static Batch batch(List<DataType> types, List<List<@Nullable Object>> rows) {
        BatchBuilder builder = new BatchBuilder(types);
        for (List<@Nullable Object> row : rows) {
            for (int i = 0; i < types.size(); i++) {
                Values.append(builder.column(i), types.get(i), row.get(i));
            }
        }
        return builder.build();
    }

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public EngineConnection connect(SessionSettings settings) {
        String database = catalog.resolveDatabase(settings.database());
        openConnections.incrementAndGet();
        return new FakeConnection(database, settings.readOnly());
    }

    @Override
    public void close() {}

    private final class FakeConnection implements EngineConnection {
        private String database;
        private boolean readOnly;
        private boolean autoCommit = true;
        private boolean closed;

        FakeConnection(String database, boolean readOnly) {
            this.database = database;
            this.readOnly = readOnly;
        }

        @Override
        public String database() {
            return database;
        }

        @Override
        public void setDatabase(String name) {
            database = catalog.resolveDatabase(name);
        }

        @Override
        public boolean readOnly() {
            return readOnly;
        }

        @Override
        public void setReadOnly(boolean readOnly) {
            this.readOnly = readOnly;
        }

        @Override
        public boolean autoCommit() {
            return autoCommit;
        }

        @Override
        public void setAutoCommit(boolean wanted) {
            autoCommit = wanted;
        }

        @Override
        public void commit() {
            checkInTransaction();
        }

        @Override
        public void rollback() {
            checkInTransaction();
        }

        private void checkInTransaction() {
            if (autoCommit) {
                throw new LakelogException(ErrorCode.TRANSACTION_STATE, "no transaction is open");
            }
        }

        @Override
        public long[] executeBatch(List<String> statements, Cancellation cancellation) {
            long[] counts = new long[statements.size()];
            for (int i = 0; i < counts.length; i++) {
                Prepared prepared = prepare(statements.get(i));
                if (prepared.kind() == Prepared.Kind.QUERY) {
                    throw new LakelogException(ErrorCode.INVALID_STATEMENT, "rows in a batch");
                }
                counts[i] = ((StatementResult.UpdateCount) prepared.execute(List.of(), cancellation)).count();
            }
            return counts;
        }

        @Override
        public Prepared prepare(String sql, Cancellation cancellation) {
            Answer answer = answers.get(sql);
            if (answer == null) {
                throw new LakelogException(ErrorCode.SYNTAX, "line 1, column 1: cannot read '" + sql + "'");
            }
            return new FakePrepared(sql, answer);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                openConnections.decrementAndGet();
            }
        }
    }

    private final class FakePrepared implements Prepared {
        private final String sql;
        private final Answer answer;

        FakePrepared(String sql, Answer answer) {
            this.sql = sql;
            this.answer = answer;
        }

        @Override
        public String sql() {
            return sql;
        }

        @Override
        public Kind kind() {
            return answer.kind();
        }

        @Override
        public List<ResultColumn> columns() {
            return answer.columns();
        }

        @Override
        public List<DataType> parameterTypes() {
            return answer.parameterTypes();
        }

        @Override
        public StatementResult execute(List<@Nullable Object> values, Cancellation cancellation) {
            checkCount(values);
            parameters.add(values);
            if (answer.count() == -2) {
                started.countDown();
                while (true) {
                    cancellation.check();
                    Thread.onSpinWait();
                }
            }
            return switch (answer.kind()) {
                case QUERY ->
                    new StatementResult.Rows(
                            answer.columns(), counted(answer.rows().get()));
                case UPDATE -> {
                    answer.rows().get().close();
                    yield new StatementResult.UpdateCount(answer.count());
                }
                case COMMAND -> new StatementResult.Done();
            };
        }

        private void checkCount(List<@Nullable Object> values) {
            if (values.size() != answer.parameterTypes().size()) {
                throw new LakelogException(
                        ErrorCode.INVALID_PARAMETER,
                        answer.parameterTypes().size() + " parameters are needed, not " + values.size());
            }
        }

        @Override
        public long[] executeBatch(List<List<@Nullable Object>> sets, Cancellation cancellation) {
            sets.forEach(this::checkCount);
            answer.rows().get().close();
            parameters.addAll(sets);
            long[] counts = new long[sets.size()];
            Arrays.fill(counts, answer.count());
            return counts;
        }
    }

    private BatchSource counted(BatchSource source) {
        openSources.incrementAndGet();
        return new BatchSource() {
            private boolean closed;

            @Override
            public @Nullable Batch next() {
                return source.next();
            }

            @Override
            public void close() {
                if (!closed) {
                    closed = true;
                    openSources.decrementAndGet();
                    source.close();
                }
            }
        };
    }
}
