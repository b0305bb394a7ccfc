package io.lakelog.storage.error;

/** The closed list of what can go wrong. The SQLSTATE each carries is the one a JDBC client sees. */
public enum ErrorCode {
    /** The text is not SQL we can parse. */
    SYNTAX("42601"),
    /** A table that does not exist. */
    TABLE_NOT_FOUND("42S02"),
    /** A table or database that exists already. */
    ALREADY_EXISTS("42S01"),
    /** A column that does not exist. */
    COLUMN_NOT_FOUND("42S22"),
    /** A database that does not exist. */
    DATABASE_NOT_FOUND("3F000"),
    /** A database that still holds tables. */
    DATABASE_NOT_EMPTY("2BP01"),
    /** An expression, function or statement that does not make sense for its types or place. */
    INVALID_STATEMENT("42000"),
    /** An operand of a type that does not fit. */
    TYPE_MISMATCH("42804"),
    /** An option, URL key or setting that is unknown or has a value it cannot have. */
    INVALID_OPTION("HY024"),
    /** A definition (table, schema, key, partition) that breaks a rule. */
    INVALID_DEFINITION("42P16"),
    /** A snapshot, tag or range that cannot be read: unknown, expired, or in the future. */
    INVALID_RANGE("22023"),
    /** NULL where the column allows none. */
    NULL_VALUE("23502"),
    /** A string or binary value longer than its column. */
    VALUE_TOO_LONG("22001"),
    /** A number beyond its type's range. */
    NUMERIC_OVERFLOW("22003"),
    /** Division by zero. */
    DIVISION_BY_ZERO("22012"),
    /** A text that is not a number, date or time of the wanted type. */
    INVALID_TEXT("22018"),
    /** A text that holds half of a character: a lone surrogate, which has no UTF-8 form. */
    INVALID_CHARACTER("22021"),
    /** A date or time outside the range of its type. */
    DATETIME_OVERFLOW("22008"),
    /** An argument of a function that it does not take, though its type is right. */
    INVALID_ARGUMENT("22023"),
    /** A text that is no regular expression. */
    INVALID_PATTERN("2201B"),
    /** A parameter that is not set, or an index that does not exist. */
    INVALID_PARAMETER("07001"),
    /** A valid thing that Lakelog does not do. */
    UNSUPPORTED("0A000"),
    /** Another writer committed first and the statement depended on what it changed. */
    CONFLICT("40001"),
    /** The connection, session or database is read-only. */
    READ_ONLY("25006"),
    /** Something that this user has no right to. */
    FORBIDDEN("42501"),
    /** A name and password that the server does not know. */
    NOT_SIGNED_IN("28000"),
    /** The server is being stopped and begins nothing new. */
    SHUTTING_DOWN("57P01"),
    /** The outcome of a commit could not be found out: it may or may not have happened. */
    COMMIT_UNKNOWN("40003"),
    /** A transaction over several tables was committed in some of them; the message names them. */
    COMMIT_PARTIAL("40003"),
    /** A commit or rollback where no transaction is open, or the like. */
    TRANSACTION_STATE("25000"),
    /** Several rows where only one may be. */
    CARDINALITY("21000"),
    /** A file that is missing, cut, or not what its name says. */
    CORRUPT("XX001"),
    /** The file system refused or failed an operation. */
    IO("58030"),
    /** A limit on memory, time, cursors or sizes was reached. */
    LIMIT("53000"),
    /** The statement was cancelled. */
    CANCELLED("57014"),
    /** The statement ran longer than its timeout. */
    TIMEOUT("57014"),
    /** Something used after it was closed. */
    CLOSED("08003"),
    /** A fault of Lakelog's own. */
    INTERNAL("XX000");

    private final String sqlState;

    ErrorCode(String sqlState) {
        this.sqlState = sqlState;
    }

    /** The five-character SQLSTATE of this code. */
    public String sqlState() {
        return sqlState;
    }
}
