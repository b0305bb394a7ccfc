package io.lakelog.tck.jdbc;

import static io.lakelog.tck.jdbc.Sql.column;
import static io.lakelog.tck.jdbc.Sql.query;
import static io.lakelog.tck.jdbc.Sql.rows;
import static io.lakelog.tck.jdbc.Sql.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;

@DisplayName("7 Database Metadata")
class MetadataConformanceTest {
    private static final String ORDERS =
            "CREATE TABLE \"Order_Lines\" (region STRING, id BIGINT COMMENT 'on the paper',"
                    + " amount DECIMAL(10, 2) DEFAULT 0, note VARCHAR(20), at TIMESTAMP(6), must INT NOT NULL,"
                    + " PRIMARY KEY (region, id) NOT ENFORCED) COMMENT 'what was ordered'";

    private static void tables(Connection connection) throws SQLException {
        run(connection, ORDERS, "CREATE TABLE orderXlines (k INT PRIMARY KEY, v DOUBLE)");
    }

    @Conforms("catalogs, schemas, table types and tables; patterns with _ and %, and \\ to escape them")
    void tablesByPattern(Setting setting) throws Exception {
        setting.run(connection -> {
            tables(connection);
            String schema = connection.getSchema();
            DatabaseMetaData metadata = connection.getMetaData();
            if (!setting.way().isOurs()) {
                schema = String.join("", column(metadata.getSchemas(null, "conformance\\_%"), "TABLE_SCHEM"));
            }
            assertThat(column(metadata.getCatalogs(), "TABLE_CAT")).containsExactly("lakelog");
            assertThat(column(metadata.getSchemas(), "TABLE_SCHEM"))
                    .contains("default", schema)
                    .isSorted();
            assertThat(column(metadata.getTableTypes(), "TABLE_TYPE")).containsExactly("SYSTEM TABLE", "TABLE", "VIEW");
            String[] plain = {"TABLE"};
            assertThat(column(metadata.getTables(null, schema, "%", plain), "TABLE_NAME"))
                    .containsExactly("Order_Lines", "orderXlines");
            assertThat(column(metadata.getTables("lakelog", schema, "order_lines", plain), "TABLE_NAME"))
                    .hasSize(2);
            assertThat(column(metadata.getTables(null, schema, "order\\_lines", plain), "TABLE_NAME"))
                    .containsExactly("Order_Lines");
            assertThat(column(metadata.getTables(null, schema, "Order%", plain), "REMARKS"))
                    .containsExactly("what was ordered", "null");
            assertThat(column(metadata.getTables("elsewhere", schema, "%", plain), "TABLE_NAME"))
                    .isEmpty();
            assertThat(column(metadata.getTables(null, schema, "%", new String[] {"SYSTEM TABLE"}), "TABLE_NAME"))
                    .contains("Order_Lines$snapshots", "Order_Lines$options", "orderXlines$snapshots");
            assertThat(column(metadata.getTables(null, schema, "%", new String[0]), "TABLE_NAME"))
                    .isEmpty();
        });
    }

    @Conforms("columns: type, size, digits, nullability, default, remarks, position")
    void columns(Setting setting) throws Exception {
        setting.run(connection -> {
            tables(connection);
            DatabaseMetaData metadata = connection.getMetaData();
            List<String> found = new ArrayList<>();
            try (ResultSet row = metadata.getColumns(null, null, "order\\_lines", "%")) {
                while (row.next()) {
                    found.add(row.getString("COLUMN_NAME") + " " + row.getInt("DATA_TYPE") + " "
                            + row.getString("TYPE_NAME")
                            + " " + row.getInt("COLUMN_SIZE") + " " + row.getString("DECIMAL_DIGITS") + " "
                            + row.getString("IS_NULLABLE") + " " + row.getString("COLUMN_DEF") + " "
                            + row.getString("REMARKS") + " " + row.getInt("ORDINAL_POSITION") + " "
                            + row.getString("IS_AUTOINCREMENT") + " " + row.getString("IS_GENERATEDCOLUMN"));
                }
            }
            assertThat(found)
                    .containsExactly(
                            "region 12 STRING 2147483647 null NO null null 1 NO NO",
                            "id -5 BIGINT 19 0 NO null on the paper 2 NO NO",
                            "amount 3 DECIMAL 10 2 YES 0 null 3 NO NO",
                            "note 12 VARCHAR 20 null YES null null 4 NO NO",
                            "at 93 TIMESTAMP 26 6 YES null null 5 NO NO",
                            "must 4 INT 10 0 NO null null 6 NO NO");
            assertThat(column(metadata.getColumns(null, null, "order\\_lines$snapshots", null), "COLUMN_NAME"))
                    .startsWith("snapshot_id", "schema_id");
        });
    }

