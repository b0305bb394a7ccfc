package io.lakelog.tck.model;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random types that hold others, up to three deep. They shrink to a list of numbers. */
final class NestedTypes {
    private static final int DEPTH = 3;

    private static final List<DataType> KEYS =
            List.of(DataType.INT, DataType.STRING, DataType.DATE, DataType.decimal(24, 4), DataType.timestamp(3));

    /** Not of decimals and timestamps: Paimon's Parquet reader takes the counts of those for values of that type. */
    private static final List<DataType> COUNTED = List.of(DataType.INT, DataType.STRING, DataType.DATE);

    private static final List<DataType> LEAVES = List.of(
            DataType.INT,
            DataType.STRING,
            DataType.BOOLEAN,
            DataType.TINYINT,
            DataType.SMALLINT,
            DataType.BIGINT,
            DataType.FLOAT,
            DataType.DOUBLE,
            DataType.decimal(7, 3),
            DataType.decimal(38, 10),
            DataType.BYTES,
            DataType.DATE,
            DataType.time(3),
            DataType.timestamp(3),
            DataType.timestamp(6),
            DataType.timestamp(9),
            DataType.timestampLtz(6));

    private NestedTypes() {}

    /** One to three columns; with a MULTISET among their types only where the table may have one. */
    static Arbitrary<List<DataType>> columns(boolean multisets) {
        return nested(DEPTH, multisets).list().ofMinSize(1).ofMaxSize(3);
    }

    private static Arbitrary<DataType> nested(int depth, boolean multisets) {
        Arbitrary<DataType> child = depth == 1 ? leaves() : Arbitraries.oneOf(leaves(), nested(depth - 1, multisets));
        Arbitrary<DataType> keys = Arbitraries.of(KEYS);
        List<Arbitrary<DataType>> kinds = new ArrayList<>();
        kinds.add(child.map(DataType::array));
        kinds.add(Combinators.combine(keys, child).as(DataType::map));
        kinds.add(child.list().ofMinSize(1).ofMaxSize(3).map(NestedTypes::row));
        if (multisets) {
            kinds.add(Arbitraries.of(COUNTED).map(DataType::multiset));
        }
        return Arbitraries.oneOf(kinds);
    }

    private static Arbitrary<DataType> leaves() {
        return Combinators.combine(Arbitraries.of(LEAVES), Arbitraries.of(true, true, true, false))
                .as(DataType::withNullable);
    }

    private static DataType row(List<DataType> types) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            fields.add(new Field(i, "f" + i, types.get(i)));
        }
        return DataType.row(fields);
    }
}
