package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.sql.exec.Query;
import io.lakelog.sql.exec.Scan;
import io.lakelog.sql.exec.TableState;
import io.lakelog.storage.ScanExtent;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a query would run, one line a row; then how much its scans would read, and what they have to merge, if anything. */
public record ExplainCommand(Query query) implements Command {
    private static final List<OutputColumn> COLUMNS = List.of(OutputColumn.of("plan", DataType.STRING));

    @Override
    public Kind kind() {
        return Kind.ROWS;
    }

    @Override
    public List<OutputColumn> columns() {
        return COLUMNS;
    }

    @Override
    public Outcome run(ExecContext context) {
        Set<String> lines = new LinkedHashSet<>();
        for (Scan scan : query.scans()) {
            extent(scan, context).ifPresent(lines::add);
        }
        query.reads().stream()
                .sorted(Comparator.comparing(TableName::toString))
                .forEach(table -> merges(context.table(table)).ifPresent(lines::add));
        BatchBuilder builder = new BatchBuilder(List.of(DataType.STRING));
        Stream.concat(query.explain().lines(), lines.stream())
                .forEach(line -> Values.append(builder.column(0), DataType.STRING, line));
        return Outcome.of(BatchSource.of(List.of(builder.build())));
    }

    /** Nothing is read of a table without rows; what a transaction has written to it is not counted. */
    private static Optional<String> extent(Scan scan, ExecContext context) {
        if (!(scan.relation() instanceof TableState state)) {
            return Optional.empty();
        }
        OptionalLong snapshot =
                state.snapshotId() == null ? context.snapshot(state.table()) : OptionalLong.of(state.snapshotId());
        if (snapshot.isEmpty() || snapshot.getAsLong() == 0) {
            return Optional.empty();
        }
        Table table = context.table(state.table());
        ScanExtent extent = (state.snapshotId() == null ? table : table.asOf(snapshot.getAsLong()))
                .extent(new ScanRequest(new int[0], scan.hint(context), snapshot));
        if (extent.files().total() == 0) {
            return Optional.empty();
        }
        String what = extent.keys().isEmpty()
                ? share(extent.files(), "file") + " read"
                : counted(extent.keys().getAsInt(), "key") + " looked up in " + share(extent.files(), "file");
        String where = Stream.of(share(extent.buckets(), "bucket"), share(extent.partitions(), "partition"))
                .filter(share -> !share.endsWith(" of 1 bucket") && !share.endsWith(" of 1 partition"))
                .map(share -> ", " + share)
                .collect(Collectors.joining());
        return Optional.of(state.describe() + ": " + what + where);
    }

    private static String share(ScanExtent.Share share, String name) {
        return share.read() + " of " + counted(share.total(), name);
    }

    private static String counted(int count, String name) {
        return count + " " + name + (count == 1 ? "" : "s");
    }

    /** Nothing is merged where there is one run, nor in a table without a key. */
    private static Optional<String> merges(Table table) {
        if (table.schema().primaryKeys().isEmpty()) {
            return Optional.empty();
        }
        List<Integer> runs = table.inspect().sortedRuns();
        int most = runs.stream().mapToInt(Integer::intValue).max().orElse(0);
        return most < 2
                ? Optional.empty()
                : Optional.of("newest state of " + table.name() + ": up to " + most + " sorted runs are merged, in "
                        + runs.size() + (runs.size() == 1 ? " bucket" : " buckets"));
    }
}
