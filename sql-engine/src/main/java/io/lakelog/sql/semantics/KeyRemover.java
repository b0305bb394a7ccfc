package io.lakelog.sql.semantics;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/** Turns comparisons of order keys back into comparisons of the values themselves. */
final class KeyRemover extends RexShuttle {
    private final RexBuilder builder;

    KeyRemover(RexBuilder builder) {
        this.builder = builder;
    }

    @Override
    public RexNode visitCall(RexCall call) {
        if (call.getKind() == SqlKind.SEARCH) {
            return RexUtil.expandSearch(builder, null, call).accept(this);
        }
        if (!Comparisons.isComparison(call.getKind())) {
            return super.visitCall(call);
        }
        RexNode key = call.getOperands().stream()
                .filter(operand -> keyed(operand) != null)
                .findFirst()
                .orElse(null);
        if (key == null) {
            return super.visitCall(call);
        }
        boolean text = ((RexCall) key).getOperator() == Functions.CODE_POINT_KEY;
        List<RexNode> plain = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            RexNode value = keyed(operand);
            if (value == null && operand instanceof RexLiteral literal) {
                value = text
                        ? ofTextKey(literal)
                        : ofDoubleKey(
                                literal, ((RexCall) key).getOperands().get(0).getType());
            }
            if (value == null) {
                return call;
            }
            plain.add(value);
        }
        return builder.makeCall(SqlParserPos.ZERO, call.getType(), call.getOperator(), plain);
    }

    private static @Nullable RexNode keyed(RexNode node) {
        return node instanceof RexCall call
                        && (call.getOperator() == Functions.CODE_POINT_KEY
                                || call.getOperator() == Functions.DOUBLE_KEY)
                ? call.getOperands().get(0)
                : null;
    }

    private RexNode ofTextKey(RexLiteral literal) {
        NlsString key = literal.getValueAs(NlsString.class);
        if (key == null) {
            return literal;
        }
        String text = OrderKeys.fromCodePointKey(key.getValue());
        return text.equals(key.getValue())
                ? literal
                : builder.makeCharLiteral(new NlsString(text, key.getCharsetName(), key.getCollation()));
    }

    private @Nullable RexNode ofDoubleKey(RexLiteral literal, RelDataType type) {
        BigDecimal key = literal.getValueAs(BigDecimal.class);
        if (key == null) {
            return builder.makeNullLiteral(builder.getTypeFactory().createTypeWithNullability(type, true));
        }
        double value = OrderKeys.fromDoubleKey(key.longValueExact());
        return Double.isNaN(value) || Double.isInfinite(value)
                ? null
                : builder.makeApproxLiteral(
                        BigDecimal.valueOf(value), builder.getTypeFactory().createTypeWithNullability(type, false));
    }
}
