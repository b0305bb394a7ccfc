package io.lakelog.storage.row;

import io.lakelog.storage.type.DataType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** How values of nested types compare: by value, with NULL first. Nested types are no keys: this serves equality. */
final class NestedOrder {
    private NestedOrder() {}

    private static int nullable(ValueComparator order, Column a, int i, Column b, int j) {
        boolean nullA = a.isNull(i);
        boolean nullB = b.isNull(j);
        return nullA || nullB ? Boolean.compare(nullB, nullA) : order.compare(a, i, b, j);
    }

    /** Element by element; what another begins with comes before it. */
    static final class OfArrays implements ValueComparator {
        private final ValueComparator element;

        OfArrays(DataType type) {
            element = ValueComparator.of(type.children().get(0).type());
        }

        @Override
        public int compare(Column a, int i, Column b, int j) {
            Column.Lists x = (Column.Lists) a;
            Column.Lists y = (Column.Lists) b;
            int common = Math.min(x.length(i), y.length(j));
            for (int k = 0; k < common; k++) {
                int order = nullable(element, x.children.get(0), x.offsets[i] + k, y.children.get(0), y.offsets[j] + k);
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(x.length(i), y.length(j));
        }
    }

    /** Entries have no order of their own: maps are equal when the same keys have the same values. */
    static final class OfMaps implements ValueComparator {
        private final ValueComparator key;
        private final ValueComparator value;

        OfMaps(DataType type) {
            key = ValueComparator.of(type.children().get(0).type());
            value = ValueComparator.of(type.children().get(1).type());
        }

        @Override
        public int compare(Column a, int i, Column b, int j) {
            Column.Lists x = (Column.Lists) a;
            Column.Lists y = (Column.Lists) b;
            if (x.length(i) != y.length(j)) {
                return Integer.compare(x.length(i), y.length(j));
            }
            int[] left = inKeyOrder(x, i);
            int[] right = inKeyOrder(y, j);
            for (int k = 0; k < left.length; k++) {
                int order = nullable(key, x.children.get(0), left[k], y.children.get(0), right[k]);
                if (order == 0) {
                    order = nullable(value, x.children.get(1), left[k], y.children.get(1), right[k]);
                }
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }

        private int[] inKeyOrder(Column.Lists maps, int row) {
            Integer[] items = new Integer[maps.length(row)];
            Arrays.setAll(items, k -> maps.offsets[row] + k);
            Column keys = maps.children.get(0);
            Comparator<Integer> byKey = (p, q) -> nullable(key, keys, p, keys, q);
            Arrays.sort(items, byKey);
            return Arrays.stream(items).mapToInt(Integer::intValue).toArray();
        }
    }

    /** Field by field. */
    static final class OfRows implements ValueComparator {
        private final List<ValueComparator> fields;

        OfRows(DataType type) {
            fields = type.children().stream()
                    .map(field -> ValueComparator.of(field.type()))
                    .toList();
        }

        @Override
        public int compare(Column a, int i, Column b, int j) {
            for (int f = 0; f < fields.size(); f++) {
                Column x = ((Column.Structs) a).children.get(f);
                Column y = ((Column.Structs) b).children.get(f);
                int order = nullable(fields.get(f), x, i, y, j);
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }
    }
}
