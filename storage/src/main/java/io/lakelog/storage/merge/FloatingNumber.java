package io.lakelog.storage.merge;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.DoublesBuilder;
import io.lakelog.storage.row.FloatsBuilder;
import io.lakelog.storage.schema.AggregateFunction;

/** {@code sum} and {@code product} of FLOAT and DOUBLE columns, in the arithmetic of the column's type. */
final class FloatingNumber extends Accumulator {
    private final boolean sum;
    private final boolean single;
    private boolean isNull = true;
    private double value;

    FloatingNumber(AggregateFunction function, boolean single) {
        this.sum = function == AggregateFunction.SUM;
        this.single = single;
    }

    @Override
    void reset() {
        isNull = true;
    }

    @Override
    void add(Column column, int row) {
        if (!column.isNull(row)) {
            double input = get(column, row);
            set(isNull ? input : sum ? value + input : value * input);
        }
    }

    @Override
    void addEarlier(Column column, int row) {
        add(column, row);
    }

    @Override
    void retract(Column column, int row) {
        if (column.isNull(row)) {
            return;
        }
        double input = get(column, row);
        if (sum) {
            set(isNull ? -input : value - input);
        } else if (!isNull) {
            set(value / input);
        }
    }

    @Override
    void appendTo(ColumnBuilder target) {
        if (isNull) {
            target.appendNull();
        } else if (single) {
            ((FloatsBuilder) target).append((float) value);
        } else {
            ((DoublesBuilder) target).append(value);
        }
    }

    private double get(Column column, int row) {
        return single ? ((Column.Floats) column).values[row] : ((Column.Doubles) column).values[row];
    }

    /** One operation on two floats in double, rounded once, is what the operation on floats gives. */
    private void set(double result) {
        isNull = false;
        value = single ? (float) result : result;
    }
}
