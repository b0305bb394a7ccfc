package io.lakelog.sql.exec;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Int128;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.util.Arrays;
import java.util.List;

/**
 * A predicate made ready for batches: constants in the form of the vectors, one loop for each comparison. Texts compare by
 * their UTF-8 bytes, which is code point order; NaN
 * equals itself and is greater than every number.
 */
abstract class ColumnTest {
    /** Clears {@code mask} for the rows for which this is not true. */
    abstract void and(Batch batch, boolean[] mask);

    static ColumnTest of(Predicate predicate, List<DataType> types) {
        if (predicate instanceof Predicate.And and) {
            return new AllOf(and.parts().stream().map(part -> of(part, types)).toList());
        } else if (predicate instanceof Predicate.Or or) {
            return new AnyOf(or.parts().stream().map(part -> of(part, types)).toList());
        } else if (predicate instanceof Predicate.IsNull isNull) {
            return new NullTest(isNull.column(), true);
        } else if (predicate instanceof Predicate.IsNotNull isNotNull) {
            return new NullTest(isNotNull.column(), false);
        }
        Predicate.Compare compare = (Predicate.Compare) predicate;
        DataType type = types.get(compare.column());
        ColumnBuilder one = ColumnBuilder.of(type);
        Values.append(one, ConstantTexts.unbounded(type), compare.value());
        return new CompareTest(compare.column(), compare.operator(), one.build());
    }

    private static final class AllOf extends ColumnTest {
        private final List<ColumnTest> parts;

        AllOf(List<ColumnTest> parts) {
            this.parts = parts;
        }

        @Override
        void and(Batch batch, boolean[] mask) {
            for (ColumnTest part : parts) {
                part.and(batch, mask);
            }
        }
    }

    private static final class AnyOf extends ColumnTest {
        private final List<ColumnTest> parts;

        AnyOf(List<ColumnTest> parts) {
            this.parts = parts;
        }

        @Override
        void and(Batch batch, boolean[] mask) {
            boolean[] any = new boolean[batch.size()];
            boolean[] one = new boolean[batch.size()];
            for (ColumnTest part : parts) {
                Arrays.fill(one, true);
                part.and(batch, one);
                for (int i = 0; i < one.length; i++) {
                    any[i] |= one[i];
                }
            }
            for (int i = 0; i < any.length; i++) {
                mask[i] &= any[i];
            }
        }
    }

    private static final class NullTest extends ColumnTest {
        private final int column;
        private final boolean wanted;

        NullTest(int column, boolean wanted) {
            this.column = column;
            this.wanted = wanted;
        }

        @Override
        void and(Batch batch, boolean[] mask) {
            Column values = batch.column(column);
            for (int i = 0; i < batch.size(); i++) {
                mask[i] &= values.isNull(i) == wanted;
            }
        }
    }

    private static final class CompareTest extends ColumnTest {
        private final int column;
        private final Column constant;
        private final boolean less;
        private final boolean equal;
        private final boolean greater;

        CompareTest(int column, Predicate.Operator operator, Column constant) {
            this.column = column;
            this.constant = constant;
            less = operator == Predicate.Operator.LESS
                    || operator == Predicate.Operator.LESS_OR_EQUAL
                    || operator == Predicate.Operator.NOT_EQUAL;
            equal = operator == Predicate.Operator.EQUAL
                    || operator == Predicate.Operator.LESS_OR_EQUAL
                    || operator == Predicate.Operator.GREATER_OR_EQUAL;
            greater = operator == Predicate.Operator.GREATER
                    || operator == Predicate.Operator.GREATER_OR_EQUAL
                    || operator == Predicate.Operator.NOT_EQUAL;
        }

        private boolean matches(int order) {
            return order < 0 ? less : order == 0 ? equal : greater;
        }

        private boolean matches(double value, double other) {
            if (value < other) {
                return less;
            } else if (value > other) {
                return greater;
            }
            // Zeros are equal whatever their sign; a NaN is the greatest.
            return value == other ? equal : matches(Boolean.compare(Double.isNaN(value), Double.isNaN(other)));
        }

        @Override
        void and(Batch batch, boolean[] mask) {
            Column values = batch.column(column);
            int size = batch.size();
            boolean[] nulls = values.nulls();
            if (nulls != null) {
                for (int i = 0; i < size; i++) {
                    mask[i] &= !nulls[i];
                }
            }
            if (values instanceof Column.Ints ints) {
                int other = ((Column.Ints) constant).values[0];
                for (int i = 0; i < size; i++) {
                    mask[i] &= matches(Integer.compare(ints.values[i], other));
                }
            } else if (values instanceof Column.Longs longs) {
                long other = ((Column.Longs) constant).values[0];
                for (int i = 0; i < size; i++) {
                    mask[i] &= matches(Long.compare(longs.values[i], other));
                }
            } else if (values instanceof Column.Bytes bytes) {
                andBytes(bytes, (Column.Bytes) constant, mask);
            } else {
                andRare(values, mask);
            }
        }

        private void andBytes(Column.Bytes bytes, Column.Bytes other, boolean[] mask) {
            for (int i = 0; i < bytes.size(); i++) {
                mask[i] = mask[i]
                        && matches(Arrays.compareUnsigned(
                                bytes.data, bytes.offsets[i], bytes.offsets[i + 1], other.data, 0, other.offsets[1]));
            }
        }

        private void andRare(Column values, boolean[] mask) {
            int size = values.size();
            if (values instanceof Column.Doubles doubles) {
                double other = ((Column.Doubles) constant).values[0];
                for (int i = 0; i < size; i++) {
                    mask[i] &= matches(doubles.values[i], other);
                }
            } else if (values instanceof Column.Floats floats) {
                float other = ((Column.Floats) constant).values[0];
                for (int i = 0; i < size; i++) {
                    mask[i] &= matches(floats.values[i], other);
                }
            } else if (values instanceof Column.Int128s wide) {
                Column.Int128s other = (Column.Int128s) constant;
                for (int i = 0; i < size; i++) {
                    mask[i] &= matches(Int128.compare(wide.high[i], wide.low[i], other.high[0], other.low[0]));
                }
            } else if (values instanceof Column.Nanos fine) {
                Column.Nanos other = (Column.Nanos) constant;
                for (int i = 0; i < size; i++) {
                    mask[i] &= matches(
                            Column.Nanos.compare(fine.micros[i], fine.nanos[i], other.micros[0], other.nanos[0]));
                }
            } else {
                boolean other = ((Column.Booleans) constant).values[0];
                boolean[] booleans = ((Column.Booleans) values).values;
                for (int i = 0; i < size; i++) {
                    mask[i] &= matches(Boolean.compare(booleans[i], other));
                }
            }
        }
    }
}
