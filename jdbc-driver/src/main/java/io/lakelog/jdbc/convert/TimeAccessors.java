package io.lakelog.jdbc.convert;

import io.lakelog.sql.ResultColumn;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Values;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/** Accessors of dates and times. DATE, TIME and TIMESTAMP are wall clock values; no zone changes what they show. */
@SuppressWarnings("NullAway")
final class TimeAccessors {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private TimeAccessors() {}

    static final class OfDate extends ColumnAccessor {
        private Column.Ints values;

        OfDate(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        @Override
        void bind(Column next) {
            super.bind(next);
            values = (Column.Ints) next;
        }

        @Override
        String text() {
            return LocalDate.ofEpochDay(values.values[row()]).toString();
        }

        @Override
        public Object getObject() throws SQLException {
            return getDate(null);
        }

        @Override
        LocalDate getLocalDate() throws SQLException {
            return isNull() ? null : LocalDate.ofEpochDay(values.values[row()]);
        }

        @Override
        LocalDateTime getLocalDateTime() throws SQLException {
            LocalDate date = getLocalDate();
            return date == null ? null : date.atStartOfDay();
        }
    }

    static final class OfTime extends ColumnAccessor {
        private Column.Ints values;

        OfTime(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        @Override
        void bind(Column next) {
            super.bind(next);
            values = (Column.Ints) next;
        }

        private LocalTime value() {
            return LocalTime.ofNanoOfDay(values.values[row()] * NANOS_PER_MILLI);
        }

        @Override
        String text() {
            return TimeText.time(value(), type.length());
        }

        @Override
        public Object getObject() throws SQLException {
            return getTime(null);
        }

        @Override
        LocalTime getLocalTime() throws SQLException {
            return isNull() ? null : value();
        }

        @Override
        LocalDateTime getLocalDateTime() throws SQLException {
            return isNull() ? null : value().atDate(LocalDate.EPOCH);
        }
    }

    static final class OfTimestamp extends ColumnAccessor {
        private Column values;

        OfTimestamp(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        @Override
        void bind(Column next) {
            super.bind(next);
            values = next;
        }

        private LocalDateTime value() {
            return Values.dateTime(values, row());
        }

        @Override
        String text() {
            return TimeText.dateTime(value(), type.length());
        }

        @Override
        public Object getObject() throws SQLException {
            return getTimestamp(null);
        }

        @Override
        LocalDate getLocalDate() throws SQLException {
            return isNull() ? null : value().toLocalDate();
        }

        @Override
        LocalTime getLocalTime() throws SQLException {
            return isNull() ? null : value().toLocalTime();
        }

        @Override
        LocalDateTime getLocalDateTime() throws SQLException {
            return isNull() ? null : value();
        }
    }

    /** TIMESTAMP_LTZ: a moment, shown in the session's zone. */
    static final class OfInstant extends ColumnAccessor {
        private Column values;

        OfInstant(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        @Override
        void bind(Column next) {
            super.bind(next);
            values = next;
        }

        private Instant value() {
            return Values.dateTime(values, row()).toInstant(ZoneOffset.UTC);
        }

        @Override
        String text() {
            return TimeText.instant(value(), type.length(), zone);
        }

        @Override
        public Object getObject() throws SQLException {
            return isNull() ? null : value().atZone(zone).toOffsetDateTime();
        }

        @Override
        LocalDate getLocalDate() throws SQLException {
            return isNull() ? null : value().atZone(zone).toLocalDate();
        }

        @Override
        LocalTime getLocalTime() throws SQLException {
            return isNull() ? null : value().atZone(zone).toLocalTime();
        }

        @Override
        LocalDateTime getLocalDateTime() throws SQLException {
            return isNull() ? null : value().atZone(zone).toLocalDateTime();
        }

        @Override
        Instant getInstant() throws SQLException {
            return isNull() ? null : value();
        }

        @Override
        public Timestamp getTimestamp(@Nullable Calendar calendar) throws SQLException {
            return isNull() ? null : Timestamp.from(value());
        }
    }
}
