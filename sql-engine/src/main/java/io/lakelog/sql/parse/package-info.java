/**
 * Text to syntax tree. {@link io.lakelog.sql.parse.SqlText} is the only user of the generated parser; what Lakelog adds
 * to Calcite's grammar becomes a {@link io.lakelog.sql.parse.Statement} without any Calcite in it, queries and DML stay
 * Calcite's trees. Nothing is looked up in a catalog here. Imports Calcite's parser and storage's vocabulary. Start at
 * {@link io.lakelog.sql.parse.SqlText}.
 */
@NullMarked
package io.lakelog.sql.parse;

import org.jspecify.annotations.NullMarked;
