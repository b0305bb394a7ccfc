/**
 * The values that SQL users expect, out of Calcite's generated code, which carries timestamps in milliseconds, compares
 * texts by UTF-16 unit and wraps numbers. Types and the rewriting of logical trees live here, and the static functions that
 * rewritten trees call; no parsing, no planning, no storage but its errors.
 *
 * <p><b>How a planner calls it.</b>
 *
 * <ol>
 *   <li>Types: one {@link io.lakelog.sql.semantics.SqlTypeFactory}, for catalog reader, validator and RexBuilder.
 *   <li>The parsed statement goes through {@link io.lakelog.sql.semantics.ValueSemantics#literals}, the validator's
 *       configuration gets {@code withTypeCoercionFactory(ValueSemantics.coercions())}.
 *   <li>{@code SqlToRelConverter} gets {@link io.lakelog.sql.semantics.ValueSemantics#convertlets} and a configuration with
 *       {@code withExpand(false)} and {@code withRelBuilderConfigTransform(c -> c.withSimplify(false))}: Calcite's
 *       simplifier orders literals by its own rules, and must not see them before.
 *   <li>Sub-queries are removed and decorrelated: {@code root = root.withRel(...)}. A DML statement hands over the input of
 *       its TableModify.
 *   <li>{@code root = ValueSemantics.apply(root)}. Scans must be {@link io.lakelog.sql.semantics.MicrosScan}s.
 *   <li>Volcano is asked for {@code root.rel} with EnumerableConvention and {@code root.collation}; without that collation it
 *       would drop the sort.
 *   <li>{@code ValueSemantics.finish(root, best)} comes last: it leaves out sort keys and what else {@code root.fields} does
 *       not name, merges projections and filters, and makes AND and OR lazy.
 *   <li>The DataContext answers {@code timeZone} (a TimeZone, the session's), {@code currentTimestamp} and its relatives,
 *       {@code locale}; parameters of LIMIT and OFFSET are Integers.
 *   <li>What planning and running throw goes through {@link io.lakelog.sql.semantics.SqlFailures#translate}.
 * </ol>
 *
 * <p><b>How values look in rows.</b> TIMESTAMP(p) and TIMESTAMP(p) WITH LOCAL TIME ZONE of every precision are BIGINT
 * microseconds since 1970-01-01T00:00 (in UTC for the latter); so are parameters of these types. Day-time intervals are
 * BIGINT microseconds. All else is as Calcite has it: DATE an Integer of days, TIME an Integer of milliseconds, DECIMAL a
 * BigDecimal of exactly the scale of its type (scans and parameters must keep to that), VARCHAR a String. Which columns are
 * timestamps the validator knows; the rewritten tree calls them BIGINT.
 *
 * <p>Imports {@code storage.error} and Calcite. Start at {@link io.lakelog.sql.semantics.ValueSemantics}.
 */
@NullMarked
package io.lakelog.sql.semantics;

import org.jspecify.annotations.NullMarked;
