package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Rewrites expressions over given input columns, whose types are carried already. */
final class ExpressionRewriter extends RexShuttle {
    private static final int MILLI_DIGITS = 3;
    /** Calls that are NULL with an operand that is; of those that compute with a literal NULL Calcite's rules make no sense. */
    private static final Set<SqlKind> STRICT = EnumSet.of(
            SqlKind.EQUALS,
            SqlKind.NOT_EQUALS,
            SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL,
            SqlKind.GREATER_THAN,
            SqlKind.GREATER_THAN_OR_EQUAL,
            SqlKind.PLUS,
            SqlKind.MINUS,
            SqlKind.TIMES,
            SqlKind.DIVIDE);

    final Expressions rex;
    final Casts casts;
    final Comparisons comparisons;
    private final Arithmetic arithmetic;
    private final Datetimes datetimes;
    private final Texts texts;
    private final List<RelDataTypeField> inputs;
    private final Map<CorrelationId, RelDataType> correlated;

    /**
     * @param inputs the columns that references mean
     * @param correlated the carried row types of the correlation variables in scope
     */
    ExpressionRewriter(Expressions rex, List<RelDataTypeField> inputs, Map<CorrelationId, RelDataType> correlated) {
        this.rex = rex;
        this.inputs = inputs;
        this.correlated = correlated;
        casts = new Casts(rex);
        comparisons = new Comparisons(rex, casts);
        arithmetic = new Arithmetic(rex, casts);
        datetimes = new Datetimes(rex, casts);
        texts = new Texts(rex, casts);
    }

    List<RexNode> rewrite(List<? extends RexNode> nodes) {
        List<RexNode> made = new ArrayList<>(nodes.size());
        for (RexNode node : nodes) {
            made.add(node.accept(this));
        }
        return made;
    }

    @Override
    public RexNode visitInputRef(RexInputRef ref) {
        return new RexInputRef(ref.getIndex(), inputs.get(ref.getIndex()).getType());
    }

    @Override
    public RexNode visitCorrelVariable(RexCorrelVariable variable) {
        RelDataType type = correlated.get(variable.id);
        return type == null ? variable : rex.builder.makeCorrel(type, variable.id);
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
        RexNode row = access.getReferenceExpr().accept(this);
        if (!(access.getReferenceExpr() instanceof RexCorrelVariable)) {
            RelDataType type = rex.nullableIf(rex.carried(access.getType()), true);
            return rex.call(
                    type,
                    NestedFunction.FIELD,
                    row,
                    rex.integer(access.getField().getIndex()));
        }
        return rex.builder.makeFieldAccess(row, access.getField().getIndex());
    }

    @Override
    public RexNode visitDynamicParam(RexDynamicParam parameter) {
        RexNode made = rex.builder.makeDynamicParam(rex.carried(parameter.getType()), parameter.getIndex());
        return exactDigits(made);
    }

