package io.lakelog.storage.env;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every {@link FileSystem} does; each implementation has a test that inherits this. */
abstract class FileSystemContract {
    abstract FileSystem files();

    /** A directory that does not exist yet, in one that does. */
    abstract String root();

    @Test
    void whatIsWrittenIsRead() throws IOException {
        String path = root() + "/a/b/file";
        try (FileSystem.Output output = files().create(path)) {
            assertThat(output.position()).isZero();
            output.write("xhello".getBytes(UTF_8), 1, 5);
            output.write(" world".getBytes(UTF_8), 0, 6);
            assertThat(output.position()).isEqualTo(11);
            output.sync();
        }
        files().syncDirectory(root() + "/a/b");
        assertThat(text(path)).isEqualTo("hello world");
        try (FileSystem.Input input = files().open(path)) {
            assertThat(input.length()).isEqualTo(11);
            ByteBuffer target = ByteBuffer.allocate(5);
            input.readFully(6, target);
            assertThat(target.hasRemaining()).isFalse();
            assertThat(new String(target.array(), UTF_8)).isEqualTo("world");
            input.readFully(11, ByteBuffer.allocate(0));
            assertThatThrownBy(() -> input.readFully(7, ByteBuffer.allocate(5)))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining(path);
        }
    }

    @Test
    void aMissingFileIsNamed() {
        String path = root() + "/none";
        assertThatThrownBy(() -> files().open(path))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining(path);
        assertThatThrownBy(() -> files().read(path))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining(path);
    }

    @Test
    void createNeverReplaces() throws IOException {
        String path = root() + "/file";
        files().create(path).close();
        assertThat(files().read(path)).isEmpty();
        assertThatThrownBy(() -> files().create(path))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(path);
    }

    @Test
    void createIfAbsentCreatesOnce() throws IOException {
        String path = root() + "/snapshot/snapshot-1";
        assertThat(files().createIfAbsent(path, "first".getBytes(UTF_8))).isTrue();
        assertThat(files().createIfAbsent(path, "second".getBytes(UTF_8))).isFalse();
        assertThat(text(path)).isEqualTo("first");
        assertThat(names(root() + "/snapshot")).containsExactly("snapshot-1");
    }

    @Test
    void oneOfManyRacersCreates() throws Exception {
        String path = root() + "/snapshot/snapshot-1";
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> racers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                byte[] content = ("racer " + i).getBytes(UTF_8);
                racers.add(() -> files().createIfAbsent(path, content));
            }
            String winner = "";
            List<Future<Boolean>> results = threads.invokeAll(racers);
            for (int i = 0; i < 8; i++) {
                if (results.get(i).get()) {
                    assertThat(winner).as("winners").isEmpty();
                    winner = "racer " + i;
                }
            }
            assertThat(text(path)).isEqualTo(winner);
        } finally {
            threads.shutdown();
        }
        assertThat(names(root() + "/snapshot")).containsExactly("snapshot-1");
    }

    @Test
    void replaceReplacesTheWholeFile() throws IOException {
        String path = root() + "/snapshot/LATEST";
        files().replace(path, "1000".getBytes(UTF_8));
        try (FileSystem.Input reader = files().open(path)) {
            files().replace(path, "7".getBytes(UTF_8));
            assertThat(text(path)).isEqualTo("7");
            ByteBuffer old = ByteBuffer.allocate(4);
            reader.readFully(0, old);
            assertThat(new String(old.array(), UTF_8))
                    .as("a reader keeps what it opened")
                    .isEqualTo("1000");
        }
        assertThat(names(root() + "/snapshot")).containsExactly("LATEST");
    }

    @Test
    void listTellsFilesAndDirectories() throws IOException {
        assertThat(files().list(root())).isEmpty();
        files().createIfAbsent(root() + "/t/file", new byte[7]);
        files().createDirectories(root() + "/t/directory/below");
        files().createDirectories(root() + "/t/directory");
        List<FileSystem.Entry> entries = files().list(root() + "/t");
        assertThat(entries).extracting(FileSystem.Entry::name).containsExactlyInAnyOrder("file", "directory");
        assertThat(entries)
                .filteredOn(FileSystem.Entry::directory)
                .extracting(FileSystem.Entry::name)
                .containsExactly("directory");
        assertThat(entries)
                .filteredOn(entry -> !entry.directory())
                .extracting(FileSystem.Entry::lengthBytes)
                .containsExactly(7L);
        assertThat(files().list(root() + "/t/file")).isEmpty();
        assertThat(files().exists(root() + "/t/file")).isTrue();
        assertThat(files().exists(root() + "/t/directory")).isTrue();
        assertThat(files().exists(root() + "/t/other")).isFalse();
    }

    @Test
    void deletingMayBeRepeated() throws IOException {
        String path = root() + "/t/file";
        files().delete(path);
        files().createIfAbsent(path, new byte[1]);
        files().delete(path);
        files().delete(path);
        assertThat(files().exists(path)).isFalse();
        assertThat(files().createIfAbsent(path, new byte[2])).isTrue();
        files().createIfAbsent(root() + "/t/a/b/c", new byte[1]);
        files().deleteRecursively(root() + "/t");
        files().deleteRecursively(root() + "/t");
        assertThat(files().exists(root() + "/t")).isFalse();
        assertThat(files().createIfAbsent(root() + "/t/a/b/c", new byte[3])).isTrue();
        assertThat(files().read(root() + "/t/a/b/c")).hasSize(3);
    }

    @Test
    void aFileIsNoDirectory() throws IOException {
        files().createIfAbsent(root() + "/file", new byte[1]);
        assertThatThrownBy(() -> files().create(root() + "/file/below")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> files().createDirectories(root() + "/file")).isInstanceOf(IOException.class);
        files().createDirectories(root() + "/directory");
        assertThatThrownBy(() -> files().read(root() + "/directory")).isInstanceOf(IOException.class);
    }

    private String text(String path) throws IOException {
        return new String(files().read(path), UTF_8);
    }

    private List<String> names(String path) throws IOException {
        return files().list(path).stream().map(FileSystem.Entry::name).toList();
    }
}
