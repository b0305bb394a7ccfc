/**
 * Conditions on rows that let a scan skip files and pages. A scan may return rows that do not meet the predicate; who
 * asks applies it again. Imports {@code row type}. Start at {@link io.lakelog.storage.predicate.Predicate}.
 */
@NullMarked
package io.lakelog.storage.predicate;

import org.jspecify.annotations.NullMarked;
