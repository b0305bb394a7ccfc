/**
 * The values that SQL users expect, out of Calcite's generated code, which carries timestamps in milliseconds, compares
 * texts by UTF-16 unit and wraps numbers. Types and the rewriting of logical trees live here, and the static functions that
 * rewritten trees call; no parsing, no planning, no storage but its errors. Imports {@code storage.error} and Calcite. Start
 * at {@link io.lakelog.sql.semantics.ValueSemantics}.
 *
 * <p><b>How a planner calls it.</b>
 *
 * <ol>
 *   <li>Types: one {@link io.lakelog.sql.semantics.SqlTypeFactory}, for catalog reader, validator and RexBuilder.
 *   <li>Operators: {@link io.lakelog.sql.semantics.SemanticOperators#table} ahead of Calcite's tables.
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
 *       not name, merges projections and filters, and makes AND and OR lazy. (No rule may make merge joins: Calcite's take the
 *       right side of a LEFT JOIN for sorted.)
 *   <li>The DataContext answers {@code timeZone} (a TimeZone, the session's), {@code currentTimestamp} and its relatives,
 *       {@code locale}; parameters of LIMIT and OFFSET are Integers.
 *   <li>What planning and running throw goes through {@link io.lakelog.sql.semantics.SqlFailures#translate}.
 * </ol>
 *
 * <p><b>How values look in rows.</b> TIMESTAMP(p) and TIMESTAMP(p) WITH LOCAL TIME ZONE of every precision are BIGINT
 * microseconds since 1970-01-01T00:00 (in UTC for the latter), also inside of arrays and rows; so are parameters of these
 * types. Day-time intervals are BIGINT microseconds. All else is as Calcite has it: DATE an Integer of days, TIME an Integer
 * of milliseconds, DECIMAL a BigDecimal of exactly the scale of its type (scans must keep to that), VARCHAR a String. Which
 * columns are timestamps the validator knows; the rewritten tree calls them BIGINT.
 *
 * <p><b>What is chosen.</b> Types of arithmetic: see {@link io.lakelog.sql.semantics.SqlTypeSystem}. Integers and decimals
 * never wrap (NUMERIC_OVERFLOW), nor divide by zero (DIVISION_BY_ZERO); DOUBLE follows IEEE 754. NaN equals itself and is
 * greater than all else, 0.0 equals -0.0, in comparisons, grouping, joins and order alike. Texts are ordered by code point,
 * and functions count code points; blanks at the end of a CHAR do not count where two CHARs are compared. A cast of a text to a
 * shorter one cuts it, of anything else to a text too short for it fails. Timestamps are cut towards the past. Weeks begin on
 * Sunday for FLOOR and CEIL, EXTRACT(WEEK) is ISO's. Dates and timestamps lie in the years 1 to 9999 (DATETIME_OVERFLOW). AND
 * and OR are evaluated from left to right, as far as needed.
 *
 * <p><b>Refused</b> (UNSUPPORTED, with the function and type named): functions that know milliseconds only on timestamps
 * of more than 3 digits; more than 6 fraction digits that are not zero; intervals of less than a millisecond as literals;
 * RANGE frames with an offset over DOUBLE, or of months; SESSION windows, MATCH_RECOGNIZE, MULTISET and recursive queries over
 * timestamps; MAPs of timestamps.
 */
@NullMarked
package io.lakelog.sql.semantics;

import org.jspecify.annotations.NullMarked;