    @Conforms(
            value = "primary keys with their order, the key as a unique index, best row identifier",
            notStock = "the protocol has no such messages")
    void keys(Setting setting) throws Exception {
        setting.run(connection -> {
            tables(connection);
            String schema = connection.getSchema();
            DatabaseMetaData metadata = connection.getMetaData();
            try (ResultSet row = metadata.getPrimaryKeys(null, schema, "Order_Lines")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getString("COLUMN_NAME")).isEqualTo("id");
                assertThat(row.getInt("KEY_SEQ")).isEqualTo(2);
                assertThat(row.getString("PK_NAME")).isNotBlank();
                assertThat(row.next()).isTrue();
                assertThat(row.getString("COLUMN_NAME")).isEqualTo("region");
                assertThat(row.getInt("KEY_SEQ")).isEqualTo(1);
                assertThat(row.next()).isFalse();
            }
            try (ResultSet row = metadata.getIndexInfo(null, schema, "Order_Lines", true, true)) {
                for (String name : List.of("region", "id")) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getBoolean("NON_UNIQUE")).isFalse();
                    assertThat(row.getString("COLUMN_NAME")).isEqualTo(name);
                }
            }
            assertThat(column(
                            metadata.getBestRowIdentifier(
                                    null, schema, "Order_Lines", DatabaseMetaData.bestRowTemporary, false),
                            "COLUMN_NAME"))
                    .containsExactly("region", "id");
            for (ResultSet none : List.of(
                    metadata.getImportedKeys(null, schema, "Order_Lines"),
                    metadata.getExportedKeys(null, schema, "Order_Lines"),
                    metadata.getCrossReference(null, schema, "Order_Lines", null, schema, "orderXlines"))) {
                assertThat(labels(none)).isEqualTo(FOREIGN_KEYS);
                assertThat(rows(none)).isEmpty();
            }
        });
    }

    private static final String FOREIGN_KEYS = "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT"
            + " FKTABLE_SCHEM FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ UPDATE_RULE DELETE_RULE FK_NAME PK_NAME DEFERRABILITY";

    /** The columns that the specification names, in its order. */
    private static final Map<String, String> COLUMNS = Map.ofEntries(
            Map.entry("getCatalogs", "TABLE_CAT"),
            Map.entry("getSchemas", "TABLE_SCHEM TABLE_CATALOG"),
            Map.entry("getTableTypes", "TABLE_TYPE"),
            Map.entry(
                    "getTables",
                    "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
                            + " SELF_REFERENCING_COL_NAME REF_GENERATION"),
            Map.entry(
                    "getColumns",
                    "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE TYPE_NAME COLUMN_SIZE"
                            + " BUFFER_LENGTH DECIMAL_DIGITS NUM_PREC_RADIX NULLABLE REMARKS COLUMN_DEF SQL_DATA_TYPE"
                            + " SQL_DATETIME_SUB CHAR_OCTET_LENGTH ORDINAL_POSITION IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA"
                            + " SCOPE_TABLE SOURCE_DATA_TYPE IS_AUTOINCREMENT IS_GENERATEDCOLUMN"),
            Map.entry("getPrimaryKeys", "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ PK_NAME"),
            Map.entry(
                    "getIndexInfo",
                    "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE INDEX_QUALIFIER INDEX_NAME TYPE"
                            + " ORDINAL_POSITION COLUMN_NAME ASC_OR_DESC CARDINALITY PAGES FILTER_CONDITION"),
            Map.entry(
                    "getTypeInfo",
                    "TYPE_NAME DATA_TYPE PRECISION LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS NULLABLE"
                            + " CASE_SENSITIVE SEARCHABLE UNSIGNED_ATTRIBUTE FIXED_PREC_SCALE AUTO_INCREMENT LOCAL_TYPE_NAME"
                            + " MINIMUM_SCALE MAXIMUM_SCALE SQL_DATA_TYPE SQL_DATETIME_SUB NUM_PREC_RADIX"),
            Map.entry(
                    "getBestRowIdentifier",
                    "SCOPE COLUMN_NAME DATA_TYPE TYPE_NAME COLUMN_SIZE BUFFER_LENGTH"
                            + " DECIMAL_DIGITS PSEUDO_COLUMN"),
            Map.entry(
                    "getVersionColumns",
                    "SCOPE COLUMN_NAME DATA_TYPE TYPE_NAME COLUMN_SIZE BUFFER_LENGTH"
                            + " DECIMAL_DIGITS PSEUDO_COLUMN"),
            Map.entry(
                    "getProcedures",
                    "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME RESERVED1 RESERVED2 RESERVED3 REMARKS"
                            + " PROCEDURE_TYPE SPECIFIC_NAME"),
            Map.entry(
                    "getProcedureColumns",
                    "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME COLUMN_TYPE"
                            + " DATA_TYPE TYPE_NAME PRECISION LENGTH SCALE RADIX NULLABLE REMARKS COLUMN_DEF SQL_DATA_TYPE"
                            + " SQL_DATETIME_SUB CHAR_OCTET_LENGTH ORDINAL_POSITION IS_NULLABLE SPECIFIC_NAME"),
            Map.entry("getFunctions", "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE SPECIFIC_NAME"),
            Map.entry(
                    "getFunctionColumns",
                    "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME COLUMN_TYPE DATA_TYPE"
                            + " TYPE_NAME PRECISION LENGTH SCALE RADIX NULLABLE REMARKS CHAR_OCTET_LENGTH ORDINAL_POSITION"
                            + " IS_NULLABLE SPECIFIC_NAME"),
            Map.entry(
                    "getColumnPrivileges",
                    "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE" + " IS_GRANTABLE"),
            Map.entry("getTablePrivileges", "TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE"),
            Map.entry("getUDTs", "TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE REMARKS BASE_TYPE"),
            Map.entry("getSuperTypes", "TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME"),
            Map.entry("getSuperTables", "TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME"),
            Map.entry(
                    "getAttributes",
                    "TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE ATTR_TYPE_NAME ATTR_SIZE"
                            + " DECIMAL_DIGITS NUM_PREC_RADIX NULLABLE REMARKS ATTR_DEF SQL_DATA_TYPE SQL_DATETIME_SUB"
                            + " CHAR_OCTET_LENGTH ORDINAL_POSITION IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE"
                            + " SOURCE_DATA_TYPE"),
            Map.entry("getClientInfoProperties", "NAME MAX_LEN DEFAULT_VALUE DESCRIPTION"),
            Map.entry(
                    "getPseudoColumns",
                    "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE COLUMN_SIZE"
                            + " DECIMAL_DIGITS NUM_PREC_RADIX COLUMN_USAGE REMARKS CHAR_OCTET_LENGTH IS_NULLABLE"),
            Map.entry("getImportedKeys", FOREIGN_KEYS),
            Map.entry("getExportedKeys", FOREIGN_KEYS),
            Map.entry("getCrossReference", FOREIGN_KEYS));

    private static String labels(ResultSet result) throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        List<String> labels = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            labels.add(columns.getColumnLabel(i));
        }
        return String.join(" ", labels);
    }

    @Conforms(
            value = "every method answers with null, % and empty arguments; results have the specified columns",
            notStock = "Avatica answers some with null")
    void everyMethodAnswers(Setting setting) throws Exception {
        setting.run(connection -> {
            tables(connection);
            int results = 0;
            for (Method method : DatabaseMetaData.class.getMethods()) {
                for (@Nullable String text : new @Nullable String[] {null, "%", ""}) {
                    Object answer = call(connection.getMetaData(), method, text);
                    if (answer instanceof ResultSet result) {
                        assertThat(labels(result)).as(method.toString()).isEqualTo(COLUMNS.get(method.getName()));
                        rows(result);
                        results++;
                    } else {
                        assertThat(answer).as(method.toString()).isNotNull();
                    }
                }
            }
            assertThat(results).isGreaterThanOrEqualTo(3 * COLUMNS.size());
        });
    }

    @Conforms(
            value = "embedded and remote connections give the same rows of the same types",
            notStock = "the protocol has seven of the questions")
    void sameOnBothWays(Setting setting) throws Exception {
        setting.run(connection -> {
            tables(connection);
            try (Connection embedded = Ground.connect(Way.EMBEDDED)) {
                embedded.setSchema(connection.getSchema());
                for (Method method : DatabaseMetaData.class.getMethods()) {
                    if (ResultSet.class.isAssignableFrom(method.getReturnType())) {
                        for (@Nullable String text : new @Nullable String[] {null, "%", "Order_Lines"}) {
                            assertThat(described(call(connection.getMetaData(), method, text)))
                                    .as(method + " " + text)
                                    .isEqualTo(described(call(embedded.getMetaData(), method, text)));
                        }
                    }
                }
            }
        });
    }

    private static List<String> described(@Nullable Object answer) throws SQLException {
        ResultSet result = (ResultSet) java.util.Objects.requireNonNull(answer);
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            lines.add(result.getMetaData().getColumnLabel(i) + " "
                    + result.getMetaData().getColumnTypeName(i));
        }
        lines.addAll(rows(result));
        return lines;
    }

    private static @Nullable Object call(DatabaseMetaData metadata, Method method, @Nullable String text)
            throws ReflectiveOperationException {
        @Nullable Object[] arguments = new Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            arguments[i] = type == boolean.class
                    ? (Object) true
                    : type == int.class
                            ? (Object) Types.INTEGER
                            : type == Class.class ? DatabaseMetaData.class : type == String.class ? text : null;
        }
        try {
            return method.invoke(metadata, arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(method + " with " + text, e.getCause());
        }
    }

    @Conforms("every listed table, system tables and mixed case included, can be read under its quoted, qualified name")
    void qualifiedNames(Setting setting) throws Exception {
        setting.run(connection -> {
            tables(connection);
            run(connection, "INSERT INTO orderXlines VALUES (1, 1)", "CREATE TABLE \"odd name\" (k INT PRIMARY KEY)");
            DatabaseMetaData metadata = connection.getMetaData();
            String q = metadata.getIdentifierQuoteString();
            int read = 0;
            try (ResultSet table = metadata.getTables(null, "conformance\\_%", "o%", null)) {
                while (table.next()) {
                    String from = Stream.of("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME")
                            .map(part -> part(table, part))
                            .map(part -> q + part + q)
                            .reduce((a, b) -> a + metadataSeparator(metadata) + b)
                            .orElseThrow();
                    query(connection, "SELECT * FROM " + from);
                    read++;
                }
            }
            assertThat(read).isGreaterThan(6);
        });
    }

    private static String part(ResultSet table, String label) {
        try {
            return table.getString(label);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String metadataSeparator(DatabaseMetaData metadata) {
        try {
            return metadata.getCatalogSeparator();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Conforms(
            "a grid can edit: the key is known, results name table and column, the statements of a grid change one row")
    void editing(Setting setting) throws Exception {
        setting.run(connection -> {
            tables(connection);
            run(
                    connection,
                    "INSERT INTO \"Order_Lines\" VALUES ('n', 1, 2.50, NULL, TIMESTAMP '2024-01-01 00:00:00', 3),"
                            + " ('n', 2, NULL, 'x', NULL, 4)");
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT t.*, region AS r FROM \"Order_Lines\" t")) {
                for (int i = 1; i <= 7; i++) {
                    assertThat(row.getMetaData().getTableName(i)).isEqualTo("Order_Lines");
                }
                assertThat(row.getMetaData().getColumnName(7)).isEqualTo("region");
            }
            String where = " WHERE region = ? AND id = ? AND amount = ? AND note IS NULL AND at = ? AND must = ?";
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE \"Order_Lines\" SET note = ?" + where)) {
                update.setString(1, "edited");
                update.setString(2, "n");
                update.setLong(3, 1);
                update.setBigDecimal(4, new java.math.BigDecimal("2.50"));
                update.setTimestamp(5, java.sql.Timestamp.valueOf("2024-01-01 00:00:00"));
                update.setInt(6, 3);
                assertThat(update.executeUpdate()).isEqualTo(1);
                assertThat(update.executeUpdate()).as("the old values are gone").isZero();
            }
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM \"Order_Lines\" WHERE region = ? AND id = ?")) {
                delete.setString(1, "n");
                delete.setLong(2, 2);
                assertThat(delete.executeUpdate()).isEqualTo(1);
            }
            assertThat(query(connection, "SELECT id, note FROM \"Order_Lines\""))
                    .containsExactly("1|edited");
        });
    }

    @Conforms("type info: ordered by code; every type can be a column's, and comes back with its code")
    void typeInfo(Setting setting) throws Exception {
        setting.run(connection -> {
            int last = Integer.MIN_VALUE;
            int types = 0;
            try (ResultSet type = connection.getMetaData().getTypeInfo()) {
                while (type.next()) {
                    String name = type.getString("TYPE_NAME");
                    int code = type.getInt("DATA_TYPE");
                    assertThat(code).as(name).isGreaterThanOrEqualTo(last);
                    last = code;
                    String parameters = type.getString("CREATE_PARAMS");
                    String length = parameters == null ? "" : parameters.contains(",") ? "(10, 2)" : "(3)";
                    if (name.matches("ARRAY|MAP|ROW|MULTISET")) {
                        continue;
                    }
                    run(connection, "CREATE TABLE t" + types + " (k INT PRIMARY KEY, c " + name + length + ")");
                    assertThat(column(connection.getMetaData().getColumns(null, null, "t" + types, "c"), "DATA_TYPE"))
                            .as(name)
                            .contains("" + code);
                    types++;
                }
            }
            assertThat(types).isGreaterThan(15);
        });
    }

    /** A fact, and the statement that works if and only if it is true. */
    private static final List<Map.Entry<String, String>> FACTS = List.of(
            Map.entry("supportsUnion", "SELECT k FROM t UNION SELECT k FROM t"),
            Map.entry("supportsUnionAll", "SELECT k FROM t UNION ALL SELECT k FROM t"),
            Map.entry("supportsGroupBy", "SELECT v, COUNT(*) FROM t GROUP BY v"),
            Map.entry("supportsGroupByUnrelated", "SELECT COUNT(*) FROM t GROUP BY v"),
            Map.entry("supportsGroupByBeyondSelect", "SELECT v, COUNT(*) FROM t GROUP BY v, k"),
            Map.entry("supportsOrderByUnrelated", "SELECT k FROM t ORDER BY v"),
            Map.entry("supportsExpressionsInOrderBy", "SELECT k FROM t ORDER BY k + v"),
            Map.entry("supportsLikeEscapeClause", "SELECT k FROM t WHERE s LIKE 'a!_b' ESCAPE '!'"),
            Map.entry("supportsColumnAliasing", "SELECT k AS other FROM t"),
            Map.entry("supportsTableCorrelationNames", "SELECT x.k FROM t AS x"),
            Map.entry("supportsDifferentTableCorrelationNames", "SELECT x.k FROM t x"),
            Map.entry("supportsOuterJoins", "SELECT a.k FROM t a RIGHT JOIN t b ON a.k = b.v"),
            Map.entry("supportsFullOuterJoins", "SELECT a.k FROM t a FULL JOIN t b ON a.k = b.v"),
            Map.entry("supportsLimitedOuterJoins", "SELECT a.k FROM t a LEFT JOIN t b ON a.k = b.v"),
            Map.entry(
                    "supportsCorrelatedSubqueries",
                    "SELECT k FROM t a WHERE v = (SELECT MAX(v) FROM t b WHERE b.k = a.k)"),
            Map.entry("supportsSubqueriesInComparisons", "SELECT k FROM t WHERE v = (SELECT MAX(v) FROM t)"),
            Map.entry("supportsSubqueriesInExists", "SELECT k FROM t WHERE EXISTS (SELECT 1 FROM t b)"),
            Map.entry("supportsSubqueriesInIns", "SELECT k FROM t WHERE k IN (SELECT v FROM t)"),
            Map.entry("supportsSubqueriesInQuantifieds", "SELECT k FROM t WHERE k > ALL (SELECT v FROM t)"),
            Map.entry("supportsSchemasInDataManipulation", "SELECT * FROM \"default\".known"),
            Map.entry("supportsCatalogsInDataManipulation", "SELECT * FROM lakelog.\"default\".known"),
            Map.entry(
                    "supportsSchemasInTableDefinitions",
                    "CREATE TABLE IF NOT EXISTS \"default\".known (k INT PRIMARY KEY)"),
            Map.entry(
                    "supportsCatalogsInTableDefinitions",
                    "CREATE TABLE IF NOT EXISTS lakelog.\"default\".known (k INT PRIMARY KEY)"),
            Map.entry("supportsNonNullableColumns", "CREATE TABLE n (k INT PRIMARY KEY, v INT NOT NULL)"),
            Map.entry("supportsSelectForUpdate", "SELECT k FROM t FOR UPDATE"),
            Map.entry("supportsAlterTableWithAddColumn", "ALTER TABLE n ADD more INT"),
            Map.entry("supportsAlterTableWithDropColumn", "ALTER TABLE n DROP v"),
            Map.entry("supportsStoredProcedures", "{call sys.compact('t')}"));

    @Conforms(value = "supportsX tells what works: each is tried", notStock = "Avatica's own answers")
    void facts(Setting setting) throws Exception {
        setting.run(connection -> {
            run(
                    connection,
                    "CREATE TABLE IF NOT EXISTS \"default\".known (k INT PRIMARY KEY)",
                    "CREATE TABLE t (k INT PRIMARY KEY, v INT, s STRING)",
                    "INSERT INTO t VALUES (1, 1, 'a'), (2, NULL, 'b')");
            DatabaseMetaData metadata = connection.getMetaData();
            for (Map.Entry<String, String> fact : FACTS) {
                boolean told = (Boolean)
                        DatabaseMetaData.class.getMethod(fact.getKey()).invoke(metadata);
                assertThat(works(connection, fact.getValue()))
                        .as(fact.getKey() + ": " + fact.getValue())
                        .isEqualTo(told);
            }
            assertThat(metadata.nullsAreSortedHigh()).isTrue();
            assertThat(query(connection, "SELECT k FROM t ORDER BY v")).containsExactly("1", "2");
            assertThat(query(connection, "SELECT k FROM t ORDER BY v DESC")).containsExactly("2", "1");
            assertThat(metadata.nullPlusNonNullIsNull()).isTrue();
            assertThat(query(connection, "SELECT s || CAST(NULL AS STRING) FROM t WHERE k = 1"))
                    .containsExactly("-");
        });
    }

    private static boolean works(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                rows(statement.getResultSet());
            }
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** How a function is called where it is not with one number. */
    private static final Map<String, String> CALLS = Map.ofEntries(
            Map.entry("ATAN2", "1, 2"),
            Map.entry("MOD", "5, 3"),
            Map.entry("POWER", "2, 3"),
            Map.entry("PI", ""),
            Map.entry("RAND", ""),
            Map.entry("ROUND", "1.55, 1"),
            Map.entry("TRUNCATE", "1.55, 1"),
            Map.entry("CONCAT", "'a', 'b'"),
            Map.entry("LOCATE", "'a', 'ba'"),
            Map.entry("CHAR", "65"),
            Map.entry("SPACE", "2"),
            Map.entry("DIFFERENCE", "'a', 'b'"),
            Map.entry("INSERT", "'abc', 1, 1, 'x'"),
            Map.entry("LEFT", "'abc', 1"),
            Map.entry("RIGHT", "'abc', 1"),
            Map.entry("REPEAT", "'abc', 2"),
            Map.entry("REPLACE", "'abc', 'a', 'b'"),
            Map.entry("SUBSTRING", "'abc', 2, 1"),
            Map.entry("IFNULL", "NULL, 1"),
            Map.entry("USER", ""),
            Map.entry("DATABASE", ""),
            Map.entry("CURDATE", ""),
            Map.entry("CURTIME", ""),
            Map.entry("NOW", ""),
            Map.entry("TIMESTAMPADD", "DAY, 1, TIMESTAMP '2024-01-01 00:00:00'"),
            Map.entry("TIMESTAMPDIFF", "DAY, TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2024-01-02 00:00:00'"));

    @Conforms(value = "the functions that metadata lists can be called with {fn …}", notStock = "Avatica's own list")
    void escapedFunctions(Setting setting) throws Exception {
        setting.run(connection -> {
            DatabaseMetaData metadata = connection.getMetaData();
            List<String> failing = new ArrayList<>();
            for (String kind : List.of("Numeric", "String", "TimeDate", "System")) {
                String names = (String) DatabaseMetaData.class
                        .getMethod("get" + kind + "Functions")
                        .invoke(metadata);
                for (String name : names.split(",", -1)) {
                    String plain = kind.equals("Numeric")
                            ? "0.5"
                            : kind.equals("String") ? "'a'" : "TIMESTAMP '2024-01-01 00:00:00'";
                    if (!works(connection, "SELECT {fn " + name + "(" + CALLS.getOrDefault(name, plain) + ")}")) {
                        failing.add(name);
                    }
                }
            }
            assertThat(failing).isEmpty();
        });
    }

    @Conforms(
            value = "procedures are listed, with parameters and the columns of their results",
            notStock = "the protocol has no such message")
    void procedures(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            DatabaseMetaData metadata = connection.getMetaData();
            assertThat(column(metadata.getProcedures(null, null, "%"), "PROCEDURE_NAME"))
                    .contains("compact", "create_tag", "expire_snapshots")
                    .isSorted();
            assertThat(column(metadata.getProcedures("lakelog", "sys", "create\\_tag"), "PROCEDURE_SCHEM"))
                    .containsExactly("sys");
            assertThat(column(metadata.getProcedures(null, "default", "%"), "PROCEDURE_NAME"))
                    .isEmpty();
            assertThat(column(metadata.getProcedureColumns(null, "sys", "create\\_tag", "%"), "COLUMN_NAME"))
                    .contains("table", "tag", "snapshot_id");
            assertThat(query(connection, "CALL sys.create_tag('t', 'now')")).hasSize(1);
        });
    }

    @Conforms(
            value = "functions are listed, with columns for Lakelog's own",
            notStock = "the protocol has no such message")
    void functions(Setting setting) throws Exception {
        setting.run(connection -> {
            DatabaseMetaData metadata = connection.getMetaData();
            assertThat(column(metadata.getFunctions(null, null, "%"), "FUNCTION_NAME"))
                    .contains("UPPER", "ABS", "CHANGES", "LAST_SNAPSHOT", "SESSION_SNAPSHOT")
                    .isSorted();
            assertThat(column(metadata.getFunctions(null, null, "last\\_%"), "FUNCTION_NAME"))
                    .contains("LAST_SNAPSHOT");
            assertThat(column(metadata.getFunctions(null, "default", "UPPER"), "FUNCTION_NAME"))
                    .as("they belong to no schema")
                    .isEmpty();
            assertThat(rows(metadata.getFunctionColumns(null, null, "LAST_SNAPSHOT", "%")))
                    .hasSize(2);
            assertThat(column(metadata.getFunctionColumns(null, null, "CHANGES", null), "COLUMN_NAME"))
                    .contains("from", "to", "rowkind", "snapshot_id", "change_no", "commit_time");
        });
    }
}
