package io.lakelog.jdbc.convert;

import io.lakelog.sql.ResultColumn;
import io.lakelog.storage.row.Column;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Locale;

/** Reads CHAR and VARCHAR; numbers, dates and times are read out of the text. */
@SuppressWarnings("NullAway")
final class TextAccessor extends ColumnAccessor {
    private Column.Bytes values;

    TextAccessor(BatchCursor cursor, ResultColumn column, ZoneId zone) {
        super(cursor, column, zone);
    }

    @Override
    void bind(Column next) {
        super.bind(next);
        values = (Column.Bytes) next;
    }

    @Override
    String text() {
        int from = values.offsets[row()];
        return new String(values.data, from, values.length(row()), StandardCharsets.UTF_8);
    }

    @Override
    public Object getObject() throws SQLException {
        return getString();
    }

    @Override
    public boolean getBoolean() throws SQLException {
        if (isNull()) {
            return false;
        }
        return switch (text().trim().toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "on", "1" -> true;
            case "false", "f", "no", "n", "off", "0" -> false;
            default -> throw hasNoForm("a boolean: its value is '" + text() + "'");
        };
    }

    @Override
    public long getLong() throws SQLException {
        if (isNull()) {
            return 0;
        }
        String text = text().trim();
        try {
            return new BigDecimal(text)
                    .setScale(0, RoundingMode.DOWN)
                    .toBigIntegerExact()
                    .longValueExact();
        } catch (NumberFormatException e) {
            throw notANumber(text);
        } catch (ArithmeticException e) {
            throw outOfRange(text, "long");
        }
    }

    @Override
    public double getDouble() throws SQLException {
        if (isNull()) {
            return 0;
        }
        try {
            return Double.parseDouble(text().trim());
        } catch (NumberFormatException e) {
            throw notANumber(text());
        }
    }

    @Override
    public BigDecimal getBigDecimal() throws SQLException {
        if (isNull()) {
            return null;
        }
        try {
            return new BigDecimal(text().trim());
        } catch (NumberFormatException e) {
            throw notANumber(text());
        }
    }

    @Override
    public byte[] getBytes() throws SQLException {
        return isNull() ? null : text().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    LocalDate getLocalDate() throws SQLException {
        return isNull() ? null : TimeText.parseDate(text());
    }

    @Override
    LocalTime getLocalTime() throws SQLException {
        return isNull() ? null : TimeText.parseTime(text());
    }

    @Override
    LocalDateTime getLocalDateTime() throws SQLException {
        return isNull() ? null : TimeText.parseDateTime(text());
    }

    @Override
    Instant getInstant() throws SQLException {
        return isNull() ? null : TimeText.parseInstant(text(), zone);
    }
}
