package io.lakelog.jdbc.remote;

import io.lakelog.jdbc.metadata.MetadataRequest;
import io.lakelog.jdbc.session.Limits;
import io.lakelog.jdbc.session.PreparedShape;
import io.lakelog.jdbc.session.Session;
import io.lakelog.jdbc.wire.SessionInfo;
import io.lakelog.jdbc.wire.WireColumns;
import io.lakelog.jdbc.wire.WireCommand;
import io.lakelog.jdbc.wire.WireNotes;
import io.lakelog.jdbc.wire.WireParameters;
import io.lakelog.sql.Prepared;
import io.lakelog.sql.ResultColumn;
import io.lakelog.sql.StatementResult;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.proto.Responses;
import org.jspecify.annotations.Nullable;

/**
 * A session on a server. A slot gets a number of the server's when something is first prepared or run in it. A statement
 * that runs into its timeout is given up here and cancelled there.
 */
public final class RemoteSession implements Session {
    private final ServerCalls server;
    private final String id = UUID.randomUUID().toString();
    private final AtomicInteger nextSlot = new AtomicInteger(1);
    private final Map<Integer, Integer> serverNumbers = new ConcurrentHashMap<>();
    private volatile boolean autoCommit = true;
    private volatile boolean closed;

    private RemoteSession(ServerCalls server) {
        this.server = server;
    }

    /**
     * Opens a session on a server.
     *
     * @param networkMillis how long a call may wait for its answer; 0 for ever
     */
    public static RemoteSession open(ServerAddress address, int networkMillis, SessionInfo info) {
        RemoteSession session = new RemoteSession(new ServerCalls(new HttpTransport(address)));
        session.setNetworkTimeout(networkMillis);
        session.server.call(
                Requests.OpenConnectionRequest.newBuilder()
                        .setConnectionId(session.id)
                        .putAllInfo(info.toMap())
                        .build(),
                Responses.OpenConnectionResponse.parser());
        return session;
    }

    @Override
    public int openStatement() {
        return nextSlot.getAndIncrement();
    }

    @Override
    public void closeStatement(int statement) {
        Integer number = serverNumbers.remove(statement);
        if (number != null && !closed) {
            closeOnServer(number);
        }
    }

    private void closeOnServer(int number) {
        server.call(
                Requests.CloseStatementRequest.newBuilder()
                        .setConnectionId(id)
                        .setStatementId(number)
                        .build(),
                Responses.CloseStatementResponse.parser());
    }

    private int serverNumber(int statement) {
        Integer known = serverNumbers.get(statement);
        if (known != null) {
            return known;
        }
        int number = server.call(
                        Requests.CreateStatementRequest.newBuilder()
                                .setConnectionId(id)
                                .build(),
                        Responses.CreateStatementResponse.parser())
                .getStatementId();
        serverNumbers.put(statement, number);
        return number;
    }

    @Override
    public PreparedShape prepare(int statement, String sql) {
        Common.StatementHandle handle = server.call(
                        Requests.PrepareRequest.newBuilder()
                                .setConnectionId(id)
                                .setSql(sql)
                                .setMaxRowsTotal(-1)
                                .build(),
                        Responses.PrepareResponse.parser())
                .getStatement();
        Integer before = serverNumbers.put(statement, handle.getId());
        if (before != null) {
            closeOnServer(before);
        }
        Common.Signature signature = handle.getSignature();
        List<ResultColumn> columns = WireColumns.columns(signature);
        return new PreparedShape(
                columns.isEmpty() ? Prepared.Kind.UPDATE : Prepared.Kind.QUERY,
                columns,
                WireColumns.parameters(signature));
    }

    @Override
    public StatementResult execute(int statement, String sql, Limits limits) {
        int number = serverNumber(statement);
        Deadline deadline = Deadline.in(limits.timeoutMillis());
        String text = limits.expected() == Limits.Expected.ANYTHING
                ? sql
                : new WireCommand.Run(sql, limits.expected() == Limits.Expected.ROWS).text();
        Requests.PrepareAndExecuteRequest request = Requests.PrepareAndExecuteRequest.newBuilder()
                .setConnectionId(id)
                .setStatementId(number)
                .setSql(text)
                .setMaxRowsTotal(limits.maxRows() > 0 ? limits.maxRows() : -1)
                .setFirstFrameMaxSize(limits.fetchSize() > 0 ? limits.fetchSize() : -1)
                .build();
        Responses.ExecuteResponse response =
                guarded(number, () -> server.call(request, Responses.ExecuteResponse.parser(), deadline));
        return result(response, limits.fetchSize(), deadline);
    }

