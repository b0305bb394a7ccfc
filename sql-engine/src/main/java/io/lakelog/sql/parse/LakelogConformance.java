package io.lakelog.sql.parse;

import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/** How liberal our SQL is: Calcite's most liberal dialect, less what makes its error messages lie. */
public final class LakelogConformance extends SqlDelegatingConformance {
    public static final LakelogConformance INSTANCE = new LakelogConformance();

    private LakelogConformance() {
        super(SqlConformanceEnum.BABEL);
    }

    /** With aliases visible in the select list an unknown column is reported as one that "depends on itself". */
    @Override
    public SelectAliasLookup isSelectAlias() {
        return SelectAliasLookup.UNSUPPORTED;
    }

    /** A column that is neither grouped by nor aggregated has no one value. */
    @Override
    public boolean isNonStrictGroupBy() {
        return false;
    }

    /** {@code ROW(1, 'a')} is a value wherever one may stand. */
    @Override
    public boolean allowExplicitRowValueConstructor() {
        return true;
    }

    /** Overflow is an error, never a wrapped number. */
    @Override
    public boolean checkedArithmetic() {
        return true;
    }
}
