package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.CheckedColumns;
import io.lakelog.jdbc.convert.SqlErrors;
import io.lakelog.storage.error.ErrorCode;
import java.sql.SQLException;
import java.util.List;
import org.apache.calcite.avatica.AvaticaResultSetMetaData;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** The columns of a result; a wrong number is an SQLException. */
final class LakelogResultSetMetaData extends AvaticaResultSetMetaData {
    LakelogResultSetMetaData(@Nullable AvaticaStatement statement, Meta.Signature signature) {
        super(statement, null, withCheckedColumns(signature));
    }

    /** Avatica's getters all begin with a look at this list. */
    private static Meta.Signature withCheckedColumns(Meta.Signature signature) {
        List<ColumnMetaData> checked = new CheckedColumns<>(signature.columns);
        return new Meta.Signature(
                checked,
                signature.sql,
                signature.parameters,
                signature.internalParameters,
                signature.cursorFactory,
                signature.statementType);
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "the metadata is no " + wanted.getName());
    }
}
