package io.lakelog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.sql.SqlFeatures;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MetadataTest {
    @TempDir
    Path directory = Path.of("unset");

    private FakeEngine engine() {
        Catalog catalog = Catalog.open(Environment.local(), directory.toString());
        catalog.createDatabase("Sales");
        RowType orders = new RowType(List.of(
                new Field(0, "region", DataType.STRING.notNull(), null, null),
                new Field(1, "id", DataType.BIGINT.notNull(), "the number on the paper", null),
                new Field(2, "amount", DataType.decimal(10, 2), null, null),
                new Field(3, "note", DataType.varchar(20), null, null),
                new Field(4, "at", DataType.timestamp(6), null, null)));
        catalog.createTable(
                new TableName("Sales", "order_lines"),
                new TableDefinition(orders, List.of("region", "id"), List.of(), Map.of(), "what was ordered"));
        catalog.createTable(
                new TableName("default", "orderXlines"),
                new TableDefinition(
                        RowType.of(List.of("k", "v"), List.of(DataType.INT.notNull(), DataType.DOUBLE)),
                        List.of("k"),
                        List.of(),
                        Map.of(),
                        null));
        FakeEngine engine = new FakeEngine(catalog);
        for (String system : SqlFeatures.systemTables()) {
            engine.rows("SELECT * FROM \"Sales\".\"order_lines$" + system + "\"", List.of(DataType.BIGINT), List.of());
            engine.rows(
                    "SELECT * FROM \"default\".\"orderXlines$" + system + "\"", List.of(DataType.BIGINT), List.of());
        }
        return engine;
    }

    private void with(Transport transport, Use use) throws Exception {
        try (Transport.Place place = transport.open(engine(), directory.toString());
                Connection connection = place.connect()) {
            use.of(connection.getMetaData());
        }
    }

    @ParameterizedTest
    @EnumSource
    void databasesAndTables(Transport transport) throws Exception {
        with(transport, metadata -> {
            assertThat(rows(metadata.getCatalogs())).containsExactly("lakelog");
            assertThat(rows(metadata.getSchemas())).containsExactly("Sales|lakelog", "default|lakelog");
            assertThat(rows(metadata.getSchemas("lakelog", "s%"))).containsExactly("Sales|lakelog");
            assertThat(rows(metadata.getSchemas("other", null))).isEmpty();
            assertThat(rows(metadata.getTableTypes())).containsExactly("SYSTEM TABLE", "TABLE", "VIEW");
            List<String> all = new ArrayList<>();
            for (String table : List.of("Sales|order_lines", "default|orderXlines")) {
                for (String system : SqlFeatures.systemTables()) {
                    all.add("lakelog|" + table + "$" + system + "|SYSTEM TABLE|-|-|-|-|-|-");
                }
            }
            all.add("lakelog|Sales|order_lines|TABLE|what was ordered|-|-|-|-|-");
            all.add("lakelog|default|orderXlines|TABLE|-|-|-|-|-|-");
            assertThat(rows(metadata.getTables(null, null, null, null))).isEqualTo(all);
            assertThat(rows(metadata.getTables(null, "%", "order_lines", new String[] {"TABLE"})))
                    .hasSize(2);
            assertThat(rows(metadata.getTables(null, "%", "ORDER\\_LINES", new String[] {"TABLE"})))
                    .hasSize(1);
            assertThat(rows(metadata.getTables("lakelog", "Sales", "%$snap%", null)))
                    .hasSize(1);
            assertThat(rows(metadata.getTables(null, null, "%", new String[] {"VIEW"})))
                    .isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void columns(Transport transport) throws Exception {
        with(transport, metadata -> {
            assertThat(rows(metadata.getColumns(null, "Sales", "order\\_lines", "%")))
                    .containsExactly(
                            "lakelog|Sales|order_lines|region|12|STRING|2147483647|-|-|-|0|-|-|-|-|2147483647|1|NO|-|-|-|-|NO|NO",
                            "lakelog|Sales|order_lines|id|-5|BIGINT|19|-|0|10|0|the number on the paper|-|-|-|-|2|NO|-|-|-|-|NO|NO",
                            "lakelog|Sales|order_lines|amount|3|DECIMAL|10|-|2|10|1|-|-|-|-|-|3|YES|-|-|-|-|NO|NO",
                            "lakelog|Sales|order_lines|note|12|VARCHAR|20|-|-|-|1|-|-|-|-|80|4|YES|-|-|-|-|NO|NO",
                            "lakelog|Sales|order_lines|at|93|TIMESTAMP|26|-|6|-|1|-|-|-|-|-|5|YES|-|-|-|-|NO|NO");
            assertThat(rows(metadata.getColumns(null, null, null, "v"))).hasSize(1);
            assertThat(rows(metadata.getColumns(null, null, "%snapshots", null)))
                    .hasSize(2);
            assertThat(rows(metadata.getTypeInfo())).hasSizeGreaterThan(15);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void keys(Transport transport) throws Exception {
        with(transport, metadata -> {
            assertThat(rows(metadata.getPrimaryKeys(null, "Sales", "order_lines")))
                    .containsExactly(
                            "lakelog|Sales|order_lines|id|2|PRIMARY", "lakelog|Sales|order_lines|region|1|PRIMARY");
            assertThat(rows(metadata.getPrimaryKeys("lakelog", "SALES", "ORDER_LINES")))
                    .hasSize(2);
            assertThat(rows(metadata.getPrimaryKeys(null, null, "order_lines"))).hasSize(2);
            assertThat(rows(metadata.getPrimaryKeys(null, "Sales", "nothing"))).isEmpty();
            assertThat(rows(metadata.getPrimaryKeys(null, "nowhere", "order_lines")))
                    .isEmpty();
            assertThat(rows(metadata.getPrimaryKeys(null, "Sales", null))).isEmpty();
            assertThat(rows(metadata.getIndexInfo(null, "Sales", "order_lines", true, true)))
                    .containsExactly(
                            "lakelog|Sales|order_lines|false|-|PRIMARY|3|1|region|A|0|0|-",
                            "lakelog|Sales|order_lines|false|-|PRIMARY|3|2|id|A|0|0|-");
            assertThat(rows(metadata.getBestRowIdentifier(
                            null, "default", "orderXlines", DatabaseMetaData.bestRowSession, true)))
                    .containsExactly("2|k|4|INT|10|-|0|1");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void facts(Transport transport) throws Exception {
        with(transport, metadata -> {
            assertThat(metadata.getDatabaseProductName()).isEqualTo("Lakelog");
            assertThat(metadata.getDatabaseProductVersion()).startsWith("0.1.0");
            assertThat(metadata.getDriverName()).isEqualTo("Lakelog JDBC Driver");
            assertThat(metadata.getDatabaseMinorVersion()).isEqualTo(1);
            assertThat(metadata.getIdentifierQuoteString()).isEqualTo("\"");
            assertThat(metadata.storesMixedCaseIdentifiers()).isTrue();
            assertThat(metadata.supportsMixedCaseIdentifiers()).isFalse();
            assertThat(metadata.getURL()).startsWith("jdbc:lakelog:");
            assertThat(metadata.getSearchStringEscape()).isEqualTo("\\");
            assertThat(metadata.getJDBCMajorVersion()).isEqualTo(4);
            assertThat(metadata.getConnection().getMetaData()).isSameAs(metadata);
        });
    }

    /** Calls every method with nulls, with % and with empty texts. */
    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void everyMethodAnswers(Transport transport) throws Exception {
        with(transport, metadata -> {
            int results = 0;
            for (Method method : DatabaseMetaData.class.getMethods()) {
                for (@Nullable String text : new @Nullable String[] {null, "%", ""}) {
                    Object answer = call(metadata, method, text);
                    if (ResultSet.class.isAssignableFrom(method.getReturnType())) {
                        assertThat(answer).as(method.toString()).isInstanceOf(ResultSet.class);
                        ResultSet rows = (ResultSet) java.util.Objects.requireNonNull(answer);
                        assertThat(rows.getMetaData().getColumnCount())
                                .as(method.toString())
                                .isPositive();
                        rows(rows);
                        results++;
                    } else if (!method.getReturnType().isPrimitive()) {
                        assertThat(answer).as(method.toString()).isNotNull();
                    }
                }
            }
            assertThat(results).isGreaterThan(75);
        });
    }

    private static @Nullable Object call(DatabaseMetaData metadata, Method method, @Nullable String text)
            throws ReflectiveOperationException {
        @Nullable Object[] arguments = new Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            if (type == boolean.class) {
                arguments[i] = true;
            } else if (type == int.class) {
                arguments[i] = Types.INTEGER;
            } else if (type == String.class) {
                arguments[i] = text;
            } else if (type == Class.class) {
                arguments[i] = DatabaseMetaData.class;
            }
        }
        try {
            return method.invoke(metadata, arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(method + " with " + text, e.getCause());
        }
    }

    /** Each row as its values with | between them; - is NULL. Closes the result. */
    private static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (result) {
            int width = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    Object value = result.getObject(i);
                    values.add(value == null ? "-" : value.toString());
                }
                rows.add(String.join("|", values));
            }
        }
        return rows;
    }

    private interface Use {
        void of(DatabaseMetaData metadata) throws Exception;
    }
}
