package io.lakelog.sql.semantics;

import java.math.BigDecimal;
import java.util.TimeZone;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/**
 * The functions that rewritten expressions call, except the casts of numbers ({@link NumberCasts}). Public for engines that
 * run rewritten plans in other ways than by generated code.
 */
public final class Functions {
    private static final SqlReturnTypeInference BIGINT = ReturnTypes.BIGINT_NULLABLE;
    private static final SqlReturnTypeInference INT = ReturnTypes.INTEGER_NULLABLE;
    private static final SqlReturnTypeInference DATE = nullable(SqlTypeName.DATE);
    private static final SqlReturnTypeInference TIME = nullable(SqlTypeName.TIME);
    private static final SqlReturnTypeInference TEXT = nullable(SqlTypeName.VARCHAR);
    private static final SqlReturnTypeInference SAME = ReturnTypes.ARG0_NULLABLE;

    public static final SemanticFunction TIMESTAMP_PLUS =
            micros("TIMESTAMP_PLUS", BIGINT, "plus", long.class, long.class);
    public static final SemanticFunction TIMESTAMP_MINUS =
            micros("TIMESTAMP_MINUS", BIGINT, "minus", long.class, long.class);
    public static final SemanticFunction TIMESTAMP_PLUS_MONTHS =
            micros("TIMESTAMP_PLUS_MONTHS", BIGINT, "plusMonths", long.class, long.class);
    public static final SemanticFunction TIMESTAMP_PLUS_UNITS =
            micros("TIMESTAMP_PLUS_UNITS", BIGINT, "plusUnits", long.class, long.class, int.class);
    public static final SemanticFunction TIMESTAMP_DIFFERENCE =
            micros("TIMESTAMP_DIFFERENCE", BIGINT, "difference", long.class, long.class, int.class);
    public static final SemanticFunction MONTHS_BETWEEN =
            micros("TIMESTAMP_MONTHS_BETWEEN", BIGINT, "monthsBetween", long.class, long.class);
    public static final SemanticFunction TRUNCATE_TIMESTAMP =
            micros("TRUNCATE_TIMESTAMP", BIGINT, "truncate", long.class, int.class);
    public static final SemanticFunction TRUNCATE_TIME =
            micros("TRUNCATE_TIME", TIME, "truncateTime", int.class, int.class);
    public static final SemanticFunction DATE_PLUS = micros("DATE_PLUS", DATE, "datePlus", int.class, long.class);
    public static final SemanticFunction DATE_MINUS = micros("DATE_MINUS", DATE, "dateMinus", int.class, long.class);
    public static final SemanticFunction DATE_PLUS_MONTHS =
            micros("DATE_PLUS_MONTHS", DATE, "datePlusMonths", int.class, long.class);
    public static final SemanticFunction TIME_PLUS = micros("TIME_PLUS", TIME, "timePlus", int.class, long.class);
    public static final SemanticFunction TIME_MINUS = micros("TIME_MINUS", TIME, "timeMinus", int.class, long.class);
    public static final SemanticFunction DATE_TO_TIMESTAMP = micros("DATE_TO_TIMESTAMP", BIGINT, "fromDate", int.class);
    public static final SemanticFunction TIMESTAMP_TO_DATE = micros("TIMESTAMP_TO_DATE", DATE, "toDate", long.class);
    public static final SemanticFunction TIME_TO_TIMESTAMP = micros("TIME_TO_TIMESTAMP", BIGINT, "fromTime", int.class);
    public static final SemanticFunction TIMESTAMP_TO_TIME = micros("TIMESTAMP_TO_TIME", TIME, "toTime", long.class);
    public static final SemanticFunction MILLIS_TO_TIMESTAMP =
            micros("MILLIS_TO_TIMESTAMP", BIGINT, "fromMillis", long.class);
    public static final SemanticFunction TIMESTAMP_TO_MILLIS =
            micros("TIMESTAMP_TO_MILLIS", nullable(SqlTypeName.TIMESTAMP), "toMillis", long.class);
    public static final SemanticFunction LOCAL_TO_UTC =
            micros("LOCAL_TO_UTC", BIGINT, "localToUtc", long.class, TimeZone.class);
    public static final SemanticFunction UTC_TO_LOCAL =
            micros("UTC_TO_LOCAL", BIGINT, "utcToLocal", long.class, TimeZone.class);

    public static final SemanticFunction WINDOW_START =
            micros("WINDOW_START", BIGINT, "windowStart", long.class, long.class, long.class);

