/**
 * The text form of rows and changes in which engines are compared, and the files of the reference tables that are
 * written in it. Knows no engine. Start at {@link io.lakelog.tck.text.RowText}.
 */
@NullMarked
package io.lakelog.tck.text;

import org.jspecify.annotations.NullMarked;
