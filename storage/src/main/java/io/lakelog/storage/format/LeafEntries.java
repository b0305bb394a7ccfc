package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import java.util.Arrays;

/**
 * Entries of one leaf of a nested column: a repetition and a definition level each, and the values of those whose definition
 * level is the leaf's highest. The levels are as Parquet defines them. Not thread-safe.
 */
final class LeafEntries {
    int[] repetition;
    int[] definition;
    int count;
    /** The values that are there, without gaps. */
    Column values;

    LeafEntries(int[] repetition, int[] definition, int count, Column values) {
        this.repetition = repetition;
        this.definition = definition;
        this.count = count;
        this.values = values;
    }

    /** Appends entries {@code from} to {@code to} of another leaf's levels; values are not looked at. */
    void addLevels(int[] moreRepetition, int[] moreDefinition, int from, int to) {
        int needed = count + to - from;
        if (repetition.length < needed) {
            repetition = Arrays.copyOf(repetition, Math.max(needed, repetition.length * 2));
            definition = Arrays.copyOf(definition, Math.max(needed, definition.length * 2));
        }
        System.arraycopy(moreRepetition, from, repetition, count, to - from);
        System.arraycopy(moreDefinition, from, definition, count, to - from);
        count = needed;
    }
}
