package io.lakelog.tck.paimon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakelog.tck.text.TableScript;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.paimon.catalog.Identifier;
import org.apache.paimon.schema.SchemaChange;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.apache.paimon.table.sink.BatchTableWrite;
import org.apache.paimon.table.sink.BatchWriteBuilder;
import org.apache.paimon.types.RowType;

/** Makes a reference table again from its script, with the Paimon library. */
public final class ScriptRunner {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PaimonOracle oracle;
    private final Identifier identifier;
    private PaimonTable table;
    private PaimonWriter writer;

    private ScriptRunner(PaimonOracle oracle, Identifier identifier, PaimonTable table) {
        this.oracle = oracle;
        this.identifier = identifier;
        this.table = table;
        this.writer = table.writer("oracle", table.table().coreOptions().writeOnly());
    }

    /** Creates the table {@code database.table} and does all steps of the script. */
    public static void run(PaimonOracle oracle, String database, String table, TableScript script) throws Exception {
        PaimonTable created = oracle.create(database, table, script);
        ScriptRunner runner = new ScriptRunner(oracle, Identifier.create(database, table), created);
        for (String step : script.steps()) {
            runner.step(step);
        }
        runner.writer.close();
    }

    private void step(String step) throws Exception {
        String[] words = step.split(" ", 2);
        switch (words[0]) {
            case "+I", "-U", "+U", "-D" ->
                writer.write(words[0], PaimonValues.parseRow(JSON.readTree(words[1]), rowType()));
            case "commit" -> writer.commit();
            case "compact" -> writer.compact(words[1].equals("full"));
            case "tag" -> tag(words[1].split(" ", 2));
            case "alter" -> alter(words[1].split(" ", 3));
            case "overwrite" -> overwrite(words[1].split(" ", 2));
            default -> throw new IllegalArgumentException("unknown step " + step);
        }
    }

    private RowType rowType() {
        return table.table().rowType();
    }

    private void reopen() throws Exception {
        writer.close();
        table = oracle.table(identifier.getDatabaseName(), identifier.getTableName());
        writer = table.writer("oracle", table.table().coreOptions().writeOnly());
    }

    private void tag(String[] words) {
        if (words.length == 1) {
            table.table().createTag(words[0]);
        } else {
            table.table().createTag(words[0], Long.parseLong(words[1]));
        }
    }

    private void alter(String[] words) throws Exception {
        SchemaChange change =
                switch (words[0]) {
                    case "add" -> SchemaChange.addColumn(words[1], PaimonOracle.type(words[2]));
                    case "drop" -> SchemaChange.dropColumn(words[1]);
                    case "rename" -> SchemaChange.renameColumn(words[1], words[2]);
                    case "type" -> SchemaChange.updateColumnType(words[1], PaimonOracle.type(words[2]));
                    default -> throw new IllegalArgumentException("unknown change " + words[0]);
                };
        oracle.catalog().alterTable(identifier, List.of(change), false);
        reopen();
    }

    private void overwrite(String[] words) throws Exception {
        Map<String, String> partition = new LinkedHashMap<>();
        JSON.readTree(words[0])
                .fields()
                .forEachRemaining(e -> partition.put(e.getKey(), e.getValue().asText()));
        BatchWriteBuilder builder = table.table().newBatchWriteBuilder().withOverwrite(partition);
        try (BatchTableWrite write = builder.newWrite();
                BatchTableCommit commit = builder.newCommit()) {
            for (JsonNode row : JSON.readTree(words[1])) {
                write.write(PaimonValues.toPaimon(PaimonValues.parseRow(row, rowType()), rowType()));
            }
            commit.commit(write.prepareCommit());
        }
        reopen();
    }
}
