/**
 * Statements that change something or show what is there: each is a {@link io.lakelog.sql.command.Command} that is given
 * all it needs when it is planned and can run as often as wanted. Imports {@code parse} (its statements), {@code exec} and
 * storage's front door; never Calcite. Start at {@link io.lakelog.sql.command.Command}.
 */
@NullMarked
package io.lakelog.sql.command;

import org.jspecify.annotations.NullMarked;
