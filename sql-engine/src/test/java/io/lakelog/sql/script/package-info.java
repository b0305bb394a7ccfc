/**
 * Golden scripts: SQL and what it answers, as plain text. A script is run against anything that is a
 * {@link io.lakelog.sql.script.SqlSession}: the engine, a JDBC connection, a remote one. Knows neither. Start at
 * {@link io.lakelog.sql.script.Script}.
 */
@NullMarked
package io.lakelog.sql.script;

import org.jspecify.annotations.NullMarked;
