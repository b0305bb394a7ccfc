package io.lakelog.storage;

import java.util.Locale;
import java.util.Optional;

/**
 * The full name of a table, in the case it has on disk.
 *
 * @param table may end in {@code $branch_<name>}: that branch of the table
 */
public record TableName(String database, String table) {
    private static final String BRANCH = "$branch_";

    /** The branch that the name says. */
    public Optional<String> branch() {
        int at = branchStart(table);
        return at < 0 ? Optional.empty() : Optional.of(table.substring(at + BRANCH.length()));
    }

    /** The table's name alone. */
    public String withoutBranch() {
        int at = branchStart(table);
        return at < 0 ? table : table.substring(0, at);
    }

    /** Where in a name, after a table and perhaps a branch of it, a {@code $} would begin the name of a system table. */
    public static int branchEnd(String name) {
        int at = branchStart(name);
        return at < 0 ? 1 : at + BRANCH.length();
    }

    private static int branchStart(String name) {
        return name.toLowerCase(Locale.ROOT).indexOf(BRANCH, 1);
    }

    @Override
    public String toString() {
        return database + "." + table;
    }
}
