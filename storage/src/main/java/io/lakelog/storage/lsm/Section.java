package io.lakelog.storage.lsm;

import io.lakelog.storage.manifest.DataFileMeta;
import java.util.ArrayList;
import java.util.List;

/**
 * Files whose key ranges touch, directly or through others, and no other file's: what a merge must look at together.
 * Immutable.
 *
 * @param runs the newest first; each a part of a run of the bucket
 */
public record Section(List<SortedRun> runs) {
    public Section {
        runs = List.copyOf(runs);
    }

    /** Whether no key can have two versions here. */
    public boolean isSingleRun() {
        return runs.size() == 1;
    }

    public List<DataFileMeta> files() {
        return runs.stream().flatMap(run -> run.files().stream()).toList();
    }

    /** Cuts runs (newest first) into sections, in key order. */
    static List<Section> partition(List<SortedRun> runs, Levels.KeyBounds bounds) {
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            for (DataFileMeta file : runs.get(i).files()) {
                members.add(new Member(file, i));
            }
        }
        members.sort((a, b) -> bounds.compareMin(a.file(), b.file()));
        List<Section> sections = new ArrayList<>();
        List<Member> open = new ArrayList<>();
        DataFileMeta furthest = null;
        for (Member member : members) {
            if (furthest != null && bounds.compareMaxToMin(furthest, member.file()) < 0) {
                sections.add(section(open, runs));
                open.clear();
                furthest = null;
            }
            open.add(member);
            if (furthest == null || bounds.compareMax(member.file(), furthest) > 0) {
                furthest = member.file();
            }
        }
        if (!open.isEmpty()) {
            sections.add(section(open, runs));
        }
        return sections;
    }

    private static Section section(List<Member> members, List<SortedRun> runs) {
        List<SortedRun> parts = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            int run = i;
            List<DataFileMeta> part = members.stream()
                    .filter(member -> member.run() == run)
                    .map(Member::file)
                    .toList();
            if (!part.isEmpty()) {
                parts.add(new SortedRun(runs.get(i).level(), part));
            }
        }
        return new Section(parts);
    }

    private record Member(DataFileMeta file, int run) {}
}
