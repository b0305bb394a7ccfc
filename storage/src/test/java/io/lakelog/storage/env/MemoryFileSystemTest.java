package io.lakelog.storage.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemoryFileSystemTest extends FileSystemContract {
    private final MemoryFileSystem files = new MemoryFileSystem();

    @Override
    FileSystem files() {
        return files;
    }

    @Override
    String root() {
        return "/root";
    }

    @Test
    void knowsWhatIsOpen() throws IOException {
        FileSystem.Output output = files.create("/a/out");
        assertThat(files.openFiles()).containsExactly("writing /a/out");
        output.close();
        try (FileSystem.Input input = files.open("/a/out")) {
            assertThat(input.length()).isZero();
            assertThat(files.openFiles()).containsExactly("reading /a/out");
        }
        assertThat(files.openFiles()).isEmpty();
        assertThat(files.files()).containsExactly("/a/out");
    }
}
