/**
 * What {@link java.sql.DatabaseMetaData} asks, and the answers as rows: a request is a kind and its arguments, and travels
 * over the wire as it is, so embedded and remote connections give the same answers. Imports {@code convert}, storage's
 * front door and the SQL facade; no Avatica. Start at {@link io.lakelog.jdbc.metadata.MetadataKind}.
 */
@NullMarked
package io.lakelog.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
