package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.junit.jupiter.api.Test;

/** What a scan that orders as SQL does sees of a rewritten condition. */
class KeyRemoverTest {
    private final SqlTypeFactory types = new SqlTypeFactory();
    private final RexBuilder builder = new RexBuilder(types);
    private final Expressions rex = new Expressions(builder);
    private final Comparisons comparisons = new Comparisons(rex, new Casts(rex));
    private final RexNode text = column(0, types.createSqlType(SqlTypeName.VARCHAR));
    private final RexNode number = column(1, types.createSqlType(SqlTypeName.DOUBLE));

    private RexNode column(int index, RelDataType type) {
        return new RexInputRef(index, types.createTypeWithNullability(type, true));
    }

    private RexNode keyed(SqlOperator operator, RexNode a, RexNode b) {
        return builder.makeCall(operator, comparisons.key(a), comparisons.key(b));
    }

    @Test
    void valuesReturn() {
        for (String value : new String[] {"abc", "z\uD83D\uDE00\uE000"}) {
            RexNode literal = builder.makeCharLiteral(new NlsString(value, "UTF-8", null));
            RexNode keyed = keyed(SqlStdOperatorTable.LESS_THAN, text, literal);
            assertThat(ValueSemantics.plain(keyed, builder))
                    .hasToString(builder.makeCall(SqlStdOperatorTable.LESS_THAN, text, literal)
                            .toString());
        }
        RexNode bound = builder.makeApproxLiteral(new BigDecimal("1.5"), types.createSqlType(SqlTypeName.DOUBLE));
        RexNode keyed = keyed(SqlStdOperatorTable.GREATER_THAN, number, bound);
        assertThat(keyed.toString()).contains("DOUBLE_KEY");
        assertThat(ValueSemantics.plain(keyed, builder))
                .hasToString(builder.makeCall(SqlStdOperatorTable.GREATER_THAN, number, bound)
                        .toString());
    }

    @Test
    void insideOfOtherConditions() {
        RexNode keyed = keyed(SqlStdOperatorTable.EQUALS, number, number);
        RexNode whole = builder.makeCall(
                SqlStdOperatorTable.AND,
                builder.makeCall(SqlStdOperatorTable.NOT, keyed),
                keyed(SqlStdOperatorTable.LESS_THAN, text, text));
        assertThat(ValueSemantics.plain(whole, builder).toString()).isEqualTo("AND(NOT(=($1, $1)), <($0, $0))");
    }

    @Test
    void aLiteralWithoutPlainFormKeepsItsKey() {
        RexNode keyed = builder.makeCall(
                SqlStdOperatorTable.LESS_THAN, comparisons.key(number), rex.bigint(OrderKeys.doubleKey(Double.NaN)));
        assertThat(ValueSemantics.plain(keyed, builder)).isEqualTo(keyed);
        assertThat(ValueSemantics.plain(text, builder)).isSameAs(text);
    }
}
