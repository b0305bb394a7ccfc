/**
 * The customs office for Parquet, Avro and ORC: batches to data files and back, metadata records to Avro files and back. No
 * class of their libraries leaves this package, and nothing here knows what a table is. Imports {@code error env type row
 * cache predicate}. Start at {@link io.lakelog.storage.format.ParquetRowWriter} and
 * {@link io.lakelog.storage.format.ParquetRowReader}, {@link io.lakelog.storage.format.PagedParquet} for look-ups, then {@link io.lakelog.storage.format.AvroFile}.
 */
@NullMarked
package io.lakelog.storage.format;

import org.jspecify.annotations.NullMarked;
