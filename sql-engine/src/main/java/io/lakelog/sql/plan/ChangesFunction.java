package io.lakelog.sql.plan;

import io.lakelog.sql.parse.SqlText;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.RowType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlTableFunction;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/** One use of CHANGES in one statement: the table is known already, the operands are the bounds. */
final class ChangesFunction extends SqlFunction implements SqlTableFunction {
    private final TableName table;
    private final RowType changesType;
    private final @Nullable Long columnsAsOf;
    private final boolean net;

    /**
     * @param changesType the metadata columns, then the table's
     * @param columnsAsOf the snapshot whose columns those are, or null for the newest ones
     * @param net whether only the first and last image of each key count
     */
    ChangesFunction(TableName table, RowType changesType, @Nullable Long columnsAsOf, boolean net) {
        super(
                "CHANGES",
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.CURSOR,
                ChangesFunction::inferBounds,
                new Bounds(),
                SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION);
        this.table = table;
        this.changesType = changesType;
        this.columnsAsOf = columnsAsOf;
        this.net = net;
    }

    boolean net() {
        return net;
    }

    TableName table() {
        return table;
    }

    RowType changesType() {
        return changesType;
    }

    @Nullable
    Long columnsAsOf() {
        return columnsAsOf;
    }

    /** Calcite would look a function of this name up; this is the one. */
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        for (SqlNode operand : call.getOperandList()) {
            validator.deriveType(scope, operand);
        }
        return validateOperands(validator, scope, call);
    }

    @Override
    public SqlReturnTypeInference getRowTypeInference() {
        return binding -> CalciteTypes.toCalcite(binding.getTypeFactory(), changesType);
    }

    private static void inferBounds(SqlCallBinding binding, RelDataType returnType, RelDataType[] operandTypes) {
        RelDataTypeFactory factory = binding.getTypeFactory();
        for (int i = 0; i < operandTypes.length; i++) {
            operandTypes[i] = factory.createTypeWithNullability(factory.createSqlType(SqlTypeName.BIGINT), true);
        }
    }

    /** One or two whole numbers. */
    private static final class Bounds implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            for (int i = 0; i < binding.getOperandCount(); i++) {
                if (!SqlTypeUtil.isIntType(binding.getOperandType(i))) {
                    SqlNode operand = binding.operand(i);
                    throw new LakelogException(
                            ErrorCode.TYPE_MISMATCH,
                            "a bound of CHANGES at " + SqlText.place(operand.getParserPosition()) + " is a "
                                    + binding.getOperandType(i).getSqlTypeName()
                                    + "; a snapshot id (a whole number) or 'earliest' is expected");
                }
            }
            return true;
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.between(1, 2);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return "CHANGES(table, from [, to [, 'full' | 'net']])";
        }
    }
}
