package io.lakelog.tck.model;

import io.lakelog.storage.schema.TableDefinition;
import java.util.List;

/**
 * A table and what is done to it. Small values make small scenarios, so that a failing one can be shrunk.
 *
 * @param definition the table
 * @param keySeed where its keys come from
 * @param commits in order
 */
public record Scenario(TableDefinition definition, long keySeed, List<Commit> commits) {

    /**
     * Operations of one commit.
     *
     * @param engine who does it
     * @param compaction what Paimon does about compaction; Lakelog decides for itself
     */
    public record Commit(Engine engine, Compaction compaction, List<Operation> operations) {}

    /** When Paimon compacts. */
    public enum Compaction {
        AS_IT_COMES,
        FULL,
        /** As a write-only job does: new rows stay on level 0, their changes untold until somebody compacts. */
        NEVER
    }

    /** Who writes. */
    public enum Engine {
        LAKELOG,
        PAIMON
    }

    /**
     * What is done to one key.
     *
     * @param key number of the key, from 0
     * @param valueSeed where the other values come from
     */
    public record Operation(Kind kind, int key, long valueSeed) {}

    /** What an operation does. */
    public enum Kind {
        /** A row with new values, whether the key is there or not. */
        UPSERT,
        /** The row that is there once more; a new one if there is none. */
        REPEAT,
        /** Takes the key's row away, if there is one. */
        DELETE
    }

    public boolean lookup() {
        return "lookup".equals(definition.options().get("changelog-producer"));
    }

    @Override
    public String toString() {
        StringBuilder out =
                new StringBuilder("\nkeySeed ").append(keySeed).append(' ').append(definition);
        for (Commit commit : commits) {
            out.append("\n  ")
                    .append(commit.engine())
                    .append(" commits, compaction ")
                    .append(commit.compaction());
            commit.operations().forEach(operation -> out.append("\n    ").append(operation));
        }
        return out.append('\n').toString();
    }
}
