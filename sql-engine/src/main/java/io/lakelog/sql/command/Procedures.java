package io.lakelog.sql.command;

import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.storage.SnapshotInfo;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableMaintenance;
import io.lakelog.storage.TableMaintenance.ExpiryRequest;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.type.DataType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The procedures of CALL, with Paimon's names of procedures and arguments. */
public final class Procedures {
    private static final String SCHEMA = "sys";
    private static final Duration YOUNG = Duration.ofDays(1);

    private static final List<Procedure> ALL = List.of(
            procedure(
                    "compact",
                    List.of(
                            required("table"),
                            text("partitions"),
                            text("order_strategy"),
                            text("order_by"),
                            text("options"),
                            text("where"),
                            text("partition_idle_time"),
                            text("compact_strategy")),
                    number("snapshot_id"),
                    Procedures::compact),
            procedure(
                    "expire_snapshots",
                    List.of(
                            required("table"),
                            integer("retain_max"),
                            integer("retain_min"),
                            text("older_than"),
                            integer("max_deletes"),
                            text("options")),
                    count("deleted_snapshots_count"),
                    Procedures::expireSnapshots),
            procedure(
                    "expire_changelogs",
                    List.of(
                            required("table"),
                            integer("retain_max"),
                            integer("retain_min"),
                            text("older_than"),
                            integer("max_deletes"),
                            flag("delete_all")),
                    count("deleted_changelogs_count"),
                    Procedures::expireChangelogs),
            procedure(
                    "create_tag",
                    List.of(required("table"), required("tag"), bigint("snapshot_id"), text("time_retained")),
                    number("snapshot_id"),
                    Procedures::createTag),
            procedure(
                    "create_tag_from_timestamp",
                    List.of(
                            required("table"),
                            required("tag"),
                            new Procedure.Argument("timestamp", DataType.BIGINT, true),
                            text("time_retained")),
                    number("snapshot_id"),
                    Procedures::createTagFromTimestamp),
            procedure(
                    "replace_tag",
                    List.of(required("table"), required("tag"), bigint("snapshot_id"), text("time_retained")),
                    result(),
                    arguments -> {
                        arguments
                                .maintenance()
                                .replaceTag(
                                        arguments.requiredText("tag"),
                                        arguments.number("snapshot_id"),
                                        arguments.duration("time_retained"));
                        return success();
                    }),
            procedure(
                    "rename_tag",
                    List.of(required("table"), required("tagName"), required("targetTagName")),
                    result(),
                    arguments -> {
                        arguments
                                .maintenance()
                                .renameTag(arguments.requiredText("tagName"), arguments.requiredText("targetTagName"));
                        return success();
                    }),
            procedure("delete_tag", List.of(required("table"), required("tag")), result(), arguments -> {
                TableMaintenance maintenance = arguments.maintenance();
                arguments.parts("tag", ",").forEach(maintenance::deleteTag);
                return success();
            }),
            procedure(
                    "expire_tags",
                    List.of(required("table"), text("older_than")),
                    texts("expired_tags"),
                    arguments -> rows(arguments.maintenance().expireTags(arguments.moment("older_than")))),
            procedure(
                    "rollback_to",
                    List.of(required("table"), text("tag"), bigint("snapshot_id")),
                    List.of(
                            column("previous_snapshot_id", DataType.BIGINT),
                            column("current_snapshot_id", DataType.BIGINT)),
                    Procedures::rollbackTo),
            procedure(
                    "rollback_to_timestamp",
                    List.of(required("table"), new Procedure.Argument("timestamp", DataType.BIGINT, true)),
                    List.of(
                            column("previous_snapshot_id", DataType.BIGINT),
                            column("current_snapshot_id", DataType.BIGINT)),
                    Procedures::rollbackToTimestamp),
            procedure(
                    "reset_consumer",
                    List.of(required("table"), required("consumer_id"), bigint("next_snapshot_id")),
                    result(),
                    arguments -> {
                        arguments
                                .maintenance()
                                .resetConsumer(
                                        arguments.requiredText("consumer_id"), arguments.number("next_snapshot_id"));
                        return success();
                    }),
            procedure(
                    "clear_consumers",
                    List.of(required("table"), text("including_consumers"), text("excluding_consumers")),
                    texts("cleared_consumers"),
                    arguments -> rows(arguments
                            .maintenance()
                            .clearConsumers(
                                    arguments.text("including_consumers"), arguments.text("excluding_consumers")))),
            procedure(
                    "expire_consumers",
                    List.of(required("table"), text("older_than")),
                    texts("expired_consumers"),
                    arguments -> rows(arguments.maintenance().expireConsumers(arguments.moment("older_than")))),
            procedure(
                    "remove_orphan_files",
                    List.of(
                            required("table"),
                            text("older_than"),
                            flag("dry_run"),
                            integer("parallelism"),
                            text("mode")),
                    texts("orphan_file"),
                    Procedures::removeOrphanFiles));

