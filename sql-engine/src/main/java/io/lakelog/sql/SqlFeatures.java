package io.lakelog.sql;

import io.lakelog.sql.exec.SystemTables;
import io.lakelog.sql.plan.Operators;
import java.util.List;
import java.util.Set;

/** What the SQL offers beside tables, for metadata. */
public final class SqlFeatures {
    private static final Set<String> WITH_THE_TABLES_COLUMNS = Set.of("audit_log", "binlog", "ro");

    private SqlFeatures() {}

    /** The names of functions that a query may call, sorted. */
    public static List<String> functions() {
        return Operators.functionNames();
    }

    /** What may follow a table's name and a {@code $}, sorted. */
    public static List<String> systemTables() {
        return SystemTables.names();
    }

    /** Whether a system table has the same columns whatever the table. */
    public static boolean hasFixedColumns(String systemTable) {
        return !WITH_THE_TABLES_COLUMNS.contains(systemTable);
    }
}
