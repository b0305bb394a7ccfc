/**
 * From syntax tree to something that runs: names are resolved against the catalog, Calcite validates and plans, scans take
 * columns and conditions over, and what comes out (a {@link io.lakelog.sql.exec.Query}, a
 * {@link io.lakelog.sql.command.Command}) shows no Calcite. What the batch operators of {@code exec} cannot do runs as
 * Calcite's generated code. Where steps of Calcite's planning are wrong, trees are put in other words before them (the steps of
 * {@link io.lakelog.sql.plan.LogicalSteps}) or rules are held back (in {@link io.lakelog.sql.plan.EnumerableQuery}), one file
 * for each; what generated code makes of values is the business of {@code semantics}. Imports {@code parse exec command
 * partition semantics} and storage's front door. Start at {@link io.lakelog.sql.plan.StatementPlanner}, then
 * {@link io.lakelog.sql.plan.QueryPlanner}.
 */
@NullMarked
package io.lakelog.sql.plan;

import org.jspecify.annotations.NullMarked;