    private Procedures() {}

    /** All of them. */
    public static List<Procedure> all() {
        return ALL;
    }

    /**
     * The procedure of a name.
     *
     * @param name its parts: procedure, {@code sys.procedure} or {@code lakelog.sys.procedure}
     * @throws LakelogException INVALID_STATEMENT naming the near match
     */
    public static Procedure find(List<String> name, String place) {
        String last = name.get(name.size() - 1);
        boolean inSchema = name.size() == 1
                || name.get(name.size() - 2).equalsIgnoreCase(SCHEMA)
                        && (name.size() == 2 || name.size() == 3 && name.get(0).equalsIgnoreCase("lakelog"));
        List<String> known = ALL.stream().map(Procedure::name).toList();
        String wanted = SCHEMA + "." + last.toLowerCase(Locale.ROOT);
        return ALL.stream()
                .filter(procedure -> inSchema && procedure.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new LakelogException(
                        ErrorCode.INVALID_STATEMENT,
                        "there is no procedure " + String.join(".", name) + " (at " + place + ")"
                                + (known.contains(wanted)
                                        ? "; did you mean '" + wanted + "'?"
                                        : NearMatch.hint(wanted, known))));
    }

    private static List<List<@Nullable Object>> compact(Arguments arguments) {
        if (!"none".equalsIgnoreCase(arguments.text("order_strategy"))) {
            arguments.refuse("order_strategy");
        }
        arguments.refuse("order_by", "options", "where");
        String given = arguments.text("compact_strategy");
        String strategy = given == null ? "full" : given;
        boolean full = strategy.equalsIgnoreCase("full");
        if (!full && !strategy.equalsIgnoreCase("minor")) {
            throw new LakelogException(
                    ErrorCode.INVALID_PARAMETER,
                    "compact_strategy '" + strategy + "' is unknown; 'full' and 'minor' are known"
                            + NearMatch.hint(strategy, List.of("full", "minor")));
        }
        return row(orNull(arguments
                .maintenance()
                .compact(arguments.parts("partitions", ";"), full, arguments.duration("partition_idle_time"))));
    }

    private static List<List<@Nullable Object>> expireSnapshots(Arguments arguments) {
        arguments.refuse("options");
        return row(arguments.maintenance().expireSnapshots(expiry(arguments)));
    }

    private static List<List<@Nullable Object>> expireChangelogs(Arguments arguments) {
        arguments.refuse("delete_all");
        return row(arguments.maintenance().expireChangelogs(expiry(arguments)));
    }

    private static ExpiryRequest expiry(Arguments arguments) {
        return new ExpiryRequest(
                arguments.smallNumber("retain_min"),
                arguments.smallNumber("retain_max"),
                arguments.moment("older_than"),
                arguments.smallNumber("max_deletes"));
    }

    private static List<List<@Nullable Object>> createTag(Arguments arguments) {
        return row(arguments
                .maintenance()
                .createTag(
                        arguments.requiredText("tag"),
                        arguments.number("snapshot_id"),
                        arguments.duration("time_retained")));
    }

