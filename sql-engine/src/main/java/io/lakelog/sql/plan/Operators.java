package io.lakelog.sql.plan;

import io.lakelog.sql.semantics.SemanticOperators;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.util.SqlOperatorTables;

/** The functions and operators that SQL text may use. Thread-safe. */
public final class Operators {
    private static final SqlOperatorTable TABLE = SqlOperatorTables.chain(
            SemanticOperators.table(),
            SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
                    EnumSet.of(SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL, SqlLibrary.ORACLE)));

    private Operators() {}

    static SqlOperatorTable table() {
        return TABLE;
    }

    /** The names of what is called as a function, sorted. */
    public static List<String> functionNames() {
        TreeSet<String> names = new TreeSet<>(List.of("CHANGES", "LAST_SNAPSHOT", "SESSION_SNAPSHOT"));
        for (SqlOperator operator : TABLE.getOperatorList()) {
            if (operator instanceof SqlFunction && operator.getName().matches("[A-Z][A-Z0-9_]*")) {
                names.add(operator.getName());
            }
        }
        return List.copyOf(names);
    }

    /** Names of functions, for "did you mean". */
    static List<String> names() {
        TreeSet<String> names = new TreeSet<>();
        TABLE.getOperatorList().forEach(operator -> {
            if (operator.getName().matches("[A-Z][A-Z0-9_]*")) {
                names.add(operator.getName());
            }
        });
        names.add("CHANGES");
        names.add("LAST_SNAPSHOT");
        names.add("SESSION_SNAPSHOT");
        return List.copyOf(names);
    }
}
