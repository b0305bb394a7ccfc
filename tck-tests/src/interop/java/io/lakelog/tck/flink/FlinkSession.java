package io.lakelog.tck.flink;

import io.lakelog.tck.text.RowText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.codehaus.commons.compiler.CompilerFactoryFactory;
import org.jspecify.annotations.Nullable;

/**
 * Flink's SQL on a warehouse, through Paimon's catalog. Each job runs in a mini cluster of its own inside this JVM. For the
 * thread that made it.
 */
final class FlinkSession {
    private final TableEnvironment tables;

    private FlinkSession(Path warehouse, EnvironmentSettings.Builder mode) {
        findCompiler();
        Configuration configuration = new Configuration();
        configuration.setString("parallelism.default", "1");
        configuration.setString("table.local-time-zone", "UTC");
        configuration.setString("execution.checkpointing.interval", "200 ms");
        configuration.setString("rest.bind-port", "0");
        configuration.setString("taskmanager.memory.network.max", "16 mb");
        configuration.setString("taskmanager.memory.network.min", "16 mb");
        configuration.setString("taskmanager.memory.managed.size", "64 mb");
        tables = TableEnvironment.create(mode.withConfiguration(configuration).build());
        tables.executeSql("CREATE CATALOG lake WITH ('type' = 'paimon', 'warehouse' = '" + warehouse.toUri() + "')");
        tables.executeSql("USE CATALOG lake");
        tables.executeSql("USE `default`");
    }

    /** Flink's planner shares the compiler's classes with us, but from behind its class loader could not find them. */
    private static void findCompiler() {
        try {
            CompilerFactoryFactory.getDefaultCompilerFactory(FlinkSession.class.getClassLoader());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static FlinkSession batch(Path warehouse) {
        return new FlinkSession(warehouse, EnvironmentSettings.newInstance().inBatchMode());
    }

    static FlinkSession streaming(Path warehouse) {
        return new FlinkSession(warehouse, EnvironmentSettings.newInstance().inStreamingMode());
    }

    /** Starts a statement; that of a stream does not end by itself. */
    TableResult start(String sql) {
        return tables.executeSql(sql);
    }

    /** Runs a statement to its end. */
    void run(String sql) throws Exception {
        tables.executeSql(sql).await();
    }

    /** A query's rows as sorted text. */
    List<String> rows(String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        try (CloseableIterator<Row> result = tables.executeSql(sql).collect()) {
            while (result.hasNext()) {
                Row row = result.next();
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = 0; i < row.getArity(); i++) {
                    values.add(row.getField(i));
                }
                rows.add(RowText.of(values));
            }
        }
        rows.sort(null);
        return rows;
    }
}
