package io.lakelog.storage.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileSystemTest extends FileSystemContract {
    @TempDir
    Path directory;

    private final FileSystem files = new LocalFileSystem();

    @Override
    FileSystem files() {
        return files;
    }

    @Override
    String root() {
        return directory.resolve("root").toString();
    }

    @Test
    void whatIsStillWrittenBelowADirectoryGoesWithIt() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        files.createIfAbsent(root() + "/t/manifest/first", new byte[1]);
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            for (int i = 0; !stop.get(); i++) {
                writeIfThere(root() + "/t/manifest/m" + i);
                LockSupport.parkNanos(100_000);
            }
        });
        try {
            for (int i = 0; i < 50; i++) {
                files.createIfAbsent(root() + "/t/manifest/again" + i, new byte[1]);
                files.deleteRecursively(root() + "/t");
            }
        } finally {
            stop.set(true);
            writer.get();
        }
        files.deleteRecursively(root() + "/t");
        assertThat(files.list(root())).isEmpty();
    }

    /** Directories come and go under the writer. */
    private void writeIfThere(String path) {
        try {
            files.create(path).close();
        } catch (IOException e) {
            assertThat(e).isInstanceOf(NoSuchFileException.class);
        }
    }
}
