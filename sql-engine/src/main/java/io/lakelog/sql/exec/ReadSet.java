package io.lakelog.sql.exec;

import io.lakelog.storage.ChangesRequest;
import io.lakelog.storage.Table;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of one table were read at one snapshot: what was computed from them stays right as long as no row changes,
 * before or after, that the conditions of the reads let through. Used by one thread.
 */
final class ReadSet {
    /** More conditions than this are no longer told apart: any change is then one of what was read. */
    private static final int CONDITIONS_MAX = 1000;

    /** More changes than this are not looked through. */
    private static final long CHANGES_MAX = 1_000_000;

    private final List<Predicate> conditions = new ArrayList<>();
    private boolean everything;

    /** Notes a read of the rows that may meet a condition, or of all. */
    void add(@Nullable Predicate condition) {
        if (condition == null || conditions.size() == CONDITIONS_MAX) {
            everything = true;
            conditions.clear();
        }
        if (!everything && condition != null && !conditions.contains(condition)) {
            conditions.add(condition);
        }
    }

    /** Whether no row that was read has changed from one snapshot to another; false if that cannot be found out. */
    boolean isUnchanged(Table table, long from, long to) {
        if (everything || !tellsAllChanges(table)) {
            return false;
        }
        RowType rowType = table.schema().rowType();
        int[] columns = IntStream.range(0, rowType.size()).toArray();
        int[] values = Arrays.stream(columns)
                .map(column -> column + ChangesRequest.METADATA_COLUMNS)
                .toArray();
        List<BatchFilter> filters = conditions.stream()
                .map(condition -> new BatchFilter(
                        condition, rowType.fields().stream().map(f -> f.type()).toList(), new int[0]))
                .toList();
        long seen = 0;
        try (BatchSource changes = table.changes(new ChangesRequest(columns, from + 1, OptionalLong.of(to)))) {
            for (Batch batch = changes.next(); batch != null; batch = changes.next()) {
                seen += batch.size();
                Batch rows = batch.project(values);
                if (seen > CHANGES_MAX || filters.stream().anyMatch(filter -> filter.apply(rows) != null)) {
                    return false;
                }
            }
            return true;
        } catch (LakelogException e) {
            if (e.code() == ErrorCode.INVALID_RANGE) {
                // Expired since: nobody can tell any more.
                return false;
            }
            throw e;
        }
    }

    /** Whether the changes of a snapshot are told with it, both images, and not later or as the writer gave them. */
    private static boolean tellsAllChanges(Table table) {
        String producer = table.schema().options().getOrDefault("changelog-producer", "none");
        return switch (producer.toLowerCase(Locale.ROOT)) {
            case "lookup", "none" -> true;
            default -> false;
        };
    }
}
