package io.lakelog.sql.semantics;

import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;

/**
 * Calcite's implicit casts, but none where values of one family are compared: its common type may round numbers, and makes
 * the blanks at the end of a CHAR count.
 */
final class ComparisonCoercion extends TypeCoercionImpl {
    ComparisonCoercion(RelDataTypeFactory typeFactory, SqlValidator validator) {
        super(typeFactory, validator);
    }

    @Override
    public boolean binaryComparisonCoercion(SqlCallBinding binding) {
        List<RelDataType> types = binding.collectOperandTypes();
        return !all(types, SqlTypeUtil::isNumeric)
                && !all(types, SqlTypeUtil::isInterval)
                && !all(types, SqlTypeUtil::inCharFamily)
                && super.binaryComparisonCoercion(binding);
    }

    @Override
    public boolean inOperationCoercion(SqlCallBinding binding) {
        RelDataType value = binding.getOperandType(0);
        RelDataType list = binding.getOperandType(1);
        // The values of the list become CHARs as long as the value itself, if they are not longer.
        boolean padded = value.getSqlTypeName() == SqlTypeName.CHAR
                && SqlTypeUtil.inCharFamily(list)
                && list.getPrecision() >= 0
                && list.getPrecision() <= value.getPrecision();
        return !padded && super.inOperationCoercion(binding);
    }

    private static boolean all(List<RelDataType> types, Predicate<RelDataType> family) {
        return types.stream().allMatch(family);
    }
}
