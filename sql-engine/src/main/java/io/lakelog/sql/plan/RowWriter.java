package io.lakelog.sql.plan;

import io.lakelog.sql.semantics.NanosFunctions;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BooleansBuilder;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.DoublesBuilder;
import io.lakelog.storage.row.FloatsBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.ListsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.row.NanosBuilder;
import io.lakelog.storage.row.StructsBuilder;
import io.lakelog.storage.row.Utf8;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/** Gathers what Calcite's generated code yields, row by row, into batches. Not thread-safe. */
final class RowWriter {
    private final BatchBuilder builder;
    private final List<Cell> cells = new ArrayList<>();

    RowWriter(List<DataType> types) {
        builder = new BatchBuilder(types);
        for (int i = 0; i < types.size(); i++) {
            cells.add(cell(types.get(i), builder.column(i)));
        }
    }

    int size() {
        return builder.size();
    }

    Batch build() {
        return builder.build();
    }

    /** @param row an array, or the bare value where there is one column */
    void append(@Nullable Object row) {
        if (cells.size() == 1) {
            append(0, row);
            return;
        }
        Object[] values = (Object[]) java.util.Objects.requireNonNull(row);
        for (int i = 0; i < values.length; i++) {
            append(i, values[i]);
        }
    }

    private void append(int column, @Nullable Object value) {
        if (value == null) {
            builder.column(column).appendNull();
        } else {
            cells.get(column).append(value);
        }
    }

    private static Cell cell(DataType type, ColumnBuilder column) {
        return switch (type.kind()) {
            case BOOLEAN -> value -> ((BooleansBuilder) column).append((Boolean) value);
            case TINYINT, SMALLINT, INT, DATE, TIME ->
                value -> ((IntsBuilder) column).append(((Number) value).intValue());
            case BIGINT -> value -> ((LongsBuilder) column).append(((Number) value).longValue());
            case TIMESTAMP, TIMESTAMP_LTZ ->
                type.length() <= 6
                        ? value -> ((LongsBuilder) column).append(((Number) value).longValue())
                        : value -> {
                            BigDecimal nanos = (BigDecimal) value;
                            ((NanosBuilder) column)
                                    .append(NanosFunctions.toMicros(nanos), NanosFunctions.nanosMore(nanos));
                        };
            case FLOAT -> value -> ((FloatsBuilder) column).append(((Number) value).floatValue());
            case DOUBLE -> value -> ((DoublesBuilder) column).append(((Number) value).doubleValue());
            case DECIMAL -> value -> Values.append(column, type, decimal(value));
            case CHAR, VARCHAR -> value -> ((BytesBuilder) column).append(Utf8.encode(value.toString()));
            case BINARY, VARBINARY -> value -> ((BytesBuilder) column).append(((ByteString) value).getBytes());
            case ARRAY -> {
                ListsBuilder lists = (ListsBuilder) column;
                NullableCell element = nullable(type.children().get(0).type(), lists.child(0));
                yield value -> {
                    ((List<?>) value).forEach(element::append);
                    lists.endValue();
                };
            }
            case MAP, MULTISET -> {
                ListsBuilder lists = (ListsBuilder) column;
                NullableCell key = nullable(type.children().get(0).type(), lists.child(0));
                NullableCell item = nullable(type.children().get(1).type(), lists.child(1));
                yield value -> {
                    ((Map<?, ?>) value).forEach((k, v) -> {
                        key.append(k);
                        item.append(v);
                    });
                    lists.endValue();
                };
            }
            case ROW -> {
                StructsBuilder rows = (StructsBuilder) column;
                List<NullableCell> fields = new ArrayList<>();
                for (int i = 0; i < type.children().size(); i++) {
                    fields.add(nullable(type.children().get(i).type(), rows.child(i)));
                }
                yield value -> {
                    List<?> values = (List<?>) value;
                    for (int i = 0; i < fields.size(); i++) {
                        fields.get(i).append(values.get(i));
                    }
                    rows.endValue();
                };
            }
        };
    }

    private static NullableCell nullable(DataType type, ColumnBuilder column) {
        Cell cell = cell(type, column);
        return value -> {
            if (value == null) {
                column.appendNull();
            } else {
                cell.append(value);
            }
        };
    }

    private static BigDecimal decimal(Object value) {
        if (value instanceof BigDecimal number) {
            return number;
        }
        return value instanceof Double || value instanceof Float
                ? new BigDecimal(value.toString())
                : BigDecimal.valueOf(((Number) value).longValue());
    }

    /** Appends one value that is not null; one made by {@link #nullable} any. */
    @FunctionalInterface
    private interface Cell {
        void append(Object value);
    }

    private interface NullableCell {
        void append(@Nullable Object value);
    }
}
