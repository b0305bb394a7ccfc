package io.lakelog.sql.semantics;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.util.SqlOperatorTables;

/** Functions for SQL text that Calcite lacks or types wrongly. To be asked before Calcite's own tables. Thread-safe. */
public final class SemanticOperators {
    /** {@code DATE_FORMAT(timestamp or date, pattern)}: a text in a pattern of java.time, as in Flink SQL. */
    public static final SqlFunction DATE_FORMAT = SqlBasicFunction.create(
            "DATE_FORMAT",
            ReturnTypes.VARCHAR_NULLABLE,
            OperandTypes.family(SqlTypeFamily.DATETIME, SqlTypeFamily.CHARACTER),
            SqlFunctionCategory.TIMEDATE);

    /** ROUND of a decimal may have one digit more: of 9.96 to one digit it is 10.0. */
    private static final SqlFunction ROUND = SqlBasicFunction.create(
            "ROUND",
            binding -> {
                RelDataType type = SqlStdOperatorTable.ROUND.inferReturnType(binding);
                if (type.getSqlTypeName() != SqlTypeName.DECIMAL) {
                    return type;
                }
                int digits =
                        Math.min(type.getPrecision() + 1, SqlTypeSystem.INSTANCE.getMaxPrecision(SqlTypeName.DECIMAL));
                RelDataType wider =
                        binding.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, digits, type.getScale());
                return binding.getTypeFactory().createTypeWithNullability(wider, type.isNullable());
            },
            OperandTypes.NUMERIC.or(OperandTypes.NUMERIC_INT32),
            SqlFunctionCategory.NUMERIC);

    private static final SqlOperatorTable TABLE = SqlOperatorTables.of(List.of(
            new NowFunction(SqlStdOperatorTable.CURRENT_TIMESTAMP),
            new NowFunction(SqlStdOperatorTable.LOCALTIMESTAMP),
            ROUND,
            nullable(SqlLibraryOperators.LPAD),
            nullable(SqlLibraryOperators.RPAD),
            DATE_FORMAT));

    private SemanticOperators() {}

    /** LPAD and RPAD of NULL are NULL; Calcite's types promise that they never are. */
    private static SqlFunction nullable(SqlFunction pad) {
        return SqlBasicFunction.create(
                pad.getName(),
                binding -> SqlTypeTransforms.TO_NULLABLE.transformType(binding, pad.inferReturnType(binding)),
                OperandTypes.STRING_NUMERIC_OPTIONAL_STRING,
                SqlFunctionCategory.STRING);
    }

    public static SqlOperatorTable table() {
        return TABLE;
    }
}
