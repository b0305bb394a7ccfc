package io.lakelog.jdbc.convert;

import io.lakelog.sql.ResultColumn;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Int128;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.ZoneId;

/** Accessors of numbers and booleans. Fractions are cut towards zero where a whole number is asked for. */
@SuppressWarnings("NullAway")
final class NumberAccessors {
    private static final BigDecimal LEAST_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MOST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

    private NumberAccessors() {}

    static final class OfBoolean extends ColumnAccessor {
        private Column.Booleans values;

        OfBoolean(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        @Override
        void bind(Column next) {
            super.bind(next);
            values = (Column.Booleans) next;
        }

        private boolean value() {
            return values.values[row()];
        }

        @Override
        String text() {
            return String.valueOf(value());
        }

        @Override
        public Object getObject() throws SQLException {
            return isNull() ? null : value();
        }

        @Override
        public boolean getBoolean() throws SQLException {
            return !isNull() && value();
        }

        @Override
        public long getLong() throws SQLException {
            return getBoolean() ? 1 : 0;
        }

        @Override
        public double getDouble() throws SQLException {
            return getLong();
        }

        @Override
        public BigDecimal getBigDecimal() throws SQLException {
            return isNull() ? null : BigDecimal.valueOf(value() ? 1 : 0);
        }
    }

    /** Whole numbers of at most 64 bits. */
    private abstract static class Whole extends ColumnAccessor {
        Whole(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        abstract long value();

        @Override
        String text() {
            return String.valueOf(value());
        }

        @Override
        public boolean getBoolean() throws SQLException {
            return !isNull() && value() != 0;
        }

        @Override
        public long getLong() throws SQLException {
            return isNull() ? 0 : value();
        }

        @Override
        public double getDouble() throws SQLException {
            return isNull() ? 0 : value();
        }

        @Override
        public BigDecimal getBigDecimal() throws SQLException {
            return isNull() ? null : BigDecimal.valueOf(value());
        }
    }

    static final class OfInt extends Whole {
        private Column.Ints values;

        OfInt(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        @Override
        void bind(Column next) {
            super.bind(next);
            values = (Column.Ints) next;
        }

        @Override
        long value() {
            return values.values[row()];
        }

        @Override
        public int getInt() throws SQLException {
            return isNull() ? 0 : values.values[row()];
        }

        @Override
        public Object getObject() throws SQLException {
            return isNull() ? null : values.values[row()];
        }
    }

    static final class OfLong extends Whole {
        private Column.Longs values;

        OfLong(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        @Override
        void bind(Column next) {
            super.bind(next);
            values = (Column.Longs) next;
        }

        @Override
        long value() {
            return values.values[row()];
        }

        @Override
        public Object getObject() throws SQLException {
            return isNull() ? null : value();
        }
    }

    /** Floating point numbers. */
    private abstract static class Floating extends ColumnAccessor {
        Floating(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        abstract double value();

        @Override
        public boolean getBoolean() throws SQLException {
            return !isNull() && value() != 0;
        }

        @Override
        public long getLong() throws SQLException {
            if (isNull()) {
                return 0;
            }
            double value = value();
            // The negation catches NaN too.
            if (!(value >= -0x1p63 && value < 0x1p63)) {
                throw outOfRange(text(), "long");
            }
            return (long) value;
        }

        @Override
        public double getDouble() throws SQLException {
            return isNull() ? 0 : value();
        }

        @Override
        public BigDecimal getBigDecimal() throws SQLException {
            if (isNull()) {
                return null;
            }
            if (Double.isNaN(value()) || Double.isInfinite(value())) {
                throw outOfRange(text(), "BigDecimal");
            }
            return new BigDecimal(text());
        }
    }

    static final class OfFloat extends Floating {
        private Column.Floats values;

        OfFloat(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        @Override
        void bind(Column next) {
            super.bind(next);
            values = (Column.Floats) next;
        }

        @Override
        double value() {
            return values.values[row()];
        }

        @Override
        String text() {
            return Float.toString(values.values[row()]);
        }

        @Override
        public float getFloat() throws SQLException {
            return isNull() ? 0 : values.values[row()];
        }

        @Override
        public Object getObject() throws SQLException {
            return isNull() ? null : values.values[row()];
        }
    }

    static final class OfDouble extends Floating {
        private Column.Doubles values;

        OfDouble(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        @Override
        void bind(Column next) {
            super.bind(next);
            values = (Column.Doubles) next;
        }

        @Override
        double value() {
            return values.values[row()];
        }

        @Override
        String text() {
            return Double.toString(value());
        }

        @Override
        public Object getObject() throws SQLException {
            return isNull() ? null : value();
        }
    }

    static final class OfDecimal extends ColumnAccessor {
        private Column values;

        OfDecimal(BatchCursor cursor, ResultColumn column, ZoneId zone) {
            super(cursor, column, zone);
        }

        @Override
        void bind(Column next) {
            super.bind(next);
            values = next;
        }

        private BigDecimal value() {
            if (values instanceof Column.Longs longs) {
                return BigDecimal.valueOf(longs.values[row()], type.scale());
            }
            Column.Int128s wide = (Column.Int128s) values;
            BigInteger unscaled = Int128.toBigInteger(wide.high[row()], wide.low[row()]);
            return new BigDecimal(unscaled, type.scale());
        }

        @Override
        String text() {
            return value().toPlainString();
        }

        @Override
        public Object getObject() throws SQLException {
            return getBigDecimal();
        }

        @Override
        public boolean getBoolean() throws SQLException {
            return !isNull() && value().signum() != 0;
        }

        @Override
        public long getLong() throws SQLException {
            if (isNull()) {
                return 0;
            }
            BigDecimal value = value();
            if (value.compareTo(LEAST_LONG) < 0 || value.compareTo(MOST_LONG) > 0) {
                throw outOfRange(text(), "long");
            }
            return value.longValue();
        }

        @Override
        public double getDouble() throws SQLException {
            return isNull() ? 0 : value().doubleValue();
        }

        @Override
        public BigDecimal getBigDecimal() throws SQLException {
            return isNull() ? null : value();
        }
    }
}