    @Override
    public RexNode visitLiteral(RexLiteral literal) {
        RelDataType type = literal.getType();
        if (literal.isNull()) {
            return CarriedTypes.touches(type) ? rex.builder.makeNullLiteral(rex.carried(type)) : literal;
        }
        return switch (type.getSqlTypeName()) {
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
                TimestampString text = literal.getValueAs(TimestampString.class);
                String shown = text == null ? "" : text.toString();
                yield CarriedTypes.isNanos(type)
                        ? rex.builder.makeExactLiteral(
                                NanosFunctions.parse(shown, type.getPrecision()), rex.carried(type))
                        : rex.bigint(MicrosText.parse(shown, type.getPrecision()));
            }
            case TIME -> {
                TimeString text = literal.getValueAs(TimeString.class);
                MicrosText.parseTime(text == null ? "" : text.toString(), type.getPrecision());
                yield literal;
            }
            case DECIMAL -> {
                BigDecimal value = literal.getValueAs(BigDecimal.class);
                yield value == null || value.scale() == type.getScale()
                        ? literal
                        : rex.builder.makeExactLiteral(
                                CastFunctions.toDecimal(value, type.getPrecision(), type.getScale()), type);
            }
            default -> {
                if (CarriedTypes.isCarried(type)) {
                    BigDecimal millis = literal.getValueAs(BigDecimal.class);
                    yield rex.bigint(CastFunctions.toBigint(
                            millis == null ? BigDecimal.ZERO : millis.movePointRight(MILLI_DIGITS)));
                }
                if (CarriedTypes.touches(type)) {
                    throw LakelogException.unsupported("a literal of type " + type + " is not supported");
                }
                yield literal;
            }
        };
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
        throw new LakelogException(
                ErrorCode.INTERNAL, "a sub-query was left in the plan; sub-queries must be removed first");
    }

    @Override
    public RexNode visitOver(RexOver over) {
        return new WindowRewriter(this).rewrite(over);
    }

    @Override
    public RexNode visitCall(RexCall call) {
        if (call.getKind() == SqlKind.SEARCH) {
            return RexUtil.expandSearch(rex.builder, null, call).accept(this);
        }
        List<RexNode> operands = rewrite(call.getOperands());
        if (STRICT.contains(call.getKind()) && operands.stream().anyMatch(ExpressionRewriter::isNull)) {
            return rex.builder.makeNullLiteral(rex.carried(call.getType()));
        }
        if (call.getKind() == SqlKind.IS_NOT_FALSE || call.getKind() == SqlKind.IS_FALSE) {
            return falsehood(call.getKind(), operands.get(0));
        }
        if (Comparisons.isComparison(call.getKind())) {
            return comparisons.rewrite(call, operands);
        }
        RexNode made =
                switch (call.getKind()) {
                    case CAST -> cast(call, operands);
                    case CASE, COALESCE ->
                        rex.call(rex.carried(call.getType()), call.getOperator(), branches(call, operands));
                    default -> arithmetic.rewrite(call, operands);
                };
        if (made == null) {
            made = datetimes.rewrite(call, operands);
        }
        if (made == null) {
            made = texts.rewrite(call, operands);
        }
        return made == null ? other(call, operands) : made;
    }

    /** In other words, since Calcite's simplifier takes unknown parts of {@code (a AND b) IS NOT FALSE} for TRUE. */
    private RexNode falsehood(SqlKind kind, RexNode operand) {
        boolean not = kind == SqlKind.IS_NOT_FALSE;
        return rex.builder.makeCall(
                SqlStdOperatorTable.CASE,
                operand,
                rex.builder.makeLiteral(not),
                rex.builder.makeCall(not ? SqlStdOperatorTable.IS_NULL : SqlStdOperatorTable.IS_NOT_NULL, operand));
    }

    private static boolean isNull(RexNode operand) {
        return operand instanceof RexLiteral literal && literal.isNull();
    }

    private @Nullable RexNode cast(RexCall call, List<RexNode> operands) {
        return operands.size() == 1
                ? casts.cast(operands.get(0), call.getOperands().get(0).getType(), call.getType())
                : null;
    }

    /** The operands of CASE and COALESCE; those that are its value become exactly its type. */
    private List<RexNode> branches(RexCall call, List<RexNode> operands) {
        List<RexNode> made = new ArrayList<>(operands.size());
        int last = operands.size() - 1;
        for (int i = 0; i <= last; i++) {
            boolean condition = call.getKind() == SqlKind.CASE && i % 2 == 0 && i < last;
            made.add(
                    condition
                            ? operands.get(i)
                            : branch(operands.get(i), call.getOperands().get(i).getType(), call.getType()));
        }
        return made;
    }

    /** A value of one of the branches of a value of {@code type}. Left as it is if both are texts or of one kind. */
    RexNode branch(RexNode operand, RelDataType source, RelDataType type) {
        boolean same = source.getSqlTypeName() == type.getSqlTypeName()
                && CarriedTypes.isNanos(source) == CarriedTypes.isNanos(type);
        boolean asItIs = same && (type.getSqlTypeName() != SqlTypeName.DECIMAL || source.getScale() == type.getScale())
                || SqlTypeUtil.inCharFamily(source) && SqlTypeUtil.inCharFamily(type)
                || SqlTypeUtil.isInterval(source) && SqlTypeUtil.isInterval(type)
                || source.getSqlTypeName() == SqlTypeName.NULL;
        return asItIs ? operand : casts.cast(operand, source, rex.nullableIf(type, source.isNullable()));
    }

    /** A call of any other function: of carried values only if it does not look at them. */
    private RexNode other(RexCall call, List<RexNode> operands) {
        if (call.getOperator() instanceof NowFunction now) {
            return throughMillis((RexCall) rex.call(call.getType(), now.standard, operands), operands);
        }
        boolean touched = CarriedTypes.touches(call.getType())
                || call.getOperands().stream().anyMatch(operand -> CarriedTypes.touches(operand.getType()));
        if (!touched) {
            return exactDigits(row(call, operands));
        }
        if (isTransparent(call.getKind())) {
            return row(call, operands);
        }
        return throughMillis(call, operands);
    }

    /** The call on carried operands; {@code ROW(...)} as a List. */
    private RexNode row(RexCall call, List<RexNode> operands) {
        RelDataType type = rex.carried(call.getType());
        return call.getKind() == SqlKind.ROW
                ? rex.call(type, NestedFunction.ROW, operands)
                : call.clone(type, operands);
    }

    static boolean isTransparent(SqlKind kind) {
        return switch (kind) {
            case IS_NULL, IS_NOT_NULL, ROW, ARRAY_VALUE_CONSTRUCTOR, MAP_VALUE_CONSTRUCTOR, ITEM -> true;
            case MULTISET_VALUE_CONSTRUCTOR -> true;
            default -> false;
        };
    }

    /** Calcite's function on timestamps of milliseconds, where nothing is lost by that. */
    private RexNode throughMillis(RexCall call, List<RexNode> operands) {
        List<RexNode> arguments = new ArrayList<>(operands.size());
        for (int i = 0; i < operands.size(); i++) {
            RelDataType type = call.getOperands().get(i).getType();
            arguments.add(
                    isMillis(call, type)
                            ? rex.call(type, Functions.TIMESTAMP_TO_MILLIS, operands.get(i))
                            : operands.get(i));
        }
        RexNode made = call.clone(call.getType(), arguments);
        if (!isMillis(call, call.getType())) {
            return exactDigits(made);
        }
        RelDataType carried = rex.carried(call.getType());
        RexNode micros = rex.call(SqlTypeName.BIGINT, Functions.MILLIS_TO_TIMESTAMP, made);
        return CarriedTypes.isNanos(call.getType())
                ? rex.call(carried, Functions.MICROS_TO_NANOS, micros)
                : rex.call(
                        carried,
                        Functions.TRUNCATE_TIMESTAMP,
                        micros,
                        rex.integer(call.getType().getPrecision()));
    }

    private static boolean isMillis(RexCall call, RelDataType type) {
        if (!CarriedTypes.touches(type)) {
            return false;
        }
        boolean fits = CarriedTypes.isCarried(type)
                && !SqlTypeUtil.isInterval(type)
                && (type.getPrecision() <= MILLI_DIGITS || hasMillisOnly(call));
        if (!fits) {
            throw LakelogException.unsupported(
                    "function " + call.getOperator().getName() + " is not supported on type " + type);
        }
        return true;
    }

    /** Whether the call knows no digits below the millisecond: it tells the time, or has a format without them. */
    private static boolean hasMillisOnly(RexCall call) {
        String name = call.getOperator().getName();
        if (name.equals("CURRENT_TIMESTAMP") || name.equals("LOCALTIMESTAMP")) {
            return true;
        }
        if (!name.equals("TO_CHAR") && !name.equals("TO_TIMESTAMP")
                || call.getOperands().size() != 2) {
            return false;
        }
        String format =
                call.getOperands().get(1) instanceof RexLiteral literal ? literal.getValueAs(String.class) : null;
        String upper = format == null ? "US" : format.toUpperCase(Locale.ROOT);
        return !upper.contains("US") && !upper.contains("FF");
    }

    /** A DECIMAL with exactly the scale of its type, a TIME with no more digits than its type; anything else as it is. */
    private RexNode exactDigits(RexNode value) {
        RelDataType type = value.getType();
        if (type.getSqlTypeName() == SqlTypeName.TIME && type.getPrecision() < MILLI_DIGITS) {
            return rex.call(type, Functions.TRUNCATE_TIME, value, rex.integer(type.getPrecision()));
        }
        if (type.getSqlTypeName() != SqlTypeName.DECIMAL) {
            return value;
        }
        SemanticFunction cast = NumberCasts.find(SqlTypeName.DECIMAL, SqlTypeName.DECIMAL);
        return cast == null
                ? value
                : rex.call(type, cast, value, rex.integer(type.getPrecision()), rex.integer(type.getScale()));
    }
}