    /** Of the first snapshot after that moment, as Paimon does. */
    private static List<List<@Nullable Object>> createTagFromTimestamp(Arguments arguments) {
        Table table = arguments.context().table(arguments.tableName());
        long moment = arguments.number("timestamp").orElseThrow();
        long id = table.snapshots().stream()
                .filter(snapshot -> snapshot.commitTimeMillis() > moment)
                .mapToLong(SnapshotInfo::snapshotId)
                .findFirst()
                .orElseThrow(() -> noSnapshot(table, "after " + moment + " ms"));
        return row(table.maintenance()
                .createTag(arguments.requiredText("tag"), OptionalLong.of(id), arguments.duration("time_retained")));
    }

    private static List<List<@Nullable Object>> rollbackTo(Arguments arguments) {
        String tag = arguments.text("tag");
        OptionalLong snapshotId = arguments.number("snapshot_id");
        if ((tag == null) == snapshotId.isEmpty()) {
            throw new LakelogException(
                    ErrorCode.INVALID_PARAMETER, "sys.rollback_to takes either a tag or a snapshot_id");
        }
        Table table = arguments.context().table(arguments.tableName());
        long target = tag == null ? snapshotId.getAsLong() : table.tagSnapshot(tag);
        return rollback(table, target);
    }

    private static List<List<@Nullable Object>> rollbackToTimestamp(Arguments arguments) {
        Table table = arguments.context().table(arguments.tableName());
        long moment = arguments.number("timestamp").orElseThrow();
        long target = table.snapshots().stream()
                .filter(snapshot -> snapshot.commitTimeMillis() <= moment)
                .mapToLong(SnapshotInfo::snapshotId)
                .max()
                .orElseThrow(() -> noSnapshot(table, "at or before " + moment + " ms"));
        return rollback(table, target);
    }

    private static List<List<@Nullable Object>> rollback(Table table, long target) {
        OptionalLong before = table.latestSnapshotId();
        OptionalLong now = table.maintenance().rollbackTo(target);
        return List.of(Arrays.asList(orNull(before), now.isPresent() ? orNull(now) : orNull(before)));
    }

    private static LakelogException noSnapshot(Table table, String when) {
        return new LakelogException(ErrorCode.INVALID_RANGE, "table " + table.name() + " has no snapshot " + when);
    }

    private static List<List<@Nullable Object>> removeOrphanFiles(Arguments arguments) {
        arguments.refuse("mode");
        long olderThan = arguments
                .moment("older_than")
                .orElse(arguments.context().now().minus(YOUNG).toEpochMilli());
        return rows(arguments.maintenance().removeOrphanFiles(olderThan, arguments.flag("dry_run")));
    }

    private static Procedure procedure(
            String name, List<Procedure.Argument> arguments, List<OutputColumn> columns, Procedure.Body body) {
        return new Procedure(SCHEMA + "." + name, arguments, columns, body);
    }

    private static Procedure.Argument required(String name) {
        return new Procedure.Argument(name, DataType.STRING, true);
    }

    private static Procedure.Argument text(String name) {
        return new Procedure.Argument(name, DataType.STRING, false);
    }

    private static Procedure.Argument integer(String name) {
        return new Procedure.Argument(name, DataType.INT, false);
    }

    private static Procedure.Argument bigint(String name) {
        return new Procedure.Argument(name, DataType.BIGINT, false);
    }

    private static Procedure.Argument flag(String name) {
        return new Procedure.Argument(name, DataType.BOOLEAN, false);
    }

    private static OutputColumn column(String name, DataType type) {
        return OutputColumn.of(name, type);
    }

    private static List<OutputColumn> result() {
        return texts("result");
    }

    private static List<OutputColumn> texts(String name) {
        return List.of(column(name, DataType.STRING));
    }

    private static List<OutputColumn> number(String name) {
        return List.of(column(name, DataType.BIGINT));
    }

    private static List<OutputColumn> count(String name) {
        return List.of(column(name, DataType.INT));
    }

    private static List<List<@Nullable Object>> success() {
        return row("Success");
    }

    private static List<List<@Nullable Object>> row(@Nullable Object value) {
        return List.of(Arrays.asList(value));
    }

    private static List<List<@Nullable Object>> rows(List<String> values) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        values.forEach(value -> rows.add(Arrays.asList(value)));
        return rows;
    }

    private static @Nullable Object orNull(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }
}
