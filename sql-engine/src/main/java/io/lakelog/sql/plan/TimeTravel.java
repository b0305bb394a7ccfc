package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ValueConversion;
import io.lakelog.sql.parse.DefinitionText;
import io.lakelog.sql.parse.SqlText;
import io.lakelog.sql.parse.SqlTimeTravel;
import io.lakelog.storage.SnapshotInfo;
import io.lakelog.storage.Table;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.type.DataType;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.jspecify.annotations.Nullable;

/** Which snapshot or tag a {@code FOR ... AS OF} or an {@code OPTIONS} hint asks for. */
final class TimeTravel {
    private static final String SNAPSHOT_ID = "scan.snapshot-id";
    private static final String TIMESTAMP_MILLIS = "scan.timestamp-millis";
    private static final String TAG_NAME = "scan.tag-name";
    private static final List<String> NOT_YET =
            List.of("scan.mode", "scan.timestamp", "scan.version", "incremental-between", "consumer-id");

    private TimeTravel() {}

    /** A point in a table's past: a snapshot or a tag; the other one is null. */
    record Point(@Nullable Long snapshotId, @Nullable String tag) {
        static Point of(long snapshotId) {
            return new Point(snapshotId, null);
        }
    }

    static Point pointOf(Table table, SqlTimeTravel travel, ZoneId zone) {
        SqlNode point = travel.point();
        String place = SqlText.place(point.getParserPosition());
        if (travel.isVersion()) {
            if (point instanceof SqlCharStringLiteral tag) {
                return new Point(null, tag.getValueAs(String.class));
            }
            if (!(point instanceof SqlNumericLiteral number) || !number.isInteger()) {
                throw new LakelogException(
                        ErrorCode.INVALID_STATEMENT,
                        "FOR VERSION AS OF at " + place + " takes a snapshot id written as a number");
            }
            return Point.of(number.longValue(true));
        }
        String text;
        if (point instanceof SqlUnknownLiteral literal) {
            text = literal.getValue();
        } else if (point instanceof SqlLiteral literal && literal.getTypeName() != null) {
            text = literal.toValue();
        } else {
            throw LakelogException.unsupported("FOR SYSTEM_TIME AS OF (at " + place
                    + ") takes a literal, TIMESTAMP '...'; other expressions are" + " not supported yet");
        }
        Instant moment = (Instant) ValueConversion.convert(
                text == null ? "" : text, DataType.timestampLtz(6), ValueConversion.Loss.REFUSE, zone);
        return Point.of(
                newestAt(table, moment.toEpochMilli(), moment.atZone(zone).toLocalDateTime() + " " + zone));
    }

    /** The point that the hints of a table ask for, or null if they ask for none. */
    static @Nullable Point pointOf(Table table, SqlNodeList hints) {
        Point point = null;
        for (SqlNode node : hints) {
            SqlHint hint = (SqlHint) node;
            if (!hint.getName().equalsIgnoreCase("OPTIONS")) {
                throw new LakelogException(
                        ErrorCode.INVALID_OPTION,
                        "hint " + hint.getName() + " at " + SqlText.place(hint.getParserPosition())
                                + " is unknown; OPTIONS('key'='value') is the one for tables");
            }
            for (Map.Entry<String, String> option : hint.getOptionKVPairs().entrySet()) {
                point = pointOf(table, option.getKey(), option.getValue());
            }
        }
        return point;
    }

    private static Point pointOf(Table table, String key, String value) {
        if (NOT_YET.contains(key)) {
            throw DefinitionText.refused("option '" + key + "' in a hint");
        }
        if (key.equals(TAG_NAME)) {
            return new Point(null, value);
        }
        long number;
        try {
            number = Long.parseLong(value.trim());
        } catch (NumberFormatException e) {
            number = Long.MIN_VALUE;
        }
        if (key.equals(SNAPSHOT_ID) || key.equals(TIMESTAMP_MILLIS)) {
            if (number == Long.MIN_VALUE) {
                throw new LakelogException(
                        ErrorCode.INVALID_OPTION, "option '" + key + "'='" + value + "' is not a number");
            }
            return Point.of(key.equals(SNAPSHOT_ID) ? number : newestAt(table, number, number + " ms"));
        }
        throw new LakelogException(
                ErrorCode.INVALID_OPTION,
                "option '" + key + "' in a hint is unknown"
                        + NearMatch.hint(key, List.of(SNAPSHOT_ID, TIMESTAMP_MILLIS, TAG_NAME)));
    }

    private static Long newestAt(Table table, long millis, String moment) {
        Long newest = null;
        List<SnapshotInfo> snapshots = table.snapshots();
        for (SnapshotInfo snapshot : snapshots) {
            if (snapshot.commitTimeMillis() <= millis) {
                newest = snapshot.snapshotId();
            }
        }
        if (newest == null) {
            throw new LakelogException(
                    ErrorCode.INVALID_RANGE,
                    "table " + table.name() + " has no snapshot at or before " + moment
                            + (snapshots.isEmpty()
                                    ? ": nobody has written it"
                                    : "; the oldest that can be read is "
                                            + snapshots.get(0).snapshotId()));
        }
        return newest;
    }
}
