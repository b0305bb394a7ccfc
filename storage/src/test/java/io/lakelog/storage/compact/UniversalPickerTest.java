package io.lakelog.storage.compact;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.schema.CompactionOptions;
import io.lakelog.storage.schema.TableOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What the picker promises, whatever the runs and the options. */
class UniversalPickerTest {
    private static final long HOUR = 3_600_000;
    private static final long NOON = 12 * HOUR;

    private record Case(List<RunSize> runs, TableOptions options) {
        Optional<UniversalPicker.Pick> pick(List<RunSize> of) {
            return UniversalPicker.pick(of, options.topLevel(), options.compaction(), NOON);
        }
    }

    @Provide
    Arbitrary<Case> cases() {
        return options()
                .flatMap(options -> Combinators.combine(
                                sizes().list().ofMaxSize(12),
                                Arbitraries.integers()
                                        .between(1, options.topLevel())
                                        .set()
                                        .ofMaxSize(options.topLevel()),
                                sizes().list().ofSize(options.topLevel()))
                        .as((levelZero, levels, upper) -> {
                            List<RunSize> runs = new ArrayList<>();
                            levelZero.forEach(bytes -> runs.add(new RunSize(0, bytes, 0)));
                            new TreeSet<>(levels)
                                    .forEach(level -> runs.add(new RunSize(level, upper.get(level - 1), 0)));
                            return new Case(runs, options);
                        }));
    }

