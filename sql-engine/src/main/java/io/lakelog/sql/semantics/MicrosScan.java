package io.lakelog.sql.semantics;

import org.apache.calcite.rel.RelNode;

/**
 * A leaf of a plan that can give timestamps as BIGINT microseconds. Every scan of columns of TIMESTAMP or TIMESTAMP WITH
 * LOCAL TIME ZONE must be one; other leaves are taken to give milliseconds, as Calcite's own do, and are refused for more
 * than 3 fraction digits.
 */
public interface MicrosScan extends RelNode {
    /**
     * The same scan, with {@link CarriedTypes#carried} of this row type as its row type and microseconds as its values.
     * This object, if it has no such column.
     */
    RelNode withMicros();
}
