package io.lakelog.storage.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class RecordingFileSystemTest extends FileSystemContract {
    private final RecordingFileSystem files =
            new RecordingFileSystem(new MemoryFileSystem(), path -> path.replaceFirst("^/root", "."));

    @Override
    FileSystem files() {
        return files;
    }

    @Override
    String root() {
        return "/root";
    }

    @Test
    void writesDownWhatIsDone() throws IOException {
        try (FileSystem.Output output = files.create("/root/a")) {
            output.write(new byte[3], 0, 3);
            output.sync();
        }
        files.syncDirectory("/root");
        files.createIfAbsent("/root/a", new byte[1]);
        assertThat(files.take())
                .containsExactly(
                        "create ./a",
                        "write ./a, 3 bytes",
                        "sync ./a",
                        "close ./a",
                        "syncDirectory .",
                        "createIfAbsent ./a: exists");
        try (FileSystem.Input input = files.open("/root/a")) {
            input.readFully(1, ByteBuffer.allocate(2));
        }
        files.delete("/root/a");
        assertThat(files.take()).containsExactly("open ./a", "readFully ./a at 1, 2 bytes", "delete ./a");
        assertThat(files.take()).isEmpty();
    }
}
