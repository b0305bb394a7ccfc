package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SqlFailuresTest {
    private static ErrorCode code(Throwable failure) {
        return SqlFailures.translate(failure).code();
    }

    @Test
    void ourOwnFailuresPassThroughAnyWrapping() {
        LakelogException own = new LakelogException(ErrorCode.TIMEOUT, "too late");
        assertThat(SqlFailures.translate(new ExceptionInInitializerError(new RuntimeException("wrapped", own))))
                .isSameAs(own);
    }

    @Test
    void arithmeticFailuresAreToldApart() {
        List<Supplier<Object>> divisions = List.of(
                () -> 1 / Integer.parseInt("0"),
                () -> BigDecimal.ONE.divide(BigDecimal.ZERO),
                () -> BigDecimal.ZERO.divide(BigDecimal.ZERO),
                () -> BigInteger.ONE.divide(BigInteger.ZERO));
        for (Supplier<Object> division : divisions) {
            assertThatThrownBy(division::get)
                    .isInstanceOf(ArithmeticException.class)
                    .satisfies(e -> assertThat(code(new RuntimeException(e))).isEqualTo(ErrorCode.DIVISION_BY_ZERO));
        }
        assertThat(code(new ArithmeticException("long overflow"))).isEqualTo(ErrorCode.NUMERIC_OVERFLOW);
        assertThat(code(new ArithmeticException("integer overflow: Value 254 does not fit in a TINYINT")))
                .isEqualTo(ErrorCode.NUMERIC_OVERFLOW);
    }

    @Test
    void othersHaveTheirCodes() {
        assertThat(code(new NumberFormatException("For input string: \"x\""))).isEqualTo(ErrorCode.INVALID_TEXT);
        assertThat(code(new DateTimeException("Invalid date"))).isEqualTo(ErrorCode.DATETIME_OVERFLOW);
        assertThat(code(new CancellationException())).isEqualTo(ErrorCode.CANCELLED);
        assertThat(code(new StackOverflowError())).isEqualTo(ErrorCode.LIMIT);
        assertThat(code(new OutOfMemoryError("Java heap space"))).isEqualTo(ErrorCode.LIMIT);
        assertThat(code(new IllegalStateException("Unable to implement EnumerableWindow")))
                .isEqualTo(ErrorCode.UNSUPPORTED);
    }

    @Test
    void theUnknownKeepsItsCauseAndSaysWhatItWas() {
        Exception cause = new IllegalStateException("the reason");
        LakelogException translated = SqlFailures.translate(new RuntimeException("outer", cause));
        assertThat(translated.code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(translated).hasMessageContaining("the reason").hasRootCause(cause);
        assertThat(SqlFailures.translate(new NullPointerException())).hasMessageContaining("NullPointerException");
    }

    @Test
    void aCycleOfCausesEnds() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second);
        assertThat(code(first)).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void validationFailuresNameTheirPlace() {
        MemoryEngine engine = new MemoryEngine();
        try {
            engine.query("SELECT 1 +\n  'a' + DATE '2024-01-01'");
            throw new AssertionError("did not fail");
        } catch (org.apache.calcite.runtime.CalciteContextException e) {
            assertThat(SqlFailures.translate(e).code()).isEqualTo(ErrorCode.INVALID_STATEMENT);
            assertThat(SqlFailures.translate(e)).hasMessageContaining("line ").hasMessageContaining("column ");
        }
    }
}
