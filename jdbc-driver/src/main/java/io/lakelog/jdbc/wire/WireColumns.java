package io.lakelog.jdbc.wire;

import io.lakelog.jdbc.convert.Descriptions;
import io.lakelog.jdbc.convert.JdbcType;
import io.lakelog.sql.ResultColumn;
import io.lakelog.storage.TableName;
import io.lakelog.storage.type.DataType;
import java.sql.ResultSetMetaData;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.proto.Common;

/** Reads what a server tells of columns and parameters; it is written by {@code convert.Descriptions}. */
public final class WireColumns {
    private WireColumns() {}

    public static List<ResultColumn> columns(Common.Signature signature) {
        List<ResultColumn> columns = new ArrayList<>(signature.getColumnsCount());
        for (Common.ColumnMetaData column : signature.getColumnsList()) {
            boolean nullable = column.getNullable() != ResultSetMetaData.columnNoNulls;
            DataType type =
                    JdbcType.toDataType(column.getType().getName(), column.getPrecision(), column.getScale(), nullable);
            TableName table = column.getTableName().isEmpty()
                    ? null
                    : new TableName(column.getSchemaName(), column.getTableName());
            columns.add(new ResultColumn(column.getLabel(), column.getColumnName(), type, table));
        }
        return columns;
    }

    public static List<DataType> parameters(Common.Signature signature) {
        List<DataType> types = new ArrayList<>(signature.getParametersCount());
        for (Common.AvaticaParameter parameter : signature.getParametersList()) {
            types.add(JdbcType.toDataType(
                    parameter.getTypeName(),
                    parameter.getPrecision(),
                    parameter.getScale(),
                    !parameter.getName().endsWith(Descriptions.NOT_NULL)));
        }
        return types;
    }
}
