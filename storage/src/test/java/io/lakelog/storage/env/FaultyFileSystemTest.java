package io.lakelog.storage.env;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.FaultyFileSystem.Effect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultyFileSystemTest extends FileSystemContract {
    private final FileSystem files = new FaultyFileSystem(new MemoryFileSystem(), ".", Integer.MAX_VALUE, Effect.NONE);

    @Override
    FileSystem files() {
        return files;
    }

    @Override
    String root() {
        return "/root";
    }

    @Test
    void failsEachOperationInTurn() {
        List<String> failures = new ArrayList<>();
        boolean struck = true;
        for (int n = 1; struck; n++) {
            MemoryFileSystem memory = new MemoryFileSystem();
            FaultyFileSystem faulty = new FaultyFileSystem(memory, "^/root/a$", n, Effect.NONE);
            try {
                work(faulty);
            } catch (IOException e) {
                failures.add(e.getMessage() + " leaves " + memory.files());
            }
            struck = faulty.struck();
            assertThat(memory.openFiles()).isEmpty();
        }
        assertThat(failures)
                .containsExactly(
                        "injected fault: create /root/a leaves []",
                        "injected fault: write /root/a leaves [/root/a]",
                        "injected fault: sync /root/a leaves [/root/a]",
                        "injected fault: close /root/a leaves [/root/a]");
    }

    @Test
    void orLosesOnlyTheAnswer() throws IOException {
        MemoryFileSystem memory = new MemoryFileSystem();
        FaultyFileSystem faulty = new FaultyFileSystem(memory, "/root/b$", 1, Effect.DONE);
        String message = "";
        try {
            work(faulty);
        } catch (IOException e) {
            message = e.getMessage();
        }
        assertThat(message).isEqualTo("injected fault: createIfAbsent /root/b");
        assertThat(memory.read("/root/b")).hasSize(2);
        assertThat(faulty).hasToString("fault 1 on paths like /root/b$, effect DONE: createIfAbsent /root/b");
    }

    private static void work(FileSystem files) throws IOException {
        try (FileSystem.Output output = files.create("/root/a")) {
            output.write(new byte[3], 0, 3);
            output.sync();
        }
        files.createIfAbsent("/root/b", new byte[2]);
    }
}
