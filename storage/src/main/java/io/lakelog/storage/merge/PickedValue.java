package io.lakelog.storage.merge;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.KeyComparator;
import org.jspecify.annotations.Nullable;

/** One of the values taken, kept where it lies. */
abstract class PickedValue extends Accumulator {
    private @Nullable Column column;
    private int row;

    /** Where the value lies, or null for NULL. */
    final @Nullable Column column() {
        return column;
    }

    final int row() {
        return row;
    }

    final void set(Column newColumn, int newRow) {
        column = newColumn.isNull(newRow) ? null : newColumn;
        row = newRow;
    }

    final void setNull() {
        column = null;
    }

    @Override
    void reset() {
        column = null;
    }

    @Override
    final void appendTo(ColumnBuilder target) {
        Column source = column;
        if (source == null) {
            target.appendNull();
        } else {
            target.append(source, row, row + 1);
        }
    }

    /** A value that all versions share. */
    static final class Constant extends PickedValue {
        @Override
        void add(Column column, int row) {
            set(column, row);
        }

        @Override
        void addEarlier(Column column, int row) {
            set(column, row);
        }

        @Override
        void retract(Column column, int row) {
            set(column, row);
        }
    }

    /** {@code last_value}. */
    static final class Last extends PickedValue {
        @Override
        void add(Column column, int row) {
            set(column, row);
        }

        @Override
        void addEarlier(Column column, int row) {
            // A later value is there already.
        }

        @Override
        void retract(Column column, int row) {
            setNull();
        }
    }

    /** {@code last_non_null_value}. */
    static final class LastNonNull extends PickedValue {
        @Override
        void add(Column column, int row) {
            if (!column.isNull(row)) {
                set(column, row);
            }
        }

        @Override
        void addEarlier(Column column, int row) {
            if (column() == null) {
                set(column, row);
            }
        }

        @Override
        void retract(Column column, int row) {
            if (!column.isNull(row)) {
                setNull();
            }
        }
    }

    /** {@code first_value}. */
    static final class First extends PickedValue {
        private final String name;
        private boolean taken;

        First(String name) {
            this.name = name;
        }

        @Override
        void reset() {
            super.reset();
            taken = false;
        }

        @Override
        void add(Column column, int row) {
            if (!taken) {
                taken = true;
                set(column, row);
            }
        }

        /** Before a retract, which took no value, there is none. */
        @Override
        void addEarlier(Column column, int row) {
            if (taken) {
                set(column, row);
            }
            taken = true;
        }

        @Override
        void retract(Column column, int row) {
            throw noRetract("first_value", name);
        }
    }

    /**
     * {@code first_non_null_value}. Versions that come late are taken as Paimon takes them, which reads the same files: what
     * comes before the first value replaces it, NULL too, after which no later one counts; what comes before there is a value
     * gives way to the next.
     */
    static final class FirstNonNull extends PickedValue {
        private final String name;
        private boolean taken;

        FirstNonNull(String name) {
            this.name = name;
        }

        @Override
        void reset() {
            super.reset();
            taken = false;
        }

        @Override
        void add(Column column, int row) {
            if (!taken && !column.isNull(row)) {
                taken = true;
                set(column, row);
            }
        }

        @Override
        void addEarlier(Column column, int row) {
            if (!taken && column() != null) {
                taken = true;
            } else {
                set(column, row);
            }
        }

        @Override
        void retract(Column column, int row) {
            throw noRetract("first_non_null_value", name);
        }
    }

    /** {@code max} and {@code min}; {@code bool_or} and {@code bool_and}, for false is less than true. */
    static final class Greatest extends PickedValue {
        private final String name;
        private final KeyComparator comparator;
        private final boolean least;

        Greatest(String name, KeyComparator comparator, boolean least) {
            this.name = name;
            this.comparator = comparator;
            this.least = least;
        }

        @Override
        void add(Column column, int row) {
            if (column.isNull(row)) {
                return;
            }
            Column present = column();
            if (present == null) {
                set(column, row);
                return;
            }
            int order = comparator.compareColumn(0, present, row(), column, row);
            if (least ? order > 0 : order < 0) {
                set(column, row);
            }
        }

        @Override
        void addEarlier(Column column, int row) {
            add(column, row);
        }

        @Override
        void retract(Column column, int row) {
            throw noRetract(least ? "min" : "max", name);
        }
    }
}
