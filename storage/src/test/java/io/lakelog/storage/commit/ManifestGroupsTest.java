package io.lakelog.storage.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.manifest.ColumnStats;
import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.schema.ManifestOptions;
import io.lakelog.storage.schema.TableOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ManifestGroupsTest {
    private static ManifestInfo manifest(long bytes, long deleted) {
        return new ManifestInfo("m" + bytes, bytes, 1, deleted, ColumnStats.NONE, 0, 0, 0, 0, 0);
    }

    private static ManifestOptions options(long target, int count, long full) {
        return TableOptions.parse(Map.of(
                        "manifest.target-file-size", target + " b",
                        "manifest.merge-min-count", String.valueOf(count),
                        "manifest.full-compaction-threshold-size", full + " b"))
                .manifests();
    }

    @Property
    void neighboursAreMergedInOrderAndSmallOnesAreNeverMany(
            @ForAll @Size(max = 60) List<@IntRange(min = 1, max = 150) Integer> sizes,
            @ForAll @IntRange(min = 2, max = 10) int count) {
        List<ManifestInfo> manifests =
                sizes.stream().map(size -> manifest(size, 0)).toList();
        List<List<ManifestInfo>> groups = ManifestGroups.of(manifests, options(100, count, 1 << 20));
        List<ManifestInfo> again = new ArrayList<>();
        groups.forEach(again::addAll);
        assertThat(again).isEqualTo(manifests);
        long stay = groups.stream()
                .filter(group -> group.size() == 1 && group.get(0).sizeBytes() < 100)
                .count();
        assertThat(stay).isLessThan(count);
        for (List<ManifestInfo> group : groups.subList(0, Math.max(0, groups.size() - 1))) {
            // Without the last of them they were smaller than the target.
            assertThat(bytes(group.subList(0, group.size() - 1))).isLessThan(100);
        }
    }

    @Test
    void whatIsSmallOrRemovesFilesCountsTowardsSeeingAllThrough() {
        ManifestOptions options = options(100, 30, 500);
        assertThat(ManifestGroups.isFull(List.of(manifest(1000, 0), manifest(499, 1)), options))
                .isFalse();
        assertThat(ManifestGroups.isFull(List.of(manifest(1000, 0), manifest(499, 1), manifest(1, 0)), options))
                .isTrue();
    }

    private static long bytes(List<ManifestInfo> manifests) {
        return manifests.stream().mapToLong(ManifestInfo::sizeBytes).sum();
    }
}
