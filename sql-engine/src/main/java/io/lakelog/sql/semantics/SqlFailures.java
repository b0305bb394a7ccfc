package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.DateTimeException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.regex.PatternSyntaxException;
import org.apache.calcite.plan.RelOptPlanner.CannotPlanException;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.jspecify.annotations.Nullable;

/** What planning and generated code throw, in the user's words. Stateless; thread-safe. */
public final class SqlFailures {
    private static final int MAX_DEPTH = 30;

    /** Calcite's functions call at most so many others before they fail. */
    private static final int FRAMES_OF_FUNCTION = 12;

    private static final Set<String> FUNCTION_CLASSES = Set.of(
            "org.apache.calcite.runtime.SqlFunctions",
            "org.apache.calcite.runtime.SqlFunctions$RegexFunction",
            "org.apache.calcite.runtime.SqlFunctions$DateFormatFunction",
            "org.apache.calcite.runtime.Like",
            "org.apache.calcite.runtime.RandomFunction",
            "org.apache.calcite.runtime.JsonFunctions",
            "org.apache.calcite.runtime.XmlFunctions",
            "org.apache.calcite.runtime.UrlFunctions",
            "org.apache.calcite.runtime.CompressionFunctions");

    private SqlFailures() {}

    /**
     * The failure as an exception for the user: a LakelogException in the chain of causes as it is, what Calcite and Java
     * throw for bad values under its code, and INTERNAL with the original as its cause for everything else.
     */
    public static LakelogException translate(Throwable failure) {
        Throwable current = failure;
        for (int depth = 0; current != null && depth < MAX_DEPTH; depth++) {
            LakelogException known = known(current, failure);
            if (known != null) {
                return known;
            }
            current = current.getCause();
        }
        Throwable root = root(failure);
        if (root instanceof PatternSyntaxException pattern) {
            return new LakelogException(
                    ErrorCode.INVALID_PATTERN,
                    "'" + pattern.getPattern() + "' is no valid pattern: " + pattern.getDescription(),
                    failure);
        }
        return root instanceof Exception && (isOfFunction(root) || isOfJson(root))
                ? new LakelogException(
                        ErrorCode.INVALID_ARGUMENT, "a function cannot take this argument: " + describe(root), failure)
                : new LakelogException(ErrorCode.INTERNAL, "internal error: " + describe(root), failure);
    }

    /** What the library behind the JSON functions throws, without frames. */
    private static boolean isOfJson(Throwable failure) {
        return failure.getClass().getName().startsWith("com.jayway.jsonpath.")
                || failure.getClass().getName().startsWith("com.fasterxml.jackson.");
    }

    /** Whether a failure comes out of the code of a function, which got a value it can do nothing with. */
    private static boolean isOfFunction(Throwable failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        for (int i = 0; i < Math.min(frames.length, FRAMES_OF_FUNCTION); i++) {
            if (FUNCTION_CLASSES.contains(frames[i].getClassName())) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable LakelogException known(Throwable current, Throwable failure) {
        if (current instanceof LakelogException lakelog) {
            return lakelog;
        }
        String message = current.getMessage() == null ? "" : current.getMessage();
        if (current instanceof ArithmeticException) {
            return message.contains("zero") || message.contains("undefined")
                    ? new LakelogException(ErrorCode.DIVISION_BY_ZERO, "division by zero", failure)
                    : new LakelogException(ErrorCode.NUMERIC_OVERFLOW, "number out of range: " + message, failure);
        }
        if (current instanceof NumberFormatException) {
            return new LakelogException(ErrorCode.INVALID_TEXT, "a text is not a number: " + message, failure);
        }
        if (current instanceof DateTimeException) {
            return new LakelogException(ErrorCode.DATETIME_OVERFLOW, message, failure);
        }
        if (current instanceof CancellationException) {
            return new LakelogException(ErrorCode.CANCELLED, "the statement was cancelled", failure);
        }
        if (current instanceof OutOfMemoryError) {
            return new LakelogException(ErrorCode.LIMIT, "the statement needs more memory than there is", failure);
        }
        if (current instanceof StackOverflowError) {
            return new LakelogException(ErrorCode.LIMIT, "the statement is nested too deeply", failure);
        }
        if (message.startsWith("Code grows beyond 64 KB") || message.contains("grows beyond 64 KB")) {
            return new LakelogException(
                    ErrorCode.LIMIT,
                    "the statement is too long to be run: it has too many expressions or values",
                    failure);
        }
        if (message.startsWith("Cannot take logarithm")) {
            return new LakelogException(
                    ErrorCode.NUMERIC_OVERFLOW, "a logarithm needs a number greater than zero", failure);
        }
        return ofCalcite(current, message, failure);
    }

    private static @Nullable LakelogException ofCalcite(Throwable current, String message, Throwable failure) {
        if (current instanceof CalciteContextException context) {
            Throwable inner = context.getCause() == null ? context : context.getCause();
            return new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    describe(inner) + " (line " + context.getPosLine() + ", column " + context.getPosColumn() + ")",
                    failure);
        }
        if (current instanceof CannotPlanException || message.startsWith("Unable to implement")) {
            return new LakelogException(
                    ErrorCode.UNSUPPORTED, "the statement uses a function or form that is not supported yet", failure);
        }
        if (message.startsWith("more than one value in agg SINGLE_VALUE")) {
            return new LakelogException(
                    ErrorCode.CARDINALITY, "a sub-query used as a value gave more than one row", failure);
        }
        if (message.startsWith("More than one value in list")) {
            return new LakelogException(ErrorCode.CARDINALITY, "ELEMENT needs one element: " + message, failure);
        }
        if (!(current instanceof CalciteException)) {
            return null;
        }
        if (message.contains("out of range")) {
            return new LakelogException(ErrorCode.NUMERIC_OVERFLOW, message, failure);
        }
        // What Calcite says of a value, as "Invalid DATE value, '2024-02-30'", or of an argument.
        boolean ofDatetime = message.contains("DATE") || message.contains("TIME");
        return new LakelogException(
                ofDatetime ? ErrorCode.INVALID_TEXT : ErrorCode.INVALID_STATEMENT, message, failure);
    }

    private static Throwable root(Throwable failure) {
        Throwable current = failure;
        for (int depth = 0; current.getCause() != null && depth < MAX_DEPTH; depth++) {
            current = current.getCause();
        }
        return current;
    }

    private static String describe(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
