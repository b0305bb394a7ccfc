package io.lakelog.jdbc.cli;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/**
 * What may come next where Tab is pressed: keywords, databases, tables, and the columns of the tables that the statement
 * names. Asks the connection's metadata each time, so that new tables are there.
 */
final class SqlCompleter implements Completer {
    private static final List<String> KEYWORDS = List.of(
            ("ALTER AND AS ASC BETWEEN BY CALL CASE CAST CHANGES COLUMN COUNT CREATE CROSS DATABASE DATABASES DATE DEFAULT"
                            + " DELETE DESC DESCRIBE DISTINCT DROP ELSE END EXISTS EXPLAIN FALSE FOR FROM FULL GROUP"
                            + " HAVING IF IN INNER INSERT INTERVAL INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL"
                            + " OFFSET ON OR ORDER OUTER OVER PARTITION PARTITIONED PLAN PRIMARY RIGHT SELECT SET SHOW"
                            + " SYSTEM_TIME TABLE TABLES THEN TIMESTAMP TRUE TRUNCATE UNION UPDATE UPSERT USE USING"
                            + " VALUES VERSION WHEN WHERE WITH")
                    .split(" "));
    private static final List<String> COMMANDS = List.of("\\d", "\\dt", "\\format", "\\help", "\\l", "\\q", "\\timing");
    private static final Pattern NAMED =
            Pattern.compile("(?i)\\b(?:FROM|JOIN|INTO|UPDATE|TABLE|DESCRIBE|CHANGES\\s*\\()\\s*([\\w$.\"`]+)");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");
    private static final int CANDIDATES_MOST = 500;

    private final Connection connection;

    SqlCompleter(Connection connection) {
        this.connection = connection;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        for (String text : candidates(line.line(), line.cursor())) {
            candidates.add(new Candidate(text, text, null, null, null, null, !text.endsWith(".")));
        }
    }

    /** The texts that may stand for the word that ends at {@code cursor}. */
    List<String> candidates(String text, int cursor) {
        String word = text.substring(wordStart(text, cursor), cursor);
        Set<String> found = new LinkedHashSet<>();
        if (word.startsWith("\\")) {
            found.addAll(COMMANDS);
        } else {
            try {
                addNames(text, word, found);
            } catch (SQLException e) {
                // Tab is no place for errors: what there is to say comes when the statement is run.
                found.clear();
            }
            if (word.indexOf('.') < 0) {
                addKeywords(word, found);
            }
        }
        String prefix = word.toLowerCase(Locale.ROOT);
        return found.stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(prefix))
                .limit(CANDIDATES_MOST)
                .toList();
    }

    /** Where the word before {@code cursor} begins; dots and quotes belong to it. */
    static int wordStart(String text, int cursor) {
        int start = cursor;
        while (start > 0 && isPartOfName(text.charAt(start - 1))) {
            start--;
        }
        return start > 0 && text.charAt(start - 1) == '\\' ? start - 1 : start;
    }

    private static boolean isPartOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '.' || c == '"' || c == '`';
    }

    /** In the case that the word is typed in. */
    private static void addKeywords(String word, Collection<String> found) {
        boolean small = !word.isEmpty() && Character.isLowerCase(word.charAt(0));
        for (String keyword : KEYWORDS) {
            found.add(small ? keyword.toLowerCase(Locale.ROOT) : keyword);
        }
    }

    private void addNames(String text, String word, Collection<String> found) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        int dot = word.lastIndexOf('.');
        if (dot >= 0) {
            String qualifier = word.substring(0, dot);
            String shown = word.substring(0, dot + 1);
            String plain = unquoted(qualifier);
            for (String table : tables(metadata, plain)) {
                found.add(shown + quoted(table));
            }
            String[] table = aliased(text, qualifier);
            for (String column : columns(metadata, table[0], table[1])) {
                found.add(shown + quoted(column));
            }
            return;
        }
        Matcher named = NAMED.matcher(text);
        while (named.find()) {
            String[] table = parts(named.group(1));
            for (String column : columns(metadata, table[0], table[1])) {
                found.add(quoted(column));
            }
        }
        for (String table : tables(metadata, connection.getSchema())) {
            found.add(quoted(table));
        }
        try (ResultSet schemas = metadata.getSchemas()) {
            while (schemas.next()) {
                found.add(quoted(schemas.getString("TABLE_SCHEM")) + ".");
            }
        }
    }

    /** The table that an alias of the statement stands for, or the table of that name. */
    private String[] aliased(String text, String qualifier) throws SQLException {
        Matcher alias = Pattern.compile(
                        "(?i)\\b(?:FROM|JOIN)\\s+([\\w$.\"`]+)\\s+(?:AS\\s+)?" + Pattern.quote(qualifier) + "\\b")
                .matcher(text);
        return parts(alias.find() ? alias.group(1) : qualifier);
    }

    private String[] parts(String name) throws SQLException {
        int dot = name.lastIndexOf('.');
        return new String[] {
            dot < 0 ? connection.getSchema() : unquoted(name.substring(0, dot)), unquoted(name.substring(dot + 1))
        };
    }

    private static Collection<String> tables(DatabaseMetaData metadata, String schema) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet tables =
                metadata.getTables(null, Describer.pattern(schema), "%", new String[] {"TABLE", "VIEW"})) {
            while (tables.next()) {
                if (tables.getString("TABLE_SCHEM").equalsIgnoreCase(schema)) {
                    names.add(tables.getString("TABLE_NAME"));
                }
            }
        }
        return names;
    }

    private static Collection<String> columns(DatabaseMetaData metadata, String schema, String table)
            throws SQLException {
        Set<String> names = new TreeSet<>();
        try (ResultSet columns = metadata.getColumns(null, Describer.pattern(schema), Describer.pattern(table), "%")) {
            while (columns.next()) {
                names.add(columns.getString("COLUMN_NAME"));
            }
        }
        return names;
    }

    private static String quoted(String name) {
        return PLAIN.matcher(name).matches() ? name : '"' + name + '"';
    }

    private static String unquoted(String name) {
        return name.replace("\"", "").replace("`", "");
    }
}