    @Override
    public StatementResult execute(int statement, List<@Nullable Object> parameters, Limits limits) {
        int number = serverNumber(statement);
        Deadline deadline = Deadline.in(limits.timeoutMillis());
        Requests.ExecuteRequest.Builder request = Requests.ExecuteRequest.newBuilder()
                .setStatementHandle(
                        Common.StatementHandle.newBuilder().setConnectionId(id).setId(number))
                .setHasParameterValues(true)
                .setFirstFrameMaxSize(limits.fetchSize() > 0 ? limits.fetchSize() : -1);
        for (Object value : parameters) {
            request.addParameterValues(WireParameters.write(value));
        }
        Responses.ExecuteResponse response =
                guarded(number, () -> server.call(request.build(), Responses.ExecuteResponse.parser(), deadline));
        return result(response, limits.fetchSize(), deadline);
    }

    @Override
    public long[] executeBatch(int statement, List<List<@Nullable Object>> parameterSets, Limits limits) {
        int number = serverNumber(statement);
        Deadline deadline = Deadline.in(limits.timeoutMillis());
        Requests.ExecuteBatchRequest.Builder request =
                Requests.ExecuteBatchRequest.newBuilder().setConnectionId(id).setStatementId(number);
        for (List<@Nullable Object> set : parameterSets) {
            Requests.UpdateBatch.Builder row = Requests.UpdateBatch.newBuilder();
            for (Object value : set) {
                row.addParameterValues(WireParameters.write(value));
            }
            request.addUpdates(row);
        }
        Responses.ExecuteBatchResponse response =
                guarded(number, () -> server.call(request.build(), Responses.ExecuteBatchResponse.parser(), deadline));
        return counts(response);
    }

    @Override
    public long[] executeTexts(int statement, List<String> texts, Limits limits) {
        int number = serverNumber(statement);
        Deadline deadline = Deadline.in(limits.timeoutMillis());
        Requests.PrepareAndExecuteBatchRequest request = Requests.PrepareAndExecuteBatchRequest.newBuilder()
                .setConnectionId(id)
                .setStatementId(number)
                .addAllSqlCommands(texts)
                .build();
        return counts(guarded(number, () -> server.call(request, Responses.ExecuteBatchResponse.parser(), deadline)));
    }

    private static long[] counts(Responses.ExecuteBatchResponse response) {
        if (response.getMissingStatement()) {
            throw statementGone();
        }
        return response.getUpdateCountsList().stream()
                .mapToLong(Long::longValue)
                .toArray();
    }

    /** Known here: nobody else changes it. */
    @Override
    public boolean autoCommit() {
        return autoCommit;
    }

    @Override
    public void setAutoCommit(boolean wanted) {
        if (wanted != autoCommit) {
            autoCommit = sync(Common.ConnectionProperties.newBuilder()
                            .setHasAutoCommit(true)
                            .setAutoCommit(wanted)
                            .build())
                    .getAutoCommit();
        }
    }

    @Override
    public void commit() {
        server.call(Requests.CommitRequest.newBuilder().setConnectionId(id).build(), Responses.CommitResponse.parser());
    }

    @Override
    public void rollback() {
        server.call(
                Requests.RollbackRequest.newBuilder().setConnectionId(id).build(), Responses.RollbackResponse.parser());
    }

    /** Calls the server for a statement; one that is given up here is cancelled there. */
    private <T> T guarded(int number, java.util.function.Supplier<T> call) {
        try {
            return call.get();
        } catch (LakelogException e) {
            if (e.code() == ErrorCode.TIMEOUT) {
                command(new WireCommand.Cancel(number));
            }
            throw e;
        }
    }

    private Responses.ExecuteResponse command(WireCommand command) {
        return server.call(
                Requests.PrepareAndExecuteRequest.newBuilder()
                        .setConnectionId(id)
                        .setSql(command.text())
                        .setMaxRowsTotal(-1)
                        .setFirstFrameMaxSize(-1)
                        .build(),
                Responses.ExecuteResponse.parser());
    }

