/**
 * The commit protocol: what buckets changed becomes manifests, lists and, at one instant, a snapshot. The only caller of
 * {@code SnapshotStore.create}. Imports the rooms above it down to {@code snapshot}; never {@code write scan changes}.
 * Start at {@link io.lakelog.storage.commit.Committer}.
 */
@NullMarked
package io.lakelog.storage.commit;

import org.jspecify.annotations.NullMarked;
