/**
 * What several versions of one key come to: the merge engines, column by column. Pure: no files, no runs. Imports {@code
 * error type row schema}. Start at {@link io.lakelog.storage.merge.MergeRules}.
 */
@NullMarked
package io.lakelog.storage.merge;

import org.jspecify.annotations.NullMarked;
