/**
 * One LSM tree, the files of one bucket: how sorted runs lie on levels, are read, merged and written. Rows here carry
 * their sequence number and kind before the table's columns (see {@link io.lakelog.storage.lsm.KeyValues}). Chooses
 * nothing (that is {@code compact} and {@code write}) and commits nothing. Imports {@code error env type row cache
 * predicate format schema layout manifest index merge}. Start at {@link io.lakelog.storage.lsm.BucketReader}.
 */
@NullMarked
package io.lakelog.storage.lsm;

import org.jspecify.annotations.NullMarked;
