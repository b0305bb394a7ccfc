/**
 * Lakelog before its judges: the published Paimon library reads what Lakelog wrote and writes what Lakelog reads, models
 * say what must come out, and {@code check} proves every table from its raw files. Only tests live here, nothing of the
 * product may import this. Start at {@link io.lakelog.tck.paimon.PaimonOracle}.
 */
@NullMarked
package io.lakelog.tck;

import org.jspecify.annotations.NullMarked;
