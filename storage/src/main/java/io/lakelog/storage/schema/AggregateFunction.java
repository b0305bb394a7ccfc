package io.lakelog.storage.schema;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The functions that a column of an {@code aggregation} table, or of a sequence group, can have. */
public enum AggregateFunction {
    SUM,
    PRODUCT,
    MAX,
    MIN,
    LAST_VALUE,
    LAST_NON_NULL_VALUE,
    FIRST_VALUE,
    FIRST_NON_NULL_VALUE,
    LISTAGG,
    BOOL_AND,
    BOOL_OR,
    COLLECT,
    MERGE_MAP,
    NESTED_UPDATE,
    RBM32,
    RBM64;

    /** Their library starts on few Java versions only. */
    private static final Set<String> SKETCHES = Set.of("hll_sketch", "theta_sketch");

    /** The name in table options. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the result can leave the range of the column's type. */
    public boolean canOverflow() {
        return this == SUM || this == PRODUCT;
    }

    /**
     * The function of a name.
     *
     * @param option that names it, for errors
     * @throws LakelogException UNSUPPORTED for functions of the format that Lakelog does not know, INVALID_OPTION for
     *     other names
     */
    public static AggregateFunction of(String option, String name) {
        if (name.equals("first_not_null_value")) {
            return FIRST_NON_NULL_VALUE;
        }
        for (AggregateFunction function : values()) {
            if (function.text().equals(name)) {
                return function;
            }
        }
        if (SKETCHES.contains(name)) {
            throw LakelogException.unsupported("table option '" + option + "' = '" + name
                    + "' is not supported yet: the library of that sketch starts on few Java versions only");
        }
        List<String> names =
                Arrays.stream(values()).map(AggregateFunction::text).toList();
        String hint = name.equals("count")
                ? "; to count, write 1 into a column aggregated by 'sum'"
                : NearMatch.hint(name, names);
        throw new LakelogException(
                ErrorCode.INVALID_OPTION,
                "table option '" + option + "' = '" + name + "': must be one of " + String.join(", ", names) + hint);
    }
}