    private static Arbitrary<Long> sizes() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(1, 20), Arbitraries.longs().between(1, 1L << 40));
    }

    private static Arbitrary<TableOptions> options() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.integers().between(0, 120),
                        Arbitraries.of(0, 20, 200, 1000),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(2, 9),
                        Arbitraries.of("1 b", "1 kb", "1 gb"))
                .as((trigger, ratio, amplification, up, levels, threshold) -> TableOptions.parse(Map.of(
                        "num-sorted-run.compaction-trigger", trigger.toString(),
                        "compaction.size-ratio", ratio.toString(),
                        "compaction.max-size-amplification-percent", amplification.toString(),
                        "compaction.force-up-level-0", up.toString(),
                        "compaction.total-size-threshold", threshold,
                        "num-levels", levels.toString())));
    }

    @Property(tries = 2000)
    void mergesTheNewestRunsOntoALevelAboveAllOthers(@ForAll("cases") Case given) {
        given.pick(given.runs()).ifPresent(pick -> {
            assertThat(pick.runs()).isBetween(1, given.runs().size());
            assertThat(pick.outputLevel()).isBetween(1, given.options().topLevel());
            List<RunSize> left = given.runs().subList(pick.runs(), given.runs().size());
            assertThat(left).allMatch(run -> run.level() > pick.outputLevel());
            if (left.isEmpty()) {
                assertThat(pick.outputLevel()).isEqualTo(given.options().topLevel());
            }
        });
    }

    @Property(tries = 2000)
    void comesToAnEndWithFewRunsAndLittleSpaceLost(@ForAll("cases") Case given) {
        CompactionOptions options = given.options().compaction();
        List<RunSize> runs = given.runs();
        int steps = 0;
        Optional<UniversalPicker.Pick> pick;
        while ((pick = given.pick(runs)).isPresent()) {
            runs = apply(runs, pick.get());
            assertThat(++steps).isLessThanOrEqualTo(given.runs().size() + 1);
        }
        assertThat(runs).hasSizeLessThanOrEqualTo(options.trigger());
        if (options.levelZeroAlways()) {
            assertThat(runs).allMatch(run -> run.level() > 0);
        }
        if (runs.size() > 1 && runs.size() >= options.trigger()) {
            long oldest = runs.get(runs.size() - 1).bytes();
            double newer = bytes(runs.subList(0, runs.size() - 1));
            assertThat(newer * 100).isLessThanOrEqualTo((double) options.maxAmplification() * oldest);
            assertThat(runs.get(0).bytes() * (100.0 + options.sizeRatio()) / 100)
                    .isLessThan(runs.get(1).bytes());
        }
    }

    /** Under a load of equal flushes the runs stay few; with a usual trigger bytes are written as often as sizes double. */
    @Property(tries = 30)
    void aSteadyLoadIsWrittenLogarithmicallyOften(@ForAll @IntRange(min = 5, max = 12) int trigger) {
        TableOptions options = TableOptions.parse(
                Map.of("num-sorted-run.compaction-trigger", String.valueOf(trigger), "compaction.size-ratio", "0"));
        Case given = new Case(List.of(), options);
        List<RunSize> runs = new ArrayList<>();
        long written = 0;
        int flushes = 2048;
        for (int i = 0; i < flushes; i++) {
            runs.add(0, new RunSize(0, 1000, 0));
            written += 1000;
            Optional<UniversalPicker.Pick> pick;
            while ((pick = given.pick(runs)).isPresent()) {
                written += bytes(runs.subList(0, pick.get().runs()));
                runs = new ArrayList<>(apply(runs, pick.get()));
            }
            assertThat(runs).hasSizeLessThanOrEqualTo(trigger);
        }
        assertThat(bytes(runs)).isEqualTo(flushes * 1000L);
        double amplification = written / (flushes * 1000.0);
        assertThat(amplification).as("times each byte is written").isBetween(2.0, 2.0 * 11 + 2);
    }

    @Test
    void anIntervalMergesEverythingOnceItIsOver() {
        Map<String, String> options = new HashMap<>(Map.of("compaction.optimization-interval", "1 h"));
        CompactionOptions hourly = TableOptions.parse(options).compaction();
        List<RunSize> runs = List.of(new RunSize(0, 1, NOON), new RunSize(5, 1 << 20, NOON - HOUR));
        assertThat(UniversalPicker.pick(runs, 5, hourly, NOON)).isEmpty();
        assertThat(UniversalPicker.pick(runs, 5, hourly, NOON + 1)).hasValue(new UniversalPicker.Pick(2, 5));
        List<RunSize> neverOptimised = List.of(new RunSize(0, 1, NOON), new RunSize(4, 1 << 20, NOON));
        assertThat(UniversalPicker.pick(neverOptimised, 5, hourly, NOON)).hasValue(new UniversalPicker.Pick(2, 5));
        assertThat(UniversalPicker.pick(runs.subList(1, 2), 5, hourly, NOON + 9 * HOUR))
                .isEmpty();
    }

    @Test
    void offPeakHoursTakeLargerRunsAlong() {
        CompactionOptions nightly = TableOptions.parse(Map.of(
                        "compaction.offpeak.start.hour", "22",
                        "compaction.offpeak.end.hour", "6",
                        "compaction.offpeak-ratio", "200",
                        "num-sorted-run.compaction-trigger", "2"))
                .compaction();
        List<RunSize> runs = List.of(new RunSize(0, 10, 0), new RunSize(0, 25, 0), new RunSize(5, 1000, 0));
        for (long night : new long[] {0, 22 * HOUR, 29 * HOUR, -HOUR}) {
            assertThat(UniversalPicker.pick(runs, 5, nightly, night)).hasValue(new UniversalPicker.Pick(2, 4));
        }
        // By day the newest run is too small for the next, and only their number has them merged.
        List<RunSize> two = List.of(runs.get(0), new RunSize(4, 25, 0));
        assertThat(UniversalPicker.pick(two, 5, nightly, 0)).hasValue(new UniversalPicker.Pick(2, 5));
        for (long day : new long[] {6 * HOUR, NOON, 22 * HOUR - 1}) {
            assertThat(UniversalPicker.pick(two, 5, nightly, day)).isEmpty();
        }
    }

    private static List<RunSize> apply(List<RunSize> runs, UniversalPicker.Pick pick) {
        List<RunSize> after = new ArrayList<>();
        after.add(new RunSize(pick.outputLevel(), bytes(runs.subList(0, pick.runs())), 0));
        after.addAll(runs.subList(pick.runs(), runs.size()));
        return after;
    }

    private static long bytes(List<RunSize> runs) {
        return runs.stream().mapToLong(RunSize::bytes).sum();
    }
}
