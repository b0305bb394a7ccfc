package io.lakelog.jdbc.convert;

import io.lakelog.sql.ResultColumn;
import io.lakelog.storage.TableName;
import io.lakelog.storage.type.DataType;
import java.sql.ResultSetMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.Meta;

/** Columns and parameters in Avatica's words. */
public final class Descriptions {
    /** At the end of a parameter's name: it cannot be set to NULL. */
    public static final String NOT_NULL = " NOT NULL";

    private Descriptions() {}

    /** A signature for a statement or result with these columns and parameters. */
    public static Meta.Signature signature(String sql, List<ResultColumn> columns, List<DataType> parameters) {
        List<ColumnMetaData> described = new ArrayList<>(columns.size());
        for (ResultColumn column : columns) {
            JdbcType type = JdbcType.of(column.type());
            described.add(column(described.size(), column, type.precision(), type.id(), type.className()));
        }
        return Meta.Signature.create(
                described, sql, parameters(parameters), Meta.CursorFactory.LIST, Meta.StatementType.SELECT);
    }

    /**
     * The same for the wire. Clients of Avatica's own take the precision of a time for its fraction digits and know at
     * most three of them; ours take the scale. Theirs know nested values and moments as text; ours take the type's name.
     */
    public static Meta.Signature wireSignature(
            String sql, List<ResultColumn> columns, List<DataType> parameters, Meta.StatementType kind) {
        List<ColumnMetaData> described = new ArrayList<>(columns.size());
        for (ResultColumn column : columns) {
            JdbcType type = JdbcType.of(column.type());
            boolean time = type.id() == Types.TIME || type.id() == Types.TIMESTAMP;
            int precision = time ? Math.min(3, type.scale()) : type.precision();
            boolean asText = column.type().kind().isNested() || type.id() == Types.TIMESTAMP_WITH_TIMEZONE;
            described.add(column(
                    described.size(),
                    column,
                    precision,
                    asText ? Types.VARCHAR : type.id(),
                    asText ? "java.lang.String" : type.className()));
        }
        return Meta.Signature.create(described, sql, parameters(parameters), Meta.CursorFactory.LIST, kind);
    }

    /** The parameters of a statement; Avatica has no place for whether NULL may be set but the name. */
    public static List<AvaticaParameter> parameters(List<DataType> types) {
        List<AvaticaParameter> parameters = new ArrayList<>(types.size());
        for (DataType type : types) {
            JdbcType jdbc = JdbcType.of(type);
            parameters.add(new AvaticaParameter(
                    jdbc.signed(),
                    jdbc.precision(),
                    jdbc.scale(),
                    jdbc.id(),
                    jdbc.name(),
                    jdbc.className(),
                    "?" + (parameters.size() + 1) + (type.nullable() ? "" : NOT_NULL)));
        }
        return parameters;
    }

    private static ColumnMetaData column(int ordinal, ResultColumn column, int precision, int id, String className) {
        JdbcType type = JdbcType.of(column.type());
        TableName table = column.table();
        return new ColumnMetaData(
                ordinal,
                false,
                type.isText(),
                true,
                false,
                column.type().nullable() ? ResultSetMetaData.columnNullable : ResultSetMetaData.columnNoNulls,
                type.signed(),
                type.displaySize(),
                column.label(),
                column.name(),
                table == null ? "" : table.database(),
                precision,
                type.scale(),
                table == null ? "" : table.table(),
                table == null ? "" : "lakelog",
                ColumnMetaData.scalar(id, type.name(), rep(column.type())),
                table == null,
                table != null,
                false,
                className);
    }

    private static Rep rep(DataType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Rep.BOOLEAN;
            case TINYINT -> Rep.BYTE;
            case SMALLINT -> Rep.SHORT;
            case INT, DATE, TIME -> Rep.INTEGER;
            case BIGINT, TIMESTAMP -> Rep.LONG;
            case FLOAT -> Rep.FLOAT;
            case DOUBLE -> Rep.DOUBLE;
            case DECIMAL -> Rep.NUMBER;
            case CHAR, VARCHAR, TIMESTAMP_LTZ, ARRAY, MAP, MULTISET, ROW -> Rep.STRING;
            case BINARY, VARBINARY -> Rep.BYTE_STRING;
        };
    }
}
