package io.lakelog.jdbc.convert;

import java.sql.NClob;
import java.sql.SQLException;
import javax.sql.rowset.serial.SerialClob;

/** A text as a CLOB of either kind. Changing it changes no row. */
final class TextClob extends SerialClob implements NClob {
    private static final long serialVersionUID = 1;

    TextClob(String text) throws SQLException {
        super(text.toCharArray());
    }
}
