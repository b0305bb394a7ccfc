package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.semantics.SqlFailures;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.jspecify.annotations.Nullable;

/** Calcite's failures, told in the user's words. Pure. */
final class Problems {
    private static final Pattern OBJECT = Pattern.compile("Object '([^']*)' not found(?: within '([^']*)')?.*");
    private static final Pattern TABLE = Pattern.compile("Table '([^']*)' not found.*");
    private static final Pattern COLUMN = Pattern.compile(
            "(?:Column|Unknown target column) '([^']*)'(?: not found in (?:any table|table '([^']*)'))?.*");
    private static final Pattern FUNCTION =
            Pattern.compile("No match found for function signature ([^(]*)\\((.*)\\).*");

    private Problems() {}

    /** Why a statement could not be planned. */
    static LakelogException atPlanning(Throwable failure, String sql, StatementCatalog catalog) {
        LakelogException ours = find(failure, LakelogException.class);
        if (ours != null) {
            return ours;
        }
        CalciteContextException placed = find(failure, CalciteContextException.class);
        if (placed == null) {
            return atRunTime(failure);
        }
        String place = placed.getPosLine() > 0
                ? " (line " + placed.getPosLine() + ", column " + placed.getPosColumn() + ")"
                : "";
        Throwable cause = placed.getCause() == null ? placed : placed.getCause();
        String message = String.valueOf(cause.getMessage());
        if (message.startsWith("Object '")) {
            return notFound(message, place, isQualifier(sql, placed), catalog, failure);
        }
        return named(message, place, catalog, failure);
    }

    private static LakelogException named(String message, String place, StatementCatalog catalog, Throwable failure) {
        Matcher matcher = TABLE.matcher(message);
        if (matcher.matches()) {
            return new LakelogException(
                    ErrorCode.TABLE_NOT_FOUND,
                    "'" + matcher.group(1) + "' is not a table or alias of this statement" + place,
                    failure);
        }
        if (message.startsWith("Column '") && message.contains("is ambiguous")) {
            return new LakelogException(
                    ErrorCode.INVALID_STATEMENT, decapitalise(message) + place + "; name its table: t.column", failure);
        }
        matcher = COLUMN.matcher(message);
        if (matcher.matches() && message.contains("not found")) {
            String column = matcher.group(1);
            String where = matcher.group(2) == null ? "" : " in '" + matcher.group(2) + "'";
            return new LakelogException(
                    ErrorCode.COLUMN_NOT_FOUND,
                    "there is no column '" + column + "'" + where + place
                            + NearMatch.hint(column, othersThan(column, catalog.columnNames())),
                    failure);
        }
        matcher = FUNCTION.matcher(message);
        if (matcher.matches()) {
            String name = matcher.group(1);
            boolean known = Operators.names().contains(name.toUpperCase(Locale.ROOT));
            return new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    known
                            ? "function " + name + " does not take arguments (" + matcher.group(2) + ")" + place
                            : "there is no function '" + name + "'" + place + NearMatch.hint(name, Operators.names()),
                    failure);
        }
        if (message.startsWith("Illegal use of dynamic parameter")) {
            return new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    "the type of a parameter is not known" + place + "; write CAST(? AS type)",
                    failure);
        }
        if (message.startsWith("Unknown identifier '*'")) {
            return new LakelogException(ErrorCode.INVALID_STATEMENT, "* is an argument of COUNT only" + place, failure);
        }
        boolean types = message.startsWith("Cannot apply")
                || message.contains("compatible types")
                || message.startsWith("Cast function cannot convert")
                || message.contains("Type mismatch");
        return new LakelogException(
                types ? ErrorCode.TYPE_MISMATCH : ErrorCode.INVALID_STATEMENT,
                decapitalise(withoutClassNames(message)) + place,
                failure);
    }

    /** A column may be there, only not in this place: then it is no help to name it. */
    private static List<String> othersThan(String name, List<String> names) {
        return names.stream().filter(other -> !other.equalsIgnoreCase(name)).toList();
    }

    /** A table or database that is not there; the catalog is asked again, for its words and near matches. */
    private static LakelogException notFound(
            String message, String place, boolean isDatabase, StatementCatalog catalog, Throwable failure) {
        Matcher matcher = OBJECT.matcher(message);
        if (!matcher.matches()) {
            return new LakelogException(ErrorCode.TABLE_NOT_FOUND, decapitalise(message) + place, failure);
        }
        String name = matcher.group(1);
        try {
            if (isDatabase) {
                catalog.catalog().resolveDatabase(name);
            } else {
                catalog.find(matcher.group(2), name);
            }
        } catch (LakelogException e) {
            return new LakelogException(e.code(), e.getMessage() + place, e);
        }
        return new LakelogException(ErrorCode.TABLE_NOT_FOUND, "there is no table '" + name + "'" + place, failure);
    }

    /** Whether a dot follows the name that a failure points at. */
    private static boolean isQualifier(String sql, CalciteContextException placed) {
        String[] lines = sql.split("\n", -1);
        if (placed.getPosLine() < 1 || placed.getPosLine() > lines.length) {
            return false;
        }
        String line = lines[placed.getPosLine() - 1];
        int at = Math.min(placed.getPosColumn(), line.length());
        char quote = at > 0 ? line.charAt(at - 1) : ' ';
        if (quote == '"' || quote == '`') {
            at = line.indexOf(quote, at) + 1;
        } else {
            while (at < line.length() && Character.isJavaIdentifierPart(line.charAt(at))) {
                at++;
            }
        }
        return line.substring(at).stripLeading().startsWith(".");
    }

    /** Why a statement failed while it ran; {@code context} tells whether it was stopped. */
    static LakelogException atRunTime(Throwable failure, ExecContext context) {
        if (find(failure, LakelogException.class) == null
                && context.cancelFlag().get()) {
            context.check();
        }
        return atRunTime(failure);
    }

    /** Why a statement failed while it ran. */
    static LakelogException atRunTime(Throwable failure) {
        LakelogException ours = find(failure, LakelogException.class);
        if (ours != null) {
            return ours;
        }
        if (find(failure, UnsupportedOperationException.class) != null) {
            return new LakelogException(
                    ErrorCode.UNSUPPORTED, "the statement is valid, but there is no way to run it yet", failure);
        }
        return SqlFailures.translate(failure);
    }

    /** The failure and what is behind it; Calcite's code generator hangs the reason on as a suppressed one. */
    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        Throwable cause = failure;
        while (cause != null && chain.size() < 20) {
            chain.add(cause);
            cause = cause.getCause() == null && cause.getSuppressed().length > 0
                    ? cause.getSuppressed()[0]
                    : cause.getCause();
        }
        return chain;
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> kind) {
        for (Throwable cause : chain(failure)) {
            if (kind.isInstance(cause)) {
                return kind.cast(cause);
            }
        }
        return null;
    }

    private static String withoutClassNames(String message) {
        return message.replaceAll("(?:[a-z][a-z0-9_]*\\.){2,}[A-Z][A-Za-z0-9_$]*(?::\\s*)?", "");
    }

    private static String decapitalise(String message) {
        return message.isEmpty() || (message.length() > 1 && Character.isUpperCase(message.charAt(1)))
                ? message
                : Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }
}
