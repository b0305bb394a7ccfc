package io.lakelog.sql.plan;

import io.lakelog.sql.command.KeyAccess;
import io.lakelog.sql.command.ValueCell;
import io.lakelog.sql.exec.ValueConversion;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.storage.type.TypeKind;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Finds out whether the WHERE of an UPDATE or DELETE names one row by its whole key and nothing else. Pure. */
final class KeyConditions {
    private final Map<Integer, DataType> parameterTypes;
    private final ZoneId zone;

    /** @param parameterTypes of the parameters in conditions, as planned */
    KeyConditions(Map<Integer, DataType> parameterTypes, ZoneId zone) {
        this.parameterTypes = parameterTypes;
        this.zone = zone;
    }

    /**
     * The way by key, or null if there is none.
     *
     * @param values the new values of an UPDATE, for {@code columns}
     */
    @Nullable
    KeyAccess of(TableSchema schema, @Nullable SqlNode condition, List<SqlNode> values, List<Integer> columns) {
        RowType rowType = schema.rowType();
        Map<Integer, ValueCell> found = new HashMap<>();
        if (condition == null || !gather(condition, rowType, found)) {
            return null;
        }
        List<ValueCell> keys = new ArrayList<>();
        for (String key : schema.primaryKeys()) {
            ValueCell cell = found.remove(rowType.indexOf(key));
            if (cell == null) {
                return null;
            }
            keys.add(cell);
        }
        return found.isEmpty() ? new KeyAccess(keys, cells(values, columns, rowType)) : null;
    }

    private boolean gather(SqlNode condition, RowType rowType, Map<Integer, ValueCell> found) {
        if (!(condition instanceof SqlCall call) || call.operandCount() != 2) {
            return false;
        }
        if (call.getKind() == SqlKind.AND) {
            return gather(call.operand(0), rowType, found) && gather(call.operand(1), rowType, found);
        }
        if (call.getKind() != SqlKind.EQUALS) {
            return false;
        }
        SqlNode named = call.operand(0) instanceof SqlIdentifier ? call.operand(0) : call.operand(1);
        SqlNode value = named == call.operand(0) ? call.operand(1) : call.operand(0);
        int column = named instanceof SqlIdentifier identifier ? column(identifier, rowType) : -1;
        ValueCell cell = column < 0 ? null : keyCell(value, rowType.field(column));
        return cell != null && found.put(column, cell) == null;
    }

    private static int column(SqlIdentifier name, RowType rowType) {
        String wanted = name.names.get(name.names.size() - 1);
        int exact = rowType.indexOf(wanted);
        for (int i = 0; exact < 0 && i < rowType.size(); i++) {
            if (rowType.field(i).name().equalsIgnoreCase(wanted)) {
                return i;
            }
        }
        return exact;
    }

    /** A constant or parameter that is exactly a value of the column's type. */
    private @Nullable ValueCell keyCell(SqlNode node, Field field) {
        if (field.type().kind() == TypeKind.FLOAT || field.type().kind() == TypeKind.DOUBLE) {
            // Zero equals two keys, of either sign.
            return null;
        }
        if (node instanceof SqlDynamicParam parameter) {
            DataType type = parameterTypes.get(parameter.getIndex());
            return type != null && isSame(type, field.type()) ? new ValueCell.Parameter(parameter.getIndex()) : null;
        }
        Object value = constant(node, field);
        return value == null ? null : new ValueCell.Constant(value);
    }

    private static boolean isSame(DataType type, DataType column) {
        return type.sameType(column)
                || (isText(type) && isText(column))
                || (type.kind() == column.kind() && type.kind() == TypeKind.VARBINARY);
    }

    private static boolean isText(DataType type) {
        return type.kind() == TypeKind.CHAR || type.kind() == TypeKind.VARCHAR;
    }

    private @Nullable Object constant(SqlNode node, Field field) {
        if (!Literals.isLiteral(node)) {
            return null;
        }
        try {
            Object stored = Literals.value(node, field, zone);
            // A rounded constant equals no key: only what is there without loss will do.
            return stored == null ? null : exact(node, field, stored);
        } catch (LakelogException e) {
            return null;
        }
    }

    private @Nullable Object exact(SqlNode node, Field field, Object stored) {
        DataType wide = field.type().kind() == TypeKind.DECIMAL || stored instanceof Number
                ? DataType.decimal(38, 18)
                : field.type();
        Object other = Literals.value(node, new Field(field.id(), field.name(), wide), zone);
        Object same = ValueConversion.convert(stored, wide, ValueConversion.Loss.REFUSE, zone);
        return same.equals(other) ? stored : null;
    }

    /** Where the new values come from, or null if one must be computed. */
    private @Nullable List<ValueCell> cells(List<SqlNode> values, List<Integer> columns, RowType rowType) {
        List<ValueCell> cells = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            SqlNode value = values.get(i);
            if (value instanceof SqlDynamicParam parameter) {
                cells.add(new ValueCell.Parameter(parameter.getIndex()));
            } else if (Literals.isLiteral(value)) {
                try {
                    cells.add(new ValueCell.Constant(Literals.value(value, rowType.field(columns.get(i)), zone)));
                } catch (LakelogException e) {
                    return null;
                }
            } else {
                return null;
            }
        }
        return cells;
    }
}
