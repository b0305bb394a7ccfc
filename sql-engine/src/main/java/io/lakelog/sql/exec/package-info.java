/**
 * Running a plan over batches: sources that read a table's state, changes or snapshots, operators on them, and the
 * conversion of values with the checks SQL asks for. Knows storage's front door and vocabulary, never Calcite. Start at
 * {@link io.lakelog.sql.exec.Relation}.
 */
@NullMarked
package io.lakelog.sql.exec;

import org.jspecify.annotations.NullMarked;