    private StatementResult result(Responses.ExecuteResponse response, int fetchSize, Deadline deadline) {
        if (response.getMissingStatement() || response.getResultsCount() == 0) {
            throw statementGone();
        }
        Responses.ResultSetResponse result = response.getResults(0);
        WireNotes notes = WireNotes.parse(result.getSignature().getSql());
        if (notes.count() >= 0) {
            return new StatementResult.UpdateCount(notes.count(), notes.warnings());
        }
        return result.getUpdateCount() == -1
                ? rows(result, notes.warnings(), fetchSize, deadline)
                : new StatementResult.UpdateCount(result.getUpdateCount());
    }

    private StatementResult.Rows rows(
            Responses.ResultSetResponse result, List<String> warnings, int fetchSize, Deadline deadline) {
        List<ResultColumn> columns = WireColumns.columns(result.getSignature());
        List<DataType> types = columns.stream().map(ResultColumn::type).toList();
        int number = result.getStatementId();
        boolean ownStatement = result.getOwnStatement();
        RemoteRows.Frames frames = new RemoteRows.Frames() {
            @Override
            public Common.Frame fetch(long offset) {
                return guarded(number, () -> fetchFrame(number, offset, fetchSize, deadline));
            }

            @Override
            public void close() {
                if (closed) {
                    return;
                }
                if (ownStatement) {
                    closeOnServer(number);
                } else {
                    command(new WireCommand.CloseResult(number));
                }
            }
        };
        return new StatementResult.Rows(columns, new RemoteRows(frames, types, result.getFirstFrame()), warnings);
    }

    private Common.Frame fetchFrame(int number, long offset, int fetchSize, Deadline deadline) {
        Responses.FetchResponse response = server.call(
                Requests.FetchRequest.newBuilder()
                        .setConnectionId(id)
                        .setStatementId(number)
                        .setOffset(offset)
                        .setFrameMaxSize(fetchSize > 0 ? fetchSize : -1)
                        .build(),
                Responses.FetchResponse.parser(),
                deadline);
        if (response.getMissingStatement() || response.getMissingResults()) {
            throw new LakelogException(ErrorCode.CLOSED, "the result is closed");
        }
        return response.getFrame();
    }

    private static LakelogException statementGone() {
        return new LakelogException(ErrorCode.CLOSED, "the server does not know this statement any more");
    }

    @Override
    public void cancel(int statement) {
        Integer number = serverNumbers.get(statement);
        if (number != null) {
            command(new WireCommand.Cancel(number));
        }
    }

    @Override
    public StatementResult.Rows metadata(MetadataRequest request) {
        Responses.ExecuteResponse response = command(new WireCommand.Metadata(request));
        return (StatementResult.Rows) result(response, 0, Deadline.NONE);
    }

    private Common.ConnectionProperties sync(Common.ConnectionProperties properties) {
        return server.call(syncRequest(properties), Responses.ConnectionSyncResponse.parser())
                .getConnProps();
    }

    private Requests.ConnectionSyncRequest syncRequest(Common.ConnectionProperties properties) {
        return Requests.ConnectionSyncRequest.newBuilder()
                .setConnectionId(id)
                .setConnProps(properties)
                .build();
    }

    @Override
    public String database() {
        return sync(Common.ConnectionProperties.getDefaultInstance()).getSchema();
    }

    @Override
    public void setDatabase(String name) {
        sync(Common.ConnectionProperties.newBuilder().setSchema(name).build());
    }

    @Override
    public boolean readOnly() {
        return sync(Common.ConnectionProperties.getDefaultInstance()).getReadOnly();
    }

    @Override
    public void setReadOnly(boolean readOnly) {
        sync(Common.ConnectionProperties.newBuilder()
                .setHasReadOnly(true)
                .setReadOnly(readOnly)
                .build());
    }

    @Override
    public void setNetworkTimeout(int millis) {
        server.setNetworkTimeout(millis);
    }

    @Override
    public boolean isAlive(int timeoutMillis) {
        return !closed
                && server.isAnswered(syncRequest(Common.ConnectionProperties.getDefaultInstance()), timeoutMillis);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            serverNumbers.clear();
            server.call(
                    Requests.CloseConnectionRequest.newBuilder()
                            .setConnectionId(id)
                            .build(),
                    Responses.CloseConnectionResponse.parser());
        }
    }
}
