package io.lakelog.storage.append;

import io.lakelog.storage.format.ParquetFileInfo;
import io.lakelog.storage.manifest.ColumnStats;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a file's metadata says of the values in it. Texts are cut to 16 characters, the upper bound being raised for it.
 * Columns whose bounds engines read differently (floating point and binary) are left out. Source: the Paimon table
 * format, "Statistics rules".
 */
record ValueStats(List<String> columns, ColumnStats stats) {
    private static final int TEXT_CHARACTERS_MAX = 16;

    static ValueStats of(RowType rowType, ParquetFileInfo info) {
        List<String> names = new ArrayList<>();
        List<DataType> types = new ArrayList<>();
        List<Column> min = new ArrayList<>();
        List<Column> max = new ArrayList<>();
        List<@Nullable Long> nulls = new ArrayList<>();
        for (int i = 0; i < rowType.size(); i++) {
            Field field = rowType.field(i);
            if (!hasBounds(field.type())) {
                continue;
            }
            ParquetFileInfo.ColumnBounds bounds = info.columns().get(i);
            DataType type = bound(field.type());
            names.add(field.name());
            types.add(type);
            min.add(single(type, bounds.min() instanceof String text ? lower(text) : bounds.min()));
            max.add(single(type, bounds.max() instanceof String text ? upper(text) : bounds.max()));
            nulls.add(bounds.nulls());
        }
        return new ValueStats(names, new ColumnStats(BinaryRow.of(min, types, 0), BinaryRow.of(max, types, 0), nulls));
    }

    private static boolean hasBounds(DataType type) {
        return switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, DECIMAL, DATE, TIME, CHAR, VARCHAR -> true;
            case TIMESTAMP, TIMESTAMP_LTZ -> type.length() <= 6;
            default -> false;
        };
    }

    /** A bound may be NULL, and one character longer than the values. */
    private static DataType bound(DataType type) {
        return switch (type.kind()) {
            case CHAR, VARCHAR -> DataType.STRING;
            default -> type.withNullable(true);
        };
    }

    private static Column single(DataType type, @Nullable Object value) {
        ColumnBuilder builder = ColumnBuilder.of(type);
        Values.append(builder, type, value);
        return builder.build();
    }

    private static String lower(String text) {
        return text.codePointCount(0, text.length()) <= TEXT_CHARACTERS_MAX
                ? text
                : text.substring(0, text.offsetByCodePoints(0, TEXT_CHARACTERS_MAX));
    }

    /** The least text of 16 characters that is not below, or null if there is none. */
    private static @Nullable String upper(String text) {
        String cut = lower(text);
        if (cut.length() == text.length()) {
            return text;
        }
        int[] points = cut.codePoints().toArray();
        for (int i = points.length - 1; i >= 0; i--) {
            int next = points[i] + 1;
            boolean valid = next <= Character.MAX_CODE_POINT
                    && (next < Character.MIN_SURROGATE || next > Character.MAX_SURROGATE);
            if (valid) {
                points[i] = next;
                return new String(points, 0, i + 1);
            }
        }
        return null;
    }

    /** A file with these statistics, numbered from 0. */
    DataFileMeta describe(String name, ParquetFileInfo info, long schemaId, int source, long creationTimeMillis) {
        return new DataFileMeta(
                name,
                info.sizeBytes(),
                info.rows(),
                BinaryRow.EMPTY,
                BinaryRow.EMPTY,
                ColumnStats.NONE,
                stats,
                0,
                info.rows() - 1,
                schemaId,
                0,
                List.of(),
                creationTimeMillis,
                0L,
                null,
                source,
                columns,
                null,
                null,
                null,
                null);
    }
}
