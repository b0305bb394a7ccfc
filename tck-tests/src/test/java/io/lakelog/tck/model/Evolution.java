package io.lakelog.tck.model;

import io.lakelog.tck.model.Scenario.Engine;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * A table and what two engines do to it, its columns included. A step says what is done, its seed to what and how: that
 * depends on the columns there are by then, so that steps can be left out when a failure is shrunk.
 *
 * @param producer the table's changelog producer
 * @param tableSeed where its columns and keys come from
 * @param steps in order
 */
public record Evolution(String producer, long tableSeed, List<Step> steps) {

    /** What is done. */
    public enum Kind {
        UPSERT,
        DELETE,
        COMPACT,
        ADD,
        DROP,
        RENAME,
        /** To a type that holds all values of the one before. */
        WIDEN,
        /** To any type that Paimon converts to; Lakelog alters no column so. */
        CONVERT,
        MOVE,
        ALLOW_NULL,
        COMMENT
    }

    /** @param engine who does it */
    public record Step(Engine engine, Kind kind, long seed) {
        public boolean alters() {
            return kind.compareTo(Kind.ADD) >= 0;
        }
    }

    /** Tables whose columns keep all their values, whoever changes them. */
    public static Arbitrary<Evolution> keepingValues(String producer) {
        return evolutions(
                producer,
                Arbitraries.frequencyOf(
                        Tuple.of(6, Arbitraries.just(Kind.UPSERT)),
                        Tuple.of(2, Arbitraries.of(Kind.DELETE, Kind.COMPACT)),
                        Tuple.of(7, Arbitraries.of(Kind.ADD, Kind.DROP, Kind.RENAME, Kind.WIDEN, Kind.WIDEN)),
                        Tuple.of(2, Arbitraries.of(Kind.MOVE, Kind.ALLOW_NULL, Kind.COMMENT))));
    }

    /**
     * Tables of which Paimon also makes columns of other types, as it likes. (Not of timestamps with nine digits, of which it
     * cuts none where the first ones are zeros.)
     */
    public static Arbitrary<Evolution> convertingValues(String producer) {
        return evolutions(
                producer,
                Arbitraries.frequencyOf(
                        Tuple.of(5, Arbitraries.just(Kind.UPSERT)),
                        Tuple.of(2, Arbitraries.of(Kind.DELETE, Kind.COMPACT)),
                        Tuple.of(5, Arbitraries.just(Kind.CONVERT)),
                        Tuple.of(3, Arbitraries.of(Kind.ADD, Kind.DROP, Kind.RENAME))));
    }

    private static Arbitrary<Evolution> evolutions(String producer, Arbitrary<Kind> kinds) {
        Arbitrary<Step> steps = Combinators.combine(
                        Arbitraries.of(Engine.class), kinds, Arbitraries.longs().between(0, 100_000))
                .as(Step::new);
        return Combinators.combine(
                        Arbitraries.longs().between(0, 1000),
                        steps.list().ofMinSize(2).ofMaxSize(20))
                .as((seed, all) -> new Evolution(producer, seed, all));
    }

    @Override
    public String toString() {
        StringBuilder out =
                new StringBuilder("\n").append(producer).append(", table ").append(tableSeed);
        steps.forEach(step -> out.append("\n  ").append(step));
        return out.append('\n').toString();
    }
}
