package io.lakelog.sql.semantics;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlAbstractTimeFunction;
import org.apache.calcite.sql.type.SqlTypeName;

/** CURRENT_TIMESTAMP and LOCALTIMESTAMP that keep the milliseconds when no precision is given; Calcite's give whole seconds. */
final class NowFunction extends SqlAbstractTimeFunction {
    private static final int MILLI_DIGITS = 3;

    /** The function of Calcite's that computes it. */
    final SqlFunction standard;

    NowFunction(SqlFunction standard) {
        super(standard.getName(), SqlTypeName.TIMESTAMP);
        this.standard = standard;
    }

    @Override
    public RelDataType inferReturnType(SqlOperatorBinding binding) {
        return binding.getOperandCount() == 0
                ? binding.getTypeFactory().createSqlType(SqlTypeName.TIMESTAMP, MILLI_DIGITS)
                : super.inferReturnType(binding);
    }
}
