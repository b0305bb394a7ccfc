/**
 * Pages of data files that look-ups by key have read, kept so that they need not be read, decompressed and decoded again:
 * keys in memory, the other columns in a local file. Data files never change, so what is kept is never wrong. Knows no
 * file format and no table. Imports {@code env type row}. Start at {@link io.lakelog.storage.cache.PageCache}.
 */
@NullMarked
package io.lakelog.storage.cache;

import org.jspecify.annotations.NullMarked;
