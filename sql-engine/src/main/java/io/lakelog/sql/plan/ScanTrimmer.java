package io.lakelog.sql.plan;

import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/** Calcite's trimmer of unused columns, taught to trim our scans. */
public final class ScanTrimmer extends RelFieldTrimmer {
    ScanTrimmer(RelBuilder builder) {
        super(null, builder);
    }

    /** Found by Calcite through reflection, by name and parameter types. */
    public TrimResult trimFields(LakelogScan scan, ImmutableBitSet used, Set<RelDataTypeField> extraFields) {
        int count = scan.getRowType().getFieldCount();
        if (used.cardinality() == count) {
            return result(scan, createMapping(used, count), scan);
        }
        // Rows without any column do not exist in generated code.
        ImmutableBitSet kept = used.isEmpty() ? ImmutableBitSet.of(0) : used;
        List<Integer> positions = kept.asList();
        RelNode narrowed = ScanRules.narrowed(scan, positions);
        return result(narrowed, createMapping(kept, count), scan);
    }
}
