/**
 * The customs office for Parquet and Avro: batches to data files and back, metadata records to Avro files and back. No
 * class of either library leaves this package, and nothing here knows what a table is. Imports {@code error env type row
 * predicate}. Start at {@link io.lakelog.storage.format.ParquetRowWriter} and
 * {@link io.lakelog.storage.format.ParquetRowReader}, then {@link io.lakelog.storage.format.AvroFile}.
 */
@NullMarked
package io.lakelog.storage.format;

import org.jspecify.annotations.NullMarked;
