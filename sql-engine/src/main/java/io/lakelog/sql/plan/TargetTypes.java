package io.lakelog.sql.plan;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Gives a bare parameter or NULL the type of the column, or the part of a nested one, it is stored into: Calcite knows no other way to find it. The value
 * itself is converted, with checks, before Calcite sees it.
 */
final class TargetTypes {
    private final List<DataType> targets;
    private final RelDataTypeFactory factory;
    private final Map<Integer, DataType> storedTypes;

    /** @param storedTypes gets the types of the bare parameters */
    TargetTypes(List<DataType> targets, RelDataTypeFactory factory, Map<Integer, DataType> storedTypes) {
        this.targets = targets;
        this.factory = factory;
        this.storedTypes = storedTypes;
    }

    /** A query whose columns are stored into the targets, in order. */
    SqlNode inQuery(SqlNode query) {
        switch (query.getKind()) {
            case SELECT -> {
                SqlSelect select = (SqlSelect) query;
                select.setSelectList(new SqlNodeList(
                        inRow(select.getSelectList()), select.getSelectList().getParserPosition()));
                return select;
            }
            case UNION, EXCEPT, INTERSECT -> {
                SqlCall call = (SqlCall) query;
                List<SqlNode> branches =
                        call.getOperandList().stream().map(this::inQuery).toList();
                return call.getOperator().createCall(call.getParserPosition(), branches);
            }
            case VALUES -> {
                SqlCall call = (SqlCall) query;
                List<SqlNode> rows = new ArrayList<>();
                for (SqlNode row : call.getOperandList()) {
                    rows.add(
                            row.getKind() == SqlKind.ROW
                                    ? ((SqlCall) row)
                                            .getOperator()
                                            .createCall(
                                                    row.getParserPosition(), inRow(((SqlCall) row).getOperandList()))
                                    : row);
                }
                return call.getOperator().createCall(call.getParserPosition(), rows);
            }
            default -> {
                return query;
            }
        }
    }

    /** {@code ROW(NULL, 1)} and the like, whose parts are stored into the parts of the target. */
    private SqlNode nested(SqlNode expression, DataType target) {
        boolean fits = expression.getKind() == SqlKind.ROW && target.kind() == TypeKind.ROW
                || expression.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR && target.kind() == TypeKind.ARRAY
                || expression.getKind() == SqlKind.MAP_VALUE_CONSTRUCTOR && target.kind() == TypeKind.MAP;
        List<DataType> parts = new ArrayList<>();
        for (int i = 0; fits && i < ((SqlCall) expression).operandCount(); i++) {
            List<Field> fields = target.children();
            if (target.kind() != TypeKind.ROW || i < fields.size()) {
                parts.add(fields.get(i % fields.size()).type());
            }
        }
        if (parts.isEmpty()) {
            return expression;
        }
        SqlCall call = (SqlCall) expression;
        return call.getOperator()
                .createCall(
                        call.getParserPosition(),
                        new TargetTypes(parts, factory, storedTypes).inRow(call.getOperandList()));
    }

    /** Expressions that are stored into the targets, in order. A star among them ends the matching of places. */
    List<SqlNode> inRow(List<SqlNode> expressions) {
        List<SqlNode> typed = new ArrayList<>(expressions);
        for (int i = 0; i < Math.min(typed.size(), targets.size()); i++) {
            SqlNode expression = nested(typed.get(i), targets.get(i));
            typed.set(i, expression);
            if (expression instanceof org.apache.calcite.sql.SqlIdentifier identifier && identifier.isStar()) {
                break;
            }
            if (expression instanceof SqlDynamicParam parameter) {
                storedTypes.put(parameter.getIndex(), targets.get(i));
            }
            if (expression instanceof SqlDynamicParam || SqlUtil.isNullLiteral(expression, false)) {
                typed.set(
                        i,
                        SqlStdOperatorTable.CAST.createCall(
                                expression.getParserPosition(),
                                expression,
                                SqlTypeUtil.convertTypeToSpec(CalciteTypes.toCalcite(factory, targets.get(i)))));
            }
        }
        return typed;
    }
}
