package io.lakelog.storage.env;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CrashFileSystemTest extends FileSystemContract {
    private static final int LOSE_ALL = 0;
    private static final int KEEP_ALL = 1;
    private static final int SEEDS = 200;

    private final CrashFileSystem files = new CrashFileSystem();

    @Override
    FileSystem files() {
        return files;
    }

    @Override
    String root() {
        return "/root";
    }

    @Test
    void contentNeedsASyncAndSoDoesTheName() throws IOException {
        files.createDirectories("/t");
        try (FileSystem.Output output = files.create("/t/a")) {
            output.write("synced".getBytes(UTF_8), 0, 6);
            output.sync();
            output.write(", not".getBytes(UTF_8), 0, 5);
        }
        assertThat(files.crashNow(LOSE_ALL).exists("/t")).isTrue();
        assertThat(files.crashNow(LOSE_ALL).exists("/t/a")).isFalse();
        assertThat(text(files.crashNow(KEEP_ALL), "/t/a")).isEqualTo("synced, not");
        files.syncDirectory("/t");
        assertThat(text(files.crashNow(LOSE_ALL), "/t/a")).isEqualTo("synced");
        assertThat(text(files, "/t/a")).isEqualTo("synced, not");
        Set<String> seen = new TreeSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            seen.add(text(files.crashNow(seed), "/t/a"));
        }
        assertThat(seen).allMatch(text -> text.startsWith("synced"));
        assertThat(seen).contains("synced", "synced,", "synced, not", "synced\0\0\0\0\0");
    }

    @Test
    void aNameWithoutContentIsPossible() throws IOException {
        try (FileSystem.Output output = files.create("/t/a")) {
            output.write(new byte[] {1, 2, 3}, 0, 3);
        }
        files.syncDirectory("/t");
        assertThat(files.crashNow(LOSE_ALL).read("/t/a")).isEmpty();
        assertThat(files.crashNow(KEEP_ALL).read("/t/a")).containsExactly(1, 2, 3);
    }

    @Test
    void createIfAbsentIsThereOrNotButWhole() throws IOException {
        int before = files.syncs();
        files.createIfAbsent("/t/snapshot/snapshot-1", "whole".getBytes(UTF_8));
        assertThat(text(files.crashNow(LOSE_ALL), "/t/snapshot/snapshot-1")).isEqualTo("whole");
        boolean seen = false;
        boolean missed = false;
        for (int k = before + 1; k <= files.syncs(); k++) {
            for (int seed = 0; seed < SEEDS; seed++) {
                CrashFileSystem left = files.crashAt(k, seed);
                if (left.exists("/t/snapshot/snapshot-1")) {
                    assertThat(text(left, "/t/snapshot/snapshot-1")).isEqualTo("whole");
                    seen = true;
                } else {
                    missed = true;
                }
            }
        }
        assertThat(seen).isTrue();
        assertThat(missed).isTrue();
    }

    @Test
    void replaceLeavesOldOrNew() throws IOException {
        files.createIfAbsent("/t/LATEST", "1".getBytes(UTF_8));
        files.replace("/t/LATEST", "2".getBytes(UTF_8));
        files.replace("/t/LATEST", "3".getBytes(UTF_8));
        Set<String> seen = new TreeSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            seen.add(text(files.crashNow(seed), "/t/LATEST"));
        }
        assertThat(seen).containsExactly("1", "2", "3");
        files.syncDirectory("/t");
        assertThat(text(files.crashNow(LOSE_ALL), "/t/LATEST")).isEqualTo("3");
    }

    @Test
    void deletedNamesMayComeBack() throws IOException {
        files.createIfAbsent("/t/a", new byte[] {1});
        files.createIfAbsent("/t/b", new byte[] {2});
        files.delete("/t/a");
        files.deleteRecursively("/t/b");
        assertThat(files.crashNow(LOSE_ALL).memory().files()).containsExactly("/t/a", "/t/b");
        assertThat(files.crashNow(KEEP_ALL).memory().files()).isEmpty();
        Set<String> seen = new TreeSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            seen.add(files.crashNow(seed).memory().files().toString());
        }
        assertThat(seen).as("each name by itself").containsExactly("[/t/a, /t/b]", "[/t/a]", "[/t/b]", "[]");
        files.syncDirectory("/t");
        assertThat(files.crashNow(LOSE_ALL).memory().files()).isEmpty();
    }

    @Test
    void aCrashEndsTheWorldButNotTheTest() throws IOException {
        files.createIfAbsent("/t/a", new byte[] {1});
        int k = files.syncs();
        files.createIfAbsent("/t/b", new byte[] {2});
        assertThat(files.crashAt(k + 1, KEEP_ALL).memory().files())
                .as("what came later")
                .containsExactly("/t/a");
        CrashFileSystem left = files.crashAt(k + 1, KEEP_ALL);
        left.createIfAbsent("/t/c", new byte[] {3});
        assertThat(left.crashNow(LOSE_ALL).memory().files()).containsExactly("/t/a", "/t/c");
        assertThat(files.memory().files()).containsExactly("/t/a", "/t/b");
    }

    @Test
    void theSameSeedGivesTheSameState() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (FileSystem.Output output = files.create("/t/" + i)) {
                output.write(new byte[2000], 0, 100 * i);
            }
        }
        for (int seed = 0; seed < 20; seed++) {
            CrashFileSystem one = files.crashNow(seed);
            CrashFileSystem two = files.crashNow(seed);
            assertThat(one.memory().files()).isEqualTo(two.memory().files());
            for (String path : one.memory().files()) {
                assertThat(one.read(path)).isEqualTo(two.read(path));
            }
        }
    }

    private static String text(FileSystem files, String path) throws IOException {
        return new String(files.read(path), UTF_8);
    }
}