    public static final SemanticFunction EXTRACT =
            fields("EXTRACT_FROM_TIMESTAMP", BIGINT, "extract", long.class, int.class);
    public static final SemanticFunction EXTRACT_FROM_INTERVAL =
            fields("EXTRACT_FROM_INTERVAL", BIGINT, "extractFromInterval", long.class, int.class);
    public static final SemanticFunction FLOOR = fields("FLOOR_TIMESTAMP", BIGINT, "floor", long.class, int.class);
    public static final SemanticFunction CEIL = fields("CEIL_TIMESTAMP", BIGINT, "ceil", long.class, int.class);
    public static final SemanticFunction LAST_DAY = fields("LAST_DAY_OF_TIMESTAMP", DATE, "lastDay", long.class);

    public static final SemanticFunction TIMESTAMP_TO_TEXT =
            text("TIMESTAMP_TO_TEXT", TEXT, "toText", long.class, int.class);
    public static final SemanticFunction DATE_TO_TEXT = text("DATE_TO_TEXT", TEXT, "dateToText", int.class);
    public static final SemanticFunction TIME_TO_TEXT = text("TIME_TO_TEXT", TEXT, "timeToText", int.class, int.class);
    public static final SemanticFunction TEXT_TO_TIMESTAMP =
            text("TEXT_TO_TIMESTAMP", BIGINT, "parse", String.class, int.class);
    public static final SemanticFunction TEXT_TO_DATE = text("TEXT_TO_DATE", DATE, "parseDate", String.class);
    public static final SemanticFunction TEXT_TO_TIME =
            text("TEXT_TO_TIME", TIME, "parseTime", String.class, int.class);
    public static final SemanticFunction FORMAT_TIMESTAMP =
            text("FORMAT_TIMESTAMP", TEXT, "format", long.class, String.class);

    public static final SemanticFunction MICROS_TO_NANOS = nanos("MICROS_TO_NANOS", "fromMicros", long.class);
    public static final SemanticFunction NANOS_TO_MICROS =
            SemanticFunction.of("NANOS_TO_MICROS", BIGINT, NanosFunctions.class, "toMicros", BigDecimal.class);
    public static final SemanticFunction NANOS_PLUS = nanos("NANOS_PLUS", "plus", BigDecimal.class, long.class);
    public static final SemanticFunction NANOS_MINUS = nanos("NANOS_MINUS", "minus", BigDecimal.class, long.class);
    public static final SemanticFunction NANOS_PLUS_MONTHS =
            nanos("NANOS_PLUS_MONTHS", "plusMonths", BigDecimal.class, long.class);
    public static final SemanticFunction NANOS_TRUNCATE =
            nanos("NANOS_TRUNCATE", "truncate", BigDecimal.class, int.class);
    public static final SemanticFunction NANOS_LOCAL_TO_UTC =
            nanos("NANOS_LOCAL_TO_UTC", "localToUtc", BigDecimal.class, TimeZone.class);
    public static final SemanticFunction NANOS_UTC_TO_LOCAL =
            nanos("NANOS_UTC_TO_LOCAL", "utcToLocal", BigDecimal.class, TimeZone.class);
    public static final SemanticFunction TEXT_TO_NANOS = nanos("TEXT_TO_NANOS", "parse", String.class, int.class);
    public static final SemanticFunction NANOS_TO_TEXT =
            SemanticFunction.of("NANOS_TO_TEXT", TEXT, NanosFunctions.class, "toText", BigDecimal.class, int.class);
    public static final SemanticFunction FORMAT_NANOS =
            SemanticFunction.of("FORMAT_NANOS", TEXT, NanosFunctions.class, "format", BigDecimal.class, String.class);
    public static final SemanticFunction NANO_OF_SECOND =
            SemanticFunction.of("NANO_OF_SECOND", BIGINT, NanosFunctions.class, "nanoOfSecond", BigDecimal.class);
    public static final SemanticFunction NANOS_BETWEEN = SemanticFunction.of(
            "NANOS_BETWEEN", BIGINT, NanosFunctions.class, "between", BigDecimal.class, BigDecimal.class);

