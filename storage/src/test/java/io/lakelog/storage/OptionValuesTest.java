package io.lakelog.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.TableOptions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of compaction, retention and caches with values that make no sense are refused by name, whenever they are set. */
class OptionValuesTest {
    private static final TableName NAME = new TableName("default", "t");

    private final Catalog catalog = Catalog.open(
            new Environment(new MemoryFileSystem(), Clock.systemUTC(), () -> String.valueOf(System.nanoTime())),
            "/warehouse");

    private void create(Map<String, String> options) {
        TestTable.create(catalog, options);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "num-sorted-run.compaction-trigger=0",
                "num-sorted-run.compaction-trigger=-1",
                "num-sorted-run.compaction-trigger=1.5",
                "num-sorted-run.stop-trigger=0",
                "num-sorted-run.stop-trigger=-3",
                "num-levels=0",
                "num-levels=1",
                "compaction.size-ratio=-1",
                "compaction.max-size-amplification-percent=-1",
                "compaction.optimization-interval=soon",
                "compaction.optimization-interval=-1 h",
                "compaction.total-size-threshold=0",
                "compaction.offpeak.start.hour=24",
                "compaction.offpeak.start.hour=-2",
                "compaction.offpeak.end.hour=24",
                "compaction.offpeak-ratio=-1",
                "compaction.force-up-level-0=maybe",
                "compaction.force-rewrite-all-files=1",
                "compaction.min.file-num=1",
                "commit.force-compact=yes",
                "write-only=on",
                "full-compaction.delta-commits=0",
                "changelog-producer.compaction-interval=often",
                "snapshot.num-retained.min=0",
                "snapshot.num-retained.max=0",
                "snapshot.num-retained.max=9",
                "snapshot.num-retained.min=12,snapshot.num-retained.max=11",
                "snapshot.time-retained=-1 h",
                "snapshot.time-retained=long",
                "snapshot.expire.limit=0",
                "changelog.num-retained.min=0",
                "changelog.num-retained.max=0",
                "changelog.num-retained.max=9",
                "changelog.num-retained.min=5,changelog.num-retained.max=4",
                "changelog.time-retained=-1 s",
                "consumer.expiration-time=never",
                "tag.default-time-retained=-1 d",
                "manifest.merge-min-count=1",
                "manifest.target-file-size=0",
                "manifest.full-compaction-threshold-size=-1",
                "lookup.cache-rows=-1",
                "lookup.cache-max-memory-size=0 mb",
                "lookup.cache-max-disk-size=much",
                "lookup.cache-file-retention=1 fortnight",
                "write-buffer-size=0",
                "target-file-size=-1"
            })
    void isRefusedByName(String settings) {
        Map<String, String> options = Stream.of(settings.split(","))
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(setting -> setting[0], setting -> setting[1]));
        refused(options, () -> create(options));
        create(Map.of());
        List<SchemaChange> changes = new ArrayList<>();
        options.forEach((key, value) -> changes.add(new SchemaChange.SetOption(key, value)));
        refused(options, () -> catalog.alterTable(NAME, changes));
        assertThat(catalog.table(NAME).schema().options())
                .doesNotContainKeys(options.keySet().toArray(String[]::new));
    }

    private static void refused(Map<String, String> options, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
                .hasMessageContainingAll(
                        options.keySet().stream().map(key -> "'" + key + "'").toArray(String[]::new));
    }

    /** As in Paimon, so that a table that other engines made with it opens. */
    @Test
    void aStopTriggerBelowTheTriggerCountsAsThat() {
        assertThat(TableOptions.parse(
                                Map.of("num-sorted-run.compaction-trigger", "7", "num-sorted-run.stop-trigger", "2"))
                        .compaction()
                        .stopTrigger())
                .isEqualTo(7);
    }
}
