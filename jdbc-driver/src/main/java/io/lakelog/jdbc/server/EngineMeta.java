package io.lakelog.jdbc.server;

import io.lakelog.jdbc.Version;
import io.lakelog.jdbc.convert.Descriptions;
import io.lakelog.jdbc.metadata.MetadataKind;
import io.lakelog.jdbc.metadata.MetadataQueries;
import io.lakelog.jdbc.metadata.MetadataRequest;
import io.lakelog.jdbc.session.Limits;
import io.lakelog.jdbc.session.PreparedShape;
import io.lakelog.jdbc.wire.SessionInfo;
import io.lakelog.jdbc.wire.WireCommand;
import io.lakelog.jdbc.wire.WireNotes;
import io.lakelog.jdbc.wire.WireParameters;
import io.lakelog.sql.Prepared;
import io.lakelog.sql.StatementResult;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import java.sql.Connection;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.ProtobufMeta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * Avatica's engine interface over sessions. It adds nothing to what a session does: it finds the session, reads
 * parameters, cuts results into frames. Failures leave it as they are; {@link ServedMeta} puts them into Avatica's form.
 */
final class EngineMeta extends UnusedMeta implements ProtobufMeta {
    private final ServerSessions sessions;
    private final ServerLimits limits;
    private final long timeoutMillis;

    EngineMeta(ServerSessions sessions, ServerLimits limits) {
        this.sessions = sessions;
        this.limits = limits;
        this.timeoutMillis = limits.get(Limit.STATEMENT_TIME);
    }

    @Override
    public void openConnection(ConnectionHandle connection, @Nullable Map<String, String> info) {
        sessions.open(connection.id, SessionInfo.of(info == null ? Map.of() : info));
    }

    @Override
    public void closeConnection(ConnectionHandle connection) {
        sessions.close(connection.id);
    }

    @Override
    public ConnectionProperties connectionSync(ConnectionHandle connection, ConnectionProperties wanted) {
        ServerSession session = sessions.get(connection.id);
        checkIsolation(wanted.getTransactionIsolation());
        Boolean readOnly = wanted.isReadOnly();
        if (readOnly != null) {
            session.engine().setReadOnly(readOnly);
        }
        String schema = wanted.getSchema();
        if (schema != null && !schema.isEmpty() && !schema.equals(session.databaseTold())) {
            session.engine().setDatabase(schema);
        }
        Boolean autoCommit = wanted.isAutoCommit();
        if (autoCommit != null) {
            session.engine().setAutoCommit(autoCommit);
        }
        String database = session.engine().database();
        session.tellDatabase(database);
        return new ConnectionPropertiesImpl(
                session.engine().autoCommit(),
                session.engine().readOnly(),
                Connection.TRANSACTION_REPEATABLE_READ,
                MetadataQueries.CATALOG,
                database);
    }

    /** Weaker levels get a stronger one; what a client says that has not asked is nothing, or no level at all. */
    private static void checkIsolation(@Nullable Integer level) {
        if (level != null && level == Connection.TRANSACTION_SERIALIZABLE) {
            throw LakelogException.unsupported("transaction isolation SERIALIZABLE is not supported");
        }
    }

    @Override
    public void commit(ConnectionHandle connection) {
        sessions.get(connection.id).engine().commit();
    }

    @Override
    public void rollback(ConnectionHandle connection) {
        sessions.get(connection.id).engine().rollback();
    }

    @Override
    public Map<DatabaseProperty, Object> getDatabaseProperties(ConnectionHandle connection) {
        sessions.get(connection.id);
        Map<DatabaseProperty, Object> properties = new EnumMap<>(DatabaseProperty.class);
        properties.put(DatabaseProperty.GET_DATABASE_PRODUCT_NAME, "Lakelog");
        properties.put(DatabaseProperty.GET_DATABASE_PRODUCT_VERSION, Version.TEXT);
        properties.put(DatabaseProperty.GET_DATABASE_MAJOR_VERSION, Version.MAJOR);
        properties.put(DatabaseProperty.GET_DATABASE_MINOR_VERSION, Version.MINOR);
        return properties;
    }

    @Override
    public StatementHandle createStatement(ConnectionHandle connection) {
        ServerSession session = sessions.get(connection.id);
        return new StatementHandle(connection.id, session.engine().openStatement(), null);
    }

    @Override
    public void closeStatement(StatementHandle statement) {
        sessions.get(statement.connectionId).closeStatement(statement.id);
    }

    @Override
    public StatementHandle prepare(ConnectionHandle connection, String sql, long maxRowCount) {
        ServerSession session = sessions.get(connection.id);
        int number = session.engine().openStatement();
        boolean prepared = false;
        try {
            PreparedShape shape = session.engine().prepare(number, sql, timeoutMillis);
            session.keepParameterTypes(number, shape.parameterTypes());
            prepared = true;
            return new StatementHandle(
                    connection.id,
                    number,
                    Descriptions.wireSignature(sql, shape.columns(), shape.parameterTypes(), kind(shape.kind())));
        } finally {
            if (!prepared) {
                session.closeStatement(number);
            }
        }
    }

