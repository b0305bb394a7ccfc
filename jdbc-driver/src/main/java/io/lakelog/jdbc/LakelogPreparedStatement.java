package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.Descriptions;
import io.lakelog.jdbc.convert.ParameterValues;
import io.lakelog.jdbc.convert.SqlErrors;
import io.lakelog.jdbc.session.Limits.Expected;
import io.lakelog.jdbc.session.PreparedShape;
import io.lakelog.sql.Prepared;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.type.DataType;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared statement. Values are kept as the Java objects that the engine takes; a batch goes to it as it is. */
final class LakelogPreparedStatement extends ParameterSetters {
    /** Stands where no value has been set. */
    private static final Object UNSET = new Object();

    private final PreparedShape shape;
    private final DataType[] types;
    private final ParameterMetaData parameterMetaData;
    private final @Nullable ResultSetMetaData resultMetaData;
    private final @Nullable Object[] values;
    private List<List<@Nullable Object>> batch = new ArrayList<>();

    LakelogPreparedStatement(
            LakelogConnection connection, int number, int holdability, String sql, PreparedShape shape) {
        super(connection, number, holdability);
        this.shape = shape;
        this.types = shape.parameterTypes().toArray(new DataType[0]);
        this.values = new Object[types.length];
        Arrays.fill(values, UNSET);
        this.parameterMetaData = new LakelogParameterMetaData(shape.parameterTypes());
        this.resultMetaData = shape.kind() == Prepared.Kind.QUERY
                ? new LakelogResultSetMetaData(this, Descriptions.signature(sql, shape.columns(), List.of()))
                : null;
    }

    @Override
    void put(int parameter, @Nullable Object value, @Nullable Calendar calendar) throws SQLException {
        checkOpen();
        if (parameter < 1 || parameter > values.length) {
            throw SqlErrors.of(
                    ErrorCode.INVALID_PARAMETER,
                    "there is no parameter " + parameter + ": the statement has " + values.length);
        }
        values[parameter - 1] = ParameterValues.of(
                value, types[parameter - 1], calendar, lakelog.settings().timeZone());
    }

    private List<@Nullable Object> currentValues() throws SQLException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == UNSET) {
                throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "parameter " + (i + 1) + " has not been set");
            }
        }
        return Collections.unmodifiableList(Arrays.asList(values.clone()));
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        Arrays.fill(values, UNSET);
    }

    private void run(Expected expected) throws SQLException {
        checkOpen();
        boolean rows = shape.kind() == Prepared.Kind.QUERY;
        if (expected == Expected.ROWS && !rows) {
            throw SqlErrors.of(
                    ErrorCode.INVALID_STATEMENT, "the statement returns no rows: use execute or executeUpdate");
        }
        if (expected == Expected.COUNT && rows) {
            throw SqlErrors.of(ErrorCode.INVALID_STATEMENT, "the statement returns rows: use execute or executeQuery");
        }
        List<@Nullable Object> parameters = currentValues();
        run(expected, limits -> session.execute(number, parameters, limits));
    }

    @Override
    public boolean execute() throws SQLException {
        run(Expected.ANYTHING);
        return openResultSet != null;
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        run(Expected.ROWS);
        return resultSet();
    }

    @Override
    public int executeUpdate() throws SQLException {
        return (int) Math.min(Integer.MAX_VALUE, executeLargeUpdate());
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        run(Expected.COUNT);
        return updateCount;
    }

    @Override
    public void addBatch() throws SQLException {
        checkOpen();
        batch.add(currentValues());
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch = new ArrayList<>();
    }

    /** All sets of parameters in one commit: if one fails, none counts. */
    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        List<List<@Nullable Object>> sets = batch;
        batch = new ArrayList<>();
        getMoreResults();
        if (sets.isEmpty()) {
            return new long[0];
        }
        try {
            return lakelog.ask(() -> session.executeBatch(number, sets, limits(Expected.COUNT)));
        } catch (SQLException e) {
            throw batchFailure(e, allFailed(sets.size()));
        }
    }

    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        return resultMetaData;
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return parameterMetaData;
    }
}
