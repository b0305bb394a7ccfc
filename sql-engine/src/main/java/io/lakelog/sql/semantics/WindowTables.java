package io.lakelog.sql.semantics;

import com.google.common.collect.ImmutableList;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * TUMBLE and HOP: the columns of a table and, for each window that a row's time lies in, the window's first moment and the
 * first one after it. Windows are counted from 1970-01-01 (plus the offset). A row without a time is in no window of HOP.
 */
final class WindowTables {
    private static final int MAX_OVERLAP = 1_000;
    private static final int MILLI_DIGITS = 3;

    private final Expressions rex;

    WindowTables(Expressions rex) {
        this.rex = rex;
    }

    /** The rows of {@code scan} over its rewritten input; null if it is no TUMBLE or HOP over a timestamp. */
    @Nullable
    RelNode rewrite(TableFunctionScan scan, RelNode input) {
        if (!(scan.getCall() instanceof RexCall call)) {
            return null;
        }
        String name = call.getOperator().getName();
        boolean hop = name.equals("HOP");
        if (!hop && !name.equals("TUMBLE")) {
            return null;
        }
        List<RexNode> operands = call.getOperands();
        int time = timeColumn(operands.get(0));
        long slide = micros(operands.get(1), name);
        long size = hop ? micros(operands.get(2), name) : slide;
        int last = hop ? 3 : 2;
        long offset = operands.size() > last ? micros(operands.get(last), name) : 0;
        if (time < 0) {
            return null;
        }
        RelDataType timeType =
                scan.getInput(0).getRowType().getFieldList().get(time).getType();
        if (!CarriedTypes.isCarried(timeType) || CarriedTypes.isNanos(timeType)) {
            return null;
        }
        if (slide <= 0 || size <= 0 || (size + slide - 1) / slide > MAX_OVERLAP) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    name + " needs a size and a step greater than zero, and at most " + MAX_OVERLAP
                            + " steps in a size");
        }
        List<String> names = scan.getRowType().getFieldNames();
        return hop
                ? hop(input, time, slide, size, offset, names)
                : windows(
                        input,
                        input.getRowType().getFieldCount(),
                        start(column(input, time), slide, offset),
                        size,
                        names);
    }

    private static int timeColumn(RexNode descriptor) {
        return descriptor.getKind() == SqlKind.DESCRIPTOR
                        && ((RexCall) descriptor).getOperands().get(0) instanceof RexInputRef ref
                ? ref.getIndex()
                : -1;
    }

    private static long micros(RexNode operand, String name) {
        BigDecimal millis = CarriedTypes.isCarried(operand.getType()) && operand instanceof RexLiteral literal
                ? literal.getValueAs(BigDecimal.class)
                : null;
        if (millis == null) {
            throw LakelogException.unsupported(name + " with a size or step of " + operand.getType()
                    + " that is no day-time interval literal is not supported");
        }
        return millis.movePointRight(MILLI_DIGITS).longValueExact();
    }

    private static RexNode column(RelNode input, int index) {
        return RexInputRef.of(index, input.getRowType());
    }

    private RexNode start(RexNode time, long step, long offset) {
        return rex.call(SqlTypeName.BIGINT, Functions.WINDOW_START, time, rex.bigint(step), rex.bigint(offset));
    }

    /** Every row meets the numbers 0, 1, … of steps that its windows may have begun before. */
    private RelNode hop(RelNode input, int time, long slide, long size, long offset, List<String> names) {
        RelDataType number = rex.types
                .builder()
                .add("step", rex.types.createSqlType(SqlTypeName.BIGINT))
                .build();
        ImmutableList.Builder<ImmutableList<RexLiteral>> steps = ImmutableList.builder();
        for (long before = 0; before < size; before += slide) {
            steps.add(ImmutableList.of((RexLiteral) rex.bigint(before)));
        }
        RelNode numbers = LogicalValues.create(input.getCluster(), number, steps.build());
        RelNode all = LogicalJoin.create(
                input, numbers, List.of(), rex.builder.makeLiteral(true), java.util.Set.of(), JoinRelType.INNER);
        int visible = input.getRowType().getFieldCount();
        RexNode start = rex.call(
                SqlTypeName.BIGINT,
                Functions.TIMESTAMP_MINUS,
                start(column(all, time), slide, offset),
                column(all, visible));
        RexNode end = rex.call(SqlTypeName.BIGINT, Functions.TIMESTAMP_PLUS, start, rex.bigint(size));
        RexNode inside = rex.builder.makeCall(SqlStdOperatorTable.GREATER_THAN, end, column(all, time));
        return windows(LogicalFilter.create(all, inside), visible, start, size, names);
    }

    private RelNode windows(RelNode input, int visible, RexNode start, long size, List<String> names) {
        List<RexNode> columns = new ArrayList<>();
        for (RelDataTypeField field : input.getRowType().getFieldList().subList(0, visible)) {
            columns.add(new RexInputRef(field.getIndex(), field.getType()));
        }
        columns.add(start);
        columns.add(rex.call(SqlTypeName.BIGINT, Functions.TIMESTAMP_PLUS, start, rex.bigint(size)));
        return Projects.of(input, columns, names);
    }
}
