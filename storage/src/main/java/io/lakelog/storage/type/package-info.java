/**
 * SQL types, and rows of them, with the exact text they have in schema files. Values live in {@code row}; this package
 * only describes them. Imports {@code error}. Start at {@link io.lakelog.storage.type.DataType}.
 */
@NullMarked
package io.lakelog.storage.type;

import org.jspecify.annotations.NullMarked;
