package io.lakelog.sql.semantics;

import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;

/** Calcite's implicit casts, but none of numbers that are compared: its common type may round them. */
final class NumberCoercion extends TypeCoercionImpl {
    NumberCoercion(RelDataTypeFactory typeFactory, SqlValidator validator) {
        super(typeFactory, validator);
    }

    @Override
    public boolean binaryComparisonCoercion(SqlCallBinding binding) {
        return !binding.collectOperandTypes().stream().allMatch(SqlTypeUtil::isNumeric)
                && super.binaryComparisonCoercion(binding);
    }
}