    private static StatementType kind(Prepared.Kind kind) {
        return switch (kind) {
            case QUERY -> StatementType.SELECT;
            case UPDATE -> StatementType.OTHER_DML;
            case COMMAND -> StatementType.OTHER_DDL;
        };
    }

    @Override
    public ExecuteResult prepareAndExecute(
            StatementHandle statement,
            String sql,
            long maxRowCount,
            int maxRowsInFirstFrame,
            @Nullable PrepareCallback callback)
            throws NoSuchStatementException {
        ServerSession session = sessions.get(statement.connectionId);
        WireCommand command = WireCommand.parse(sql);
        if (command instanceof WireCommand.Cancel cancel) {
            session.engine().cancel(cancel.statement());
            return count(statement, 0);
        } else if (command instanceof WireCommand.CloseResult close) {
            session.dropResult(close.statement());
            session.engine().closeResult(close.statement());
            return count(statement, 0);
        } else if (command instanceof WireCommand.Metadata metadata) {
            return new ExecuteResult(List.of(metadata(session, statement.connectionId, metadata.request())));
        }
        String text = command instanceof WireCommand.Run run ? run.sql() : sql;
        Limits.Expected expected = command instanceof WireCommand.Run run
                ? (run.rows() ? Limits.Expected.ROWS : Limits.Expected.COUNT)
                : Limits.Expected.ANYTHING;
        session.dropResult(statement.id);
        StatementResult result =
                session.engine().execute(statement.id, text, new Limits(expected, maxRowCount, 0, timeoutMillis));
        return result(session, statement, result, Math.max(0, maxRowCount), maxRowsInFirstFrame);
    }

    @Override
    public ExecuteResult execute(
            StatementHandle statement, @Nullable List<TypedValue> parameterValues, int maxRowsInFirstFrame)
            throws NoSuchStatementException {
        ServerSession session = sessions.get(statement.connectionId);
        session.dropResult(statement.id);
        List<@Nullable Object> parameters =
                parameters(session, statement.id, parameterValues == null ? List.<TypedValue>of() : parameterValues);
        StatementResult result = session.engine().execute(statement.id, parameters, anything());
        return result(session, statement, result, 0, maxRowsInFirstFrame);
    }

    private Limits anything() {
        return new Limits(Limits.Expected.ANYTHING, 0, 0, timeoutMillis);
    }

    private ExecuteResult result(
            ServerSession session, StatementHandle statement, StatementResult result, long maxRows, int frameRows) {
        if (result instanceof StatementResult.Rows rows) {
            return new ExecuteResult(List.of(rows(
                    session,
                    statement.connectionId,
                    statement.id,
                    new OpenResult(rows, maxRows, session.dialect(), limits),
                    frameRows)));
        }
        long count = result instanceof StatementResult.UpdateCount counted ? counted.count() : 0;
        if (result.warnings().isEmpty() || !session.dialect().exact()) {
            return count(statement, count);
        }
        // A count has no place for a text beside it; a result without columns has.
        String notes = new WireNotes(result.warnings(), count).text();
        Signature signature = Descriptions.wireSignature(notes, List.of(), List.of(), StatementType.OTHER_DML);
        return new ExecuteResult(List.of(MetaResultSet.create(
                statement.connectionId, statement.id, false, signature, new Frame(0, true, List.of()))));
    }

    private static MetaResultSet rows(
            ServerSession session, String connection, int statement, OpenResult result, int frameRows) {
        Frame first = result.next(frameRows);
        if (!first.done) {
            session.keepResult(statement, result);
        }
        return MetaResultSet.create(
                connection,
                statement,
                false,
                Descriptions.wireSignature(result.notes().text(), result.columns(), List.of(), StatementType.SELECT),
                first);
    }

    private static ExecuteResult count(StatementHandle statement, long count) {
        return new ExecuteResult(List.of(MetaResultSet.count(statement.connectionId, statement.id, count)));
    }

    @Override
    public Frame fetch(StatementHandle statement, long offset, int fetchMaxRowCount) throws MissingResultsException {
        OpenResult result = sessions.get(statement.connectionId).result(statement.id);
        if (result == null || result.offset() != offset) {
            throw new MissingResultsException(statement);
        }
        Frame frame = result.next(fetchMaxRowCount);
        if (frame.done) {
            sessions.get(statement.connectionId).dropResult(statement.id);
        }
        return frame;
    }

    @Override
    public boolean syncResults(StatementHandle statement, org.apache.calcite.avatica.QueryState state, long offset) {
        throw new LakelogException(
                ErrorCode.CLOSED, "the result is closed, and running the statement again could give other rows");
    }

