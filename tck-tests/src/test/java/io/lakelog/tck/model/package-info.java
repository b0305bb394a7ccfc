/**
 * What must come out: random tables and operations, a map that plays them, and the laws that tie rows to changes. Knows
 * storage's vocabulary, no engine. Start at {@link io.lakelog.tck.model.Scenario}.
 */
@NullMarked
package io.lakelog.tck.model;

import org.jspecify.annotations.NullMarked;
