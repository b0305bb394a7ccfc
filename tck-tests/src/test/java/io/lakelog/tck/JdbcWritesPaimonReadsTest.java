package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.Field;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenario.Operation;
import io.lakelog.tck.model.Scenarios;
import io.lakelog.tck.model.TableModel;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.text.Change;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Random tables and operations by SQL, with parameters of every type: Paimon and the model agree about all of it. */
class JdbcWritesPaimonReadsTest {
    @Provide
    Arbitrary<Scenario> scenarios() {
        return Scenarios.byLakelog("lookup");
    }

    /** Avatica's own client has no setObject for the classes of java.time. */
    @Provide
    Arbitrary<Transport> transports() {
        return Arbitraries.of(Transport.EMBEDDED, Transport.REMOTE);
    }

    @Property(tries = 8)
    void upsertsAndDeletes(@ForAll("scenarios") Scenario scenario, @ForAll("transports") Transport transport)
            throws Exception {
        List<Change> expected = new ArrayList<>();
        TableModel model = new TableModel(scenario);
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Transport.Opened opened = transport.open(warehouse.path())) {
            try (Connection connection = opened.connect()) {
                Writer writer = new Writer(connection, scenario.definition());
                writer.createTable();
                for (Scenario.Commit commit : scenario.commits()) {
                    writer.write(commit.operations(), model, expected);
                }
                writer.close();
            }
            Catalog catalog = Catalog.open(
                    Environment.local().withBackgroundThreads(false),
                    warehouse.path().toString());
            LakelogTable table = new LakelogTable(catalog.table(new TableName("default", "t")));
            assertThat(table.rows()).isEqualTo(model.rows());
            assertThat(byKey(table.changesFrom(1))).isEqualTo(byKey(expected));
            try (PaimonOracle oracle = new PaimonOracle(warehouse.path())) {
                new Verdict(
                                table,
                                oracle.table("default", "t"),
                                warehouse.path().resolve("default.db/t"))
                        .assertAllWithChangelog();
            }
        }
    }

    private static Map<String, List<Change>> byKey(List<Change> changes) {
        return changes.stream().collect(Collectors.groupingBy(Change::key));
    }

    /** Statements over one connection: as many upserts or deletes as stand together make one batch, one snapshot. */
    private static final class Writer {
        private final Connection connection;
        private final TableDefinition definition;
        private final Statement statement;
        private @Nullable PreparedStatement insert;
        private @Nullable PreparedStatement delete;
        private long snapshots;

        Writer(Connection connection, TableDefinition definition) throws SQLException {
            this.connection = connection;
            this.definition = definition;
            this.statement = connection.createStatement();
        }

        void createTable() throws SQLException {
            List<String> parts = new ArrayList<>();
            for (Field field : definition.columns().fields()) {
                parts.add(field.name() + " " + field.type().sql());
            }
            parts.add("PRIMARY KEY (" + String.join(", ", definition.primaryKeys()) + ") NOT ENFORCED");
            String partitioned = definition.partitionKeys().isEmpty()
                    ? ""
                    : " PARTITIONED BY (" + String.join(", ", definition.partitionKeys()) + ")";
            String options = definition.options().entrySet().stream()
                    .map(option -> "'" + option.getKey() + "' = '" + option.getValue() + "'")
                    .collect(Collectors.joining(", "));
            statement.execute(
                    "CREATE TABLE t (" + String.join(", ", parts) + ")" + partitioned + " WITH (" + options + ")");
            insert = connection.prepareStatement("INSERT INTO t VALUES ("
                    + String.join(", ", Collections.nCopies(definition.columns().size(), "?")) + ")");
            delete = connection.prepareStatement("DELETE FROM t WHERE "
                    + definition.primaryKeys().stream().map(key -> key + " = ?").collect(Collectors.joining(" AND ")));
        }

        void write(List<Operation> operations, TableModel model, List<Change> expected) throws SQLException {
            List<TableModel.Step> batch = new ArrayList<>();
            List<Integer> counts = new ArrayList<>();
            for (Operation operation : operations) {
                boolean deletes = operation.kind() == Scenario.Kind.DELETE;
                if (!batch.isEmpty() && deletes != (batch.get(0).kind() == RowKind.DELETE)) {
                    execute(batch, counts);
                }
                int before = expected.size();
                batch.add(model.apply(operation, snapshots + 1, expected));
                counts.add(deletes ? expected.size() - before : 1);
            }
            execute(batch, counts);
        }

        private void execute(List<TableModel.Step> batch, List<Integer> counts) throws SQLException {
            boolean deletes = batch.get(0).kind() == RowKind.DELETE;
            PreparedStatement prepared = deletes ? delete : insert;
            assertThat(prepared).isNotNull();
            for (TableModel.Step step : batch) {
                List<@Nullable Object> parameters = deletes ? key(step.values()) : step.values();
                for (int i = 0; i < parameters.size(); i++) {
                    prepared.setObject(i + 1, parameters.get(i));
                }
                prepared.addBatch();
            }
            assertThat(Arrays.stream(prepared.executeBatch()).boxed()).isEqualTo(counts);
            // A batch that matches nothing makes no snapshot.
            snapshots += counts.stream().anyMatch(count -> count > 0) ? 1 : 0;
            batch.clear();
            counts.clear();
        }

        private List<@Nullable Object> key(List<@Nullable Object> row) {
            List<@Nullable Object> key = new ArrayList<>();
            definition
                    .primaryKeys()
                    .forEach(name -> key.add(row.get(definition.columns().indexOf(name))));
            return key;
        }

        void close() throws SQLException {
            statement.close();
        }
    }
}