    public static final SemanticFunction CODE_POINT_KEY =
            SemanticFunction.of("CODE_POINT_KEY", TEXT, OrderKeys.class, "codePointKey", String.class);
    public static final SemanticFunction FROM_CODE_POINT_KEY =
            SemanticFunction.of("FROM_CODE_POINT_KEY", SAME, OrderKeys.class, "fromCodePointKey", String.class);
    public static final SemanticFunction DOUBLE_KEY =
            SemanticFunction.of("DOUBLE_KEY", BIGINT, OrderKeys.class, "doubleKey", double.class);
    public static final SemanticFunction FROM_DOUBLE_KEY = SemanticFunction.of(
            "FROM_DOUBLE_KEY", nullable(SqlTypeName.DOUBLE), OrderKeys.class, "fromDoubleKey", long.class);
    public static final SemanticFunction NORMAL_DOUBLE =
            SemanticFunction.of("NORMAL_DOUBLE", SAME, OrderKeys.class, "normal", double.class);
    public static final SemanticFunction NORMAL_REAL =
            SemanticFunction.of("NORMAL_REAL", SAME, OrderKeys.class, "normal", float.class);
    public static final SemanticFunction NORMAL_DECIMAL = numbers("NORMAL_DECIMAL", SAME, "normal", BigDecimal.class);

    public static final SemanticFunction DECIMAL_PLUS = decimals("DECIMAL_PLUS", "plus");
    public static final SemanticFunction DECIMAL_MINUS = decimals("DECIMAL_MINUS", "minus");
    public static final SemanticFunction DECIMAL_TIMES = decimals("DECIMAL_TIMES", "times");
    public static final SemanticFunction DECIMAL_DIVIDE = decimals("DECIMAL_DIVIDE", "divide");
    public static final SemanticFunction DECIMAL_MOD = decimals("DECIMAL_MOD", "mod");
    public static final SemanticFunction DECIMAL_NEGATE = numbers("DECIMAL_NEGATE", SAME, "negate", BigDecimal.class);
    public static final SemanticFunction DECIMAL_ABS = numbers("DECIMAL_ABS", SAME, "abs", BigDecimal.class);
    public static final SemanticFunction INT_PLUS = ints("INT_PLUS", "plus");
    public static final SemanticFunction INT_MINUS = ints("INT_MINUS", "minus");
    public static final SemanticFunction INT_TIMES = ints("INT_TIMES", "times");
    public static final SemanticFunction INT_DIVIDE = ints("INT_DIVIDE", "divide");
    public static final SemanticFunction INT_NEGATE = numbers("INT_NEGATE", INT, "negate", int.class);
    public static final SemanticFunction BIGINT_PLUS = longs("BIGINT_PLUS", "plus");
    public static final SemanticFunction BIGINT_MINUS = longs("BIGINT_MINUS", "minus");
    public static final SemanticFunction BIGINT_TIMES = longs("BIGINT_TIMES", "times");
    public static final SemanticFunction BIGINT_DIVIDE = longs("BIGINT_DIVIDE", "divide");
    public static final SemanticFunction BIGINT_NEGATE = numbers("BIGINT_NEGATE", BIGINT, "negate", long.class);
    public static final SemanticFunction RANGE_KEY = numbers("RANGE_KEY", BIGINT, "rangeKey", long.class, long.class);
    public static final SemanticFunction UNSCALED =
            numbers("UNSCALED", BIGINT, "unscaled", BigDecimal.class, int.class);
    public static final SemanticFunction BIGINT_MOD = numbers("BIGINT_MOD", BIGINT, "mod", long.class, long.class);
    public static final SemanticFunction BIGINT_ABS = numbers("BIGINT_ABS", BIGINT, "abs", long.class);
    public static final SemanticFunction INTERVAL_TIMES_DOUBLE =
            numbers("INTERVAL_TIMES_DOUBLE", BIGINT, "scaleInterval", long.class, double.class);
    public static final SemanticFunction INTERVAL_TIMES_DECIMAL =
            numbers("INTERVAL_TIMES_DECIMAL", BIGINT, "scaleInterval", long.class, BigDecimal.class);

    public static final SemanticFunction FIT_TEXT = texts("FIT_TEXT", TEXT, "fit", String.class, int.class);
    public static final SemanticFunction CUT_TEXT = texts("CUT_TEXT", TEXT, "cut", String.class, int.class);
    public static final SemanticFunction PAD_TEXT = texts("PAD_TEXT", TEXT, "pad", String.class, int.class);
    public static final SemanticFunction DECIMAL_TO_TEXT = texts("DECIMAL_TO_TEXT", TEXT, "toText", BigDecimal.class);
    public static final SemanticFunction DOUBLE_TO_TEXT = texts("DOUBLE_TO_TEXT", TEXT, "toText", double.class);
    public static final SemanticFunction REAL_TO_TEXT = texts("REAL_TO_TEXT", TEXT, "toText", float.class);

