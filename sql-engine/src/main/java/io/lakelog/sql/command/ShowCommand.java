package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.LikePattern;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.sql.exec.Session;
import io.lakelog.sql.parse.NameText;
import io.lakelog.sql.parse.Statement;
import io.lakelog.storage.Table;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SHOW and DESCRIBE: what the catalog knows, as rows of texts. */
public record ShowCommand(Statement.Definition statement) implements Command {
    @Override
    public Kind kind() {
        return Kind.ROWS;
    }

    @Override
    public List<OutputColumn> columns() {
        List<String> labels;
        if (statement instanceof Statement.ShowDatabases) {
            labels = List.of("database_name");
        } else if (statement instanceof Statement.ShowTables) {
            labels = List.of("table_name");
        } else if (statement instanceof Statement.ShowCreateTable) {
            labels = List.of("result");
        } else {
            labels = List.of("name", "type", "null", "key", "default", "comment");
        }
        return labels.stream()
                .map(label -> OutputColumn.of(label, DataType.STRING))
                .toList();
    }

    @Override
    public Outcome run(ExecContext context) {
        Session session = context.session();
        if (statement instanceof Statement.ShowDatabases show) {
            return names(session.catalog().databases(), show.pattern());
        } else if (statement instanceof Statement.ShowTables show) {
            String database = show.database() == null
                    ? session.database()
                    : session.catalog().resolveDatabase(show.database());
            return names(session.catalog().tables(database), show.pattern());
        } else if (statement instanceof Statement.ShowCreateTable show) {
            return rows(List.of(List.of(CreateTableText.of(open(context, show.table())))));
        }
        return describe(open(context, ((Statement.Describe) statement).table()).schema());
    }

    private static Table open(ExecContext context, NameText name) {
        return context.table(context.session().resolve(name.database(), name.table()));
    }

    private Outcome names(List<String> all, @Nullable String pattern) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String name : all) {
            if (pattern == null || LikePattern.matches(pattern, name)) {
                rows.add(List.of(name));
            }
        }
        return rows(rows);
    }

    private Outcome describe(TableSchema schema) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Field field : schema.rowType().fields()) {
            int key = schema.primaryKeys().indexOf(field.name());
            boolean partition = schema.partitionKeys().contains(field.name());
            String role =
                    (key >= 0 ? "PRI " + (key + 1) : "") + (partition ? (key >= 0 ? ", " : "") + "PARTITION" : "");
            rows.add(Arrays.asList(
                    field.name(),
                    field.type().sql(),
                    field.type().nullable() ? "YES" : "NO",
                    role.isEmpty() ? null : role,
                    field.defaultValue(),
                    field.comment()));
        }
        return rows(rows);
    }

    private Outcome rows(List<? extends List<@Nullable String>> rows) {
        BatchBuilder builder =
                new BatchBuilder(columns().stream().map(OutputColumn::type).toList());
        for (List<@Nullable String> row : rows) {
            for (int i = 0; i < builder.width(); i++) {
                Values.append(builder.column(i), DataType.STRING, row.get(i));
            }
        }
        return Outcome.of(BatchSource.of(List.of(builder.build())));
    }
}
