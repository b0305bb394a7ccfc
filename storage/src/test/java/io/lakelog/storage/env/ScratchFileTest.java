package io.lakelog.storage.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A local file has its room, and leaves nothing behind. */
class ScratchFileTest {
    private static final int BYTES = (3 << 16) + 5;
    private static final int STAT_BLOCK_BYTES = 512;

    @TempDir
    Path directory;

    private ScratchFile create(String name) throws IOException {
        return ScratchFile.create(directory.resolve(name).toString(), BYTES);
    }

    /** Else a disk that fills up later makes writing to the mapped bytes fail in ways that nobody can handle. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void itsRoomIsTakenWhenItIsMade() throws Exception {
        try (ScratchFile file = create("room")) {
            assertThat(file.bytes().capacity()).isEqualTo(BYTES);
            assertThat(allocated(descriptor("room"))).isGreaterThanOrEqualTo(BYTES);
        }
    }

    private Path descriptor(String name) throws IOException {
        try (Stream<Path> all =
                Files.list(Path.of("/proc/" + ProcessHandle.current().pid() + "/fd"))) {
            List<Path> found = all.filter(link ->
                            target(link).contains(directory.resolve(name).toString()))
                    .toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    private static long allocated(Path file) throws IOException, InterruptedException {
        Process stat = new ProcessBuilder("stat", "-L", "-c", "%b", file.toString())
                .redirectErrorStream(true)
                .start();
        String blocks = new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(stat.waitFor()).as(blocks).isZero();
        return Long.parseLong(blocks) * STAT_BLOCK_BYTES;
    }

    @Test
    void allOfItIsZeroAndCanBeWrittenAndReadAfterItIsClosed() throws IOException {
        ScratchFile file = create("bytes");
        for (int i = 0; i < BYTES; i++) {
            assertThat(file.bytes().get(i)).isZero();
        }
        file.bytes().put(BYTES - 1, (byte) 7);
        file.close();
        assertThat(file.bytes().get(BYTES - 1)).isEqualTo((byte) 7);
        assertThat(directory).isEmptyDirectory();
    }
}
