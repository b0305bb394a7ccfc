package io.lakelog.storage.merge;

import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** {@code listagg}: texts joined by a delimiter; NULLs are left out. */
final class TextList extends Accumulator {
    private final String name;
    private final byte[] delimiter;
    private boolean isNull = true;
    private byte[] text = new byte[0];
    private int length;

    TextList(String name, String delimiter) {
        this.name = name;
        this.delimiter = delimiter.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    void reset() {
        isNull = true;
        length = 0;
    }

    @Override
    void add(Column column, int row) {
        if (column.isNull(row)) {
            return;
        }
        if (!isNull) {
            append(delimiter, 0, delimiter.length);
        }
        isNull = false;
        Column.Bytes source = (Column.Bytes) column;
        append(source.data, source.offsets[row], source.length(row));
    }

    @Override
    void addEarlier(Column column, int row) {
        if (column.isNull(row)) {
            return;
        }
        byte[] later = Arrays.copyOf(text, length);
        boolean none = isNull;
        reset();
        add(column, row);
        if (!none) {
            append(delimiter, 0, delimiter.length);
            append(later, 0, later.length);
        }
    }

    @Override
    void retract(Column column, int row) {
        throw noRetract("listagg", name);
    }

    @Override
    void appendTo(ColumnBuilder target) {
        if (isNull) {
            target.appendNull();
        } else {
            ((BytesBuilder) target).append(text, 0, length);
        }
    }

    private void append(byte[] source, int from, int count) {
        if (text.length - length < count) {
            text = Arrays.copyOf(text, Math.max(Math.addExact(length, count), 2 * text.length));
        }
        System.arraycopy(source, from, text, length, count);
        length += count;
    }
}