    @Override
    public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle statement, List<String> texts) {
        ServerSession session = sessions.get(statement.connectionId);
        session.dropResult(statement.id);
        Limits counting = new Limits(Limits.Expected.COUNT, 0, 0, timeoutMillis);
        return new ExecuteBatchResult(session.engine().executeTexts(statement.id, texts, counting));
    }

    @Override
    public ExecuteBatchResult executeBatch(StatementHandle statement, List<List<TypedValue>> parameterValues) {
        ServerSession session = sessions.get(statement.connectionId);
        List<List<@Nullable Object>> sets = new ArrayList<>(parameterValues.size());
        for (List<TypedValue> values : parameterValues) {
            sets.add(parameters(session, statement.id, values));
        }
        return executeSets(session, statement.id, sets);
    }

    @Override
    public ExecuteBatchResult executeBatchProtobuf(StatementHandle statement, List<Requests.UpdateBatch> updates) {
        ServerSession session = sessions.get(statement.connectionId);
        List<DataType> types = session.parameterTypes(statement.id);
        ZoneId zone = session.dialect().zone();
        List<List<@Nullable Object>> sets = new ArrayList<>(updates.size());
        for (Requests.UpdateBatch update : updates) {
            List<@Nullable Object> set = new ArrayList<>(update.getParameterValuesCount());
            for (Common.TypedValue value : update.getParameterValuesList()) {
                checkSet(value.getImplicitlyNull(), set.size());
                set.add(WireParameters.read(value, typeOf(types, set.size()), zone));
            }
            sets.add(set);
        }
        return executeSets(session, statement.id, sets);
    }

    private ExecuteBatchResult executeSets(ServerSession session, int statement, List<List<@Nullable Object>> sets) {
        session.dropResult(statement);
        return new ExecuteBatchResult(session.engine().executeBatch(statement, sets, anything()));
    }

    private static List<@Nullable Object> parameters(ServerSession session, int statement, List<TypedValue> values) {
        List<DataType> types = session.parameterTypes(statement);
        ZoneId zone = session.dialect().zone();
        List<@Nullable Object> parameters = new ArrayList<>(values.size());
        for (TypedValue value : values) {
            checkSet(value == null, parameters.size());
            parameters.add(WireParameters.read(value, typeOf(types, parameters.size()), zone));
        }
        return parameters;
    }

    private static void checkSet(boolean missing, int position) {
        if (missing) {
            throw new LakelogException(
                    ErrorCode.INVALID_PARAMETER, "parameter " + (position + 1) + " has not been set");
        }
    }

    /** How many parameters there may be is the engine's to check. */
    private static DataType typeOf(List<DataType> types, int position) {
        return position < types.size() ? types.get(position) : DataType.STRING;
    }

    private MetaResultSet metadata(ServerSession session, String connection, MetadataRequest request) {
        int number = session.engine().openStatement();
        boolean keep = false;
        try {
            OpenResult result = new OpenResult(session.engine().metadata(request), 0, session.dialect(), limits);
            MetaResultSet answer = rows(session, connection, number, result, 0);
            keep = !answer.firstFrame.done;
            return MetaResultSet.create(connection, number, true, answer.signature, answer.firstFrame);
        } finally {
            if (!keep) {
                session.closeStatement(number);
            }
        }
    }

    private MetaResultSet metadata(ConnectionHandle connection, MetadataRequest request) {
        return metadata(sessions.get(connection.id), connection.id, request);
    }

    @Override
    public MetaResultSet getCatalogs(ConnectionHandle connection) {
        return metadata(connection, MetadataRequest.of(MetadataKind.CATALOGS));
    }

    @Override
    public MetaResultSet getSchemas(ConnectionHandle connection, @Nullable String catalog, Pat schemaPattern) {
        return metadata(connection, MetadataRequest.of(MetadataKind.SCHEMAS, catalog, schemaPattern.s));
    }

    @Override
    public MetaResultSet getTableTypes(ConnectionHandle connection) {
        return metadata(connection, MetadataRequest.of(MetadataKind.TABLE_TYPES));
    }

    @Override
    public MetaResultSet getTypeInfo(ConnectionHandle connection) {
        return metadata(connection, MetadataRequest.of(MetadataKind.TYPE_INFO));
    }

    @Override
    public MetaResultSet getTables(
            ConnectionHandle connection,
            @Nullable String catalog,
            Pat schemaPattern,
            Pat tableNamePattern,
            @Nullable List<String> types) {
        List<@Nullable String> names = MetadataRequest.of(
                        MetadataKind.TABLES, catalog, schemaPattern.s, tableNamePattern.s)
                .arguments();
        return metadata(connection, new MetadataRequest(MetadataKind.TABLES, names, types));
    }

    @Override
    public MetaResultSet getColumns(
            ConnectionHandle connection,
            @Nullable String catalog,
            Pat schemaPattern,
            Pat tableNamePattern,
            Pat columnNamePattern) {
        return metadata(
                connection,
                MetadataRequest.of(
                        MetadataKind.COLUMNS, catalog, schemaPattern.s, tableNamePattern.s, columnNamePattern.s));
    }
}