    public static final SemanticFunction WITHOUT_BLANKS = texts("WITHOUT_BLANKS", TEXT, "withoutBlanks", String.class);
    public static final SemanticFunction TEXT_TO_BOOLEAN =
            texts("TEXT_TO_BOOLEAN", ReturnTypes.BOOLEAN_NULLABLE, "toBoolean", String.class);
    public static final SemanticFunction TEXT_LENGTH = texts("TEXT_LENGTH", INT, "length", String.class);
    public static final SemanticFunction SUBSTRING_FROM =
            texts("SUBSTRING_FROM", TEXT, "substring", String.class, int.class);
    public static final SemanticFunction SUBSTRING_FROM_FOR =
            texts("SUBSTRING_FROM_FOR", TEXT, "substring", String.class, int.class, int.class);
    public static final SemanticFunction TEXT_POSITION =
            texts("TEXT_POSITION", INT, "position", String.class, String.class);
    public static final SemanticFunction OVERLAY_FROM =
            texts("OVERLAY_FROM", TEXT, "overlay", String.class, String.class, int.class);
    public static final SemanticFunction OVERLAY_FROM_FOR =
            texts("OVERLAY_FROM_FOR", TEXT, "overlay", String.class, String.class, int.class, int.class);
    public static final SemanticFunction LEFT_TEXT = texts("LEFT_TEXT", TEXT, "left", String.class, int.class);
    public static final SemanticFunction RIGHT_TEXT = texts("RIGHT_TEXT", TEXT, "right", String.class, int.class);
    public static final SemanticFunction LPAD_TEXT =
            texts("LPAD_TEXT", TEXT, "padLeft", String.class, int.class, String.class);
    public static final SemanticFunction RPAD_TEXT =
            texts("RPAD_TEXT", TEXT, "padRight", String.class, int.class, String.class);
    public static final SemanticFunction REVERSE_TEXT = texts("REVERSE_TEXT", TEXT, "reverse", String.class);

    public static final SemanticFunction NESTED_EQUAL = SemanticFunction.of(
            "NESTED_EQUAL", ReturnTypes.BOOLEAN_NULLABLE, NestedFunctions.class, "equal", Object.class, Object.class);

    private Functions() {}

    static SqlReturnTypeInference nullable(SqlTypeName type) {
        return ReturnTypes.explicit(type).andThen(SqlTypeTransforms.TO_NULLABLE);
    }

    private static SemanticFunction micros(
            String name, SqlReturnTypeInference returns, String method, Class<?>... parameters) {
        return SemanticFunction.of(name, returns, MicrosFunctions.class, method, parameters);
    }

    private static SemanticFunction nanos(String name, String method, Class<?>... parameters) {
        return SemanticFunction.of(
                name,
                ReturnTypes.explicit(SqlTypeName.DECIMAL, CarriedTypes.NANOS_DIGITS)
                        .andThen(SqlTypeTransforms.TO_NULLABLE),
                NanosFunctions.class,
                method,
                parameters);
    }

    private static SemanticFunction fields(
            String name, SqlReturnTypeInference returns, String method, Class<?>... parameters) {
        return SemanticFunction.of(name, returns, MicrosFields.class, method, parameters);
    }

    private static SemanticFunction text(
            String name, SqlReturnTypeInference returns, String method, Class<?>... parameters) {
        return SemanticFunction.of(name, returns, MicrosText.class, method, parameters);
    }

    private static SemanticFunction numbers(
            String name, SqlReturnTypeInference returns, String method, Class<?>... parameters) {
        return SemanticFunction.of(name, returns, NumberFunctions.class, method, parameters);
    }

    private static SemanticFunction decimals(String name, String method) {
        return numbers(name, SAME, method, BigDecimal.class, BigDecimal.class, int.class, int.class);
    }

    private static SemanticFunction ints(String name, String method) {
        return numbers(name, INT, method, int.class, int.class);
    }

    private static SemanticFunction longs(String name, String method) {
        return numbers(name, BIGINT, method, long.class, long.class);
    }

    private static SemanticFunction texts(
            String name, SqlReturnTypeInference returns, String method, Class<?>... parameters) {
        return SemanticFunction.of(name, returns, TextFunctions.class, method, parameters);
    }
}
