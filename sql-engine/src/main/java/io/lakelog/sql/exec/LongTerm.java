package io.lakelog.sql.exec;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** A whole number that is known when a statement runs: a bound of CHANGES, a LIMIT. Immutable. */
public interface LongTerm {
    /** @throws LakelogException INVALID_RANGE if it is NULL */
    long value(ExecContext context);

    /** As the user might have written it. */
    String text();

    static LongTerm constant(long value) {
        return new Constant(value);
    }

    /** @param what named in errors */
    static LongTerm parameter(int index, String what) {
        return new Parameter(index, what);
    }

    static LongTerm compute(LongTerm left, String symbol, LongTerm right, LongBinaryOperator operator) {
        return new Computed(left, symbol, right, operator);
    }

    /** A number written in the statement. */
    record Constant(long number) implements LongTerm {
        @Override
        public long value(ExecContext context) {
            return number;
        }

        @Override
        public String text() {
            return Long.toString(number);
        }
    }

    /** A parameter, converted to BIGINT before. */
    record Parameter(int index, String what) implements LongTerm {
        @Override
        public long value(ExecContext context) {
            @Nullable Object value = context.parameter(index);
            if (value == null) {
                throw new LakelogException(ErrorCode.INVALID_RANGE, what + " is NULL; a number is expected");
            }
            return ((Number) value).longValue();
        }

        @Override
        public String text() {
            return "?" + (index + 1);
        }
    }

    /** An operation on two terms. */
    record Computed(LongTerm left, String symbol, LongTerm right, LongBinaryOperator operator) implements LongTerm {
        @Override
        public long value(ExecContext context) {
            try {
                return operator.applyAsLong(left.value(context), right.value(context));
            } catch (ArithmeticException e) {
                throw new LakelogException(ErrorCode.NUMERIC_OVERFLOW, text() + " is out of range for BIGINT", e);
            }
        }

        @Override
        public String text() {
            return left.text() + " " + symbol + " " + right.text();
        }
    }
}
