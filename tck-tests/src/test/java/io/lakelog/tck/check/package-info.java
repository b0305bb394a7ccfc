/**
 * An independent reader of a table's directory that proves the format's invariants from the raw files: JSON, Avro and
 * Parquet through their own libraries, none of the product's code. Borrows the binary rows and the bucket hash of the
 * Paimon library. Start at {@link io.lakelog.tck.check.TableCheck}.
 */
@NullMarked
package io.lakelog.tck.check;

import org.jspecify.annotations.NullMarked;
