package io.lakelog.sql.plan;

import org.apache.calcite.plan.volcano.RelSubset;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.CyclicMetadataException;
import org.apache.calcite.rel.metadata.RelMdRowCount;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.jspecify.annotations.Nullable;

/**
 * How many rows a node may have. Calcite asks the best plan of a set, which is found in its own inputs while sets are merged; then
 * any other is asked. Public for generated classes only.
 */
public final class CarefulRowCounts extends RelMdRowCount {
    CarefulRowCounts() {}

    @Override
    public Double getRowCount(RelSubset set, RelMetadataQuery query) {
        RelNode best = set.getBestOrOriginal();
        try {
            return query.getRowCount(best);
        } catch (CyclicMetadataException e) {
            for (RelNode plan : set.getRels()) {
                Double rows = plan == best ? null : ofPlan(plan, query);
                if (rows != null) {
                    return rows;
                }
            }
            throw e;
        }
    }

    private static @Nullable Double ofPlan(RelNode plan, RelMetadataQuery query) {
        try {
            return query.getRowCount(plan);
        } catch (CyclicMetadataException e) {
            return null;
        }
    }
}
