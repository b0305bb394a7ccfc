package io.lakelog.jdbc.convert;

import io.lakelog.sql.ResultColumn;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Values;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.HexFormat;

/** Reads BINARY and VARBINARY; their text is in hexadecimal digits, as in the literal {@code X'0AFF'}. */
@SuppressWarnings("NullAway")
final class BinaryAccessor extends ColumnAccessor {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private Column values;

    BinaryAccessor(BatchCursor cursor, ResultColumn column, ZoneId zone) {
        super(cursor, column, zone);
    }

    @Override
    void bind(Column next) {
        super.bind(next);
        values = next;
    }

    @Override
    String text() {
        return HEX.formatHex(Values.bytes(values, row()));
    }

    @Override
    public Object getObject() throws SQLException {
        return getBytes();
    }

    @Override
    public byte[] getBytes() throws SQLException {
        return isNull() ? null : Values.bytes(values, row());
    }
}
