/**
 * What a table is: its columns, keys and options, one immutable version at a time, and the files that keep the versions.
 * Options are parsed here once into typed values; nobody else reads an option by its name. Imports {@code error env type
 * row layout}. Start at {@link io.lakelog.storage.schema.TableSchema}.
 */
@NullMarked
package io.lakelog.storage.schema;

import org.jspecify.annotations.NullMarked;
