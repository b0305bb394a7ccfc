/**
 * Where things are: the only author and parser of paths and file names in a table, of partition directories, and of
 * bucket numbers. Touches no file. Imports {@code error type row}. Start at
 * {@link io.lakelog.storage.layout.TableLayout}.
 */
@NullMarked
package io.lakelog.storage.layout;

import org.jspecify.annotations.NullMarked;
