package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.compact.RunSize;
import io.lakelog.storage.compact.UniversalPicker;
import io.lakelog.storage.schema.TableOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.paimon.compact.CompactUnit;
import org.apache.paimon.io.DataFileMeta;
import org.apache.paimon.manifest.FileSource;
import org.apache.paimon.mergetree.LevelSortedRun;
import org.apache.paimon.mergetree.SortedRun;
import org.apache.paimon.mergetree.compact.UniversalCompaction;
import org.apache.paimon.stats.SimpleStats;

/** The options of universal compaction mean what they mean to Paimon: both pick the same runs and the same level. */
class CompactionChoiceTest {
    private static final int TOP_LEVEL = 6;

    @Provide
    Arbitrary<List<Long>> levelZero() {
        return sizes().list().ofMaxSize(8);
    }

    @Provide
    Arbitrary<Map<Integer, Long>> upper() {
        return Arbitraries.maps(Arbitraries.integers().between(1, TOP_LEVEL), sizes())
                .ofMaxSize(TOP_LEVEL);
    }

    private static Arbitrary<Long> sizes() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(1, 30), Arbitraries.longs().between(1, 1L << 40));
    }

    @Property(tries = 1000)
    void bothPickTheSame(
            @ForAll("levelZero") List<Long> levelZero,
            @ForAll("upper") Map<Integer, Long> upper,
            @ForAll @IntRange(min = 1, max = 7) int trigger,
            @ForAll @IntRange(min = 0, max = 150) int ratio,
            @ForAll @IntRange(min = 0, max = 400) int amplification) {
        List<RunSize> ours = new ArrayList<>();
        levelZero.forEach(bytes -> ours.add(new RunSize(0, bytes, 0)));
        new TreeMap<>(upper).forEach((level, bytes) -> ours.add(new RunSize(level, bytes, 0)));
        List<LevelSortedRun> theirs =
                ours.stream().map(CompactionChoiceTest::run).toList();

        Optional<UniversalPicker.Pick> pick = UniversalPicker.pick(
                ours,
                TOP_LEVEL,
                TableOptions.parse(Map.of(
                                "num-sorted-run.compaction-trigger", String.valueOf(trigger),
                                "compaction.size-ratio", String.valueOf(ratio),
                                "compaction.max-size-amplification-percent", String.valueOf(amplification)))
                        .compaction(),
                0);
        Optional<CompactUnit> unit = new UniversalCompaction(amplification, ratio, trigger, null, null)
                .pick(TOP_LEVEL + 1, theirs)
                // As its compaction manager leaves out what changes nothing.
                .filter(picked -> !picked.files().isEmpty())
                .filter(picked -> picked.files().size() > 1 || ours.get(0).level() != picked.outputLevel());

        assertThat(pick.map(UniversalPicker.Pick::runs))
                .isEqualTo(unit.map(picked -> picked.files().size()));
        assertThat(pick.map(UniversalPicker.Pick::outputLevel)).isEqualTo(unit.map(CompactUnit::outputLevel));
    }

    private static LevelSortedRun run(RunSize run) {
        DataFileMeta file = DataFileMeta.forAppend(
                "f",
                run.bytes(),
                1,
                SimpleStats.EMPTY_STATS,
                0,
                0,
                0,
                List.of(),
                null,
                FileSource.APPEND,
                null,
                null,
                null,
                null);
        return new LevelSortedRun(run.level(), SortedRun.fromSingle(file));
    }
}
