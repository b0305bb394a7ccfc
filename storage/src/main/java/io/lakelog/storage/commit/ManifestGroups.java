package io.lakelog.storage.commit;

import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.schema.ManifestOptions;
import java.util.ArrayList;
import java.util.List;

/** Which manifests of a table are rewritten, and which of them together. Pure. */
final class ManifestGroups {
    private ManifestGroups() {}

    /** Whether so much is small, or about dead files, that all manifests are to be seen through. */
    static boolean isFull(List<ManifestInfo> manifests, ManifestOptions options) {
        long bytes = manifests.stream()
                .filter(manifest -> mustChange(manifest, options))
                .mapToLong(ManifestInfo::sizeBytes)
                .sum();
        return bytes >= options.fullBytes();
    }

    /** Whether a manifest does more than add files, or is far from the target size, which none meets exactly. */
    static boolean mustChange(ManifestInfo manifest, ManifestOptions options) {
        return manifest.deletedFiles() > 0 || manifest.sizeBytes() < options.targetBytes() / 2;
    }

    /**
     * Neighbours that become one manifest of the target size, and the newest ones once there are many of them.
     *
     * @param manifests oldest first
     * @return all of them, in order; groups of one stay as they are
     */
    static List<List<ManifestInfo>> of(List<ManifestInfo> manifests, ManifestOptions options) {
        List<List<ManifestInfo>> groups = new ArrayList<>();
        List<ManifestInfo> open = new ArrayList<>();
        long bytes = 0;
        for (ManifestInfo manifest : manifests) {
            open.add(manifest);
            bytes += manifest.sizeBytes();
            if (bytes >= options.targetBytes()) {
                groups.add(List.copyOf(open));
                open.clear();
                bytes = 0;
            }
        }
        if (open.size() >= options.mergeMinCount()) {
            groups.add(open);
        } else {
            open.forEach(manifest -> groups.add(List.of(manifest)));
        }
        return groups;
    }
}
