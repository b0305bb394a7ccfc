package io.lakelog.sql.plan;

import java.util.List;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.ChainedRelMetadataProvider;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.ReflectiveRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataProvider;

/** What a planner knows of nodes: Calcite's metadata, but for some that is wrong or fails where a set of plans is found in its own inputs. */
final class CarefulMetadata {
    static final RelMetadataProvider PROVIDER = ChainedRelMetadataProvider.of(List.of(
            ReflectiveRelMetadataProvider.reflectiveSource(
                    new CarefulPredicates(), BuiltInMetadata.Predicates.Handler.class),
            ReflectiveRelMetadataProvider.reflectiveSource(
                    new CarefulRowCounts(), BuiltInMetadata.RowCount.Handler.class),
            DefaultRelMetadataProvider.INSTANCE));

    private CarefulMetadata() {}
}
