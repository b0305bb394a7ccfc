package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.JdbcType;
import io.lakelog.jdbc.convert.SqlErrors;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.type.DataType;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;

/** The parameters of a prepared statement: the types their values are converted to. Immutable. */
record LakelogParameterMetaData(List<DataType> types) implements ParameterMetaData {
    private DataType type(int parameter) throws SQLException {
        if (parameter < 1 || parameter > types.size()) {
            throw SqlErrors.of(
                    ErrorCode.INVALID_PARAMETER,
                    "there is no parameter " + parameter + ": the statement has " + types.size());
        }
        return types.get(parameter - 1);
    }

    private JdbcType jdbcType(int parameter) throws SQLException {
        return JdbcType.of(type(parameter));
    }

    @Override
    public int getParameterCount() {
        return types.size();
    }

    @Override
    public int isNullable(int parameter) throws SQLException {
        return type(parameter).nullable() ? parameterNullable : parameterNoNulls;
    }

    @Override
    public boolean isSigned(int parameter) throws SQLException {
        return jdbcType(parameter).signed();
    }

    @Override
    public int getPrecision(int parameter) throws SQLException {
        return jdbcType(parameter).precision();
    }

    @Override
    public int getScale(int parameter) throws SQLException {
        return jdbcType(parameter).scale();
    }

    @Override
    public int getParameterType(int parameter) throws SQLException {
        return jdbcType(parameter).id();
    }

    @Override
    public String getParameterTypeName(int parameter) throws SQLException {
        return jdbcType(parameter).name();
    }

    @Override
    public String getParameterClassName(int parameter) throws SQLException {
        return jdbcType(parameter).className();
    }

    @Override
    public int getParameterMode(int parameter) throws SQLException {
        type(parameter);
        return parameterModeIn;
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "the parameter metadata is no " + wanted.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> wanted) {
        return wanted.isInstance(this);
    }
}
