/**
 * How the past goes: which snapshots, changelogs and tags have had their time, and which files only they needed. The
 * decision is pure ({@link io.lakelog.storage.retention.RetentionRule}); what it costs is read from metadata, in
 * proportion to what goes. Imports the rooms above it down to {@code snapshot}; never the LSM or what writes. Start at
 * {@link io.lakelog.storage.retention.SnapshotExpiry}.
 */
@NullMarked
package io.lakelog.storage.retention;

import org.jspecify.annotations.NullMarked;
