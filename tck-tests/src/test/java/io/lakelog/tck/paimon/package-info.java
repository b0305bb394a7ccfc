/**
 * The published Paimon library as the judge: the only package that speaks its language, but for {@code check} (which
 * borrows its binary rows) and {@code bench}. Start at {@link io.lakelog.tck.paimon.PaimonOracle}.
 */
@NullMarked
package io.lakelog.tck.paimon;

import org.jspecify.annotations.NullMarked;
