package io.lakelog.storage.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Temporary files can be read for as long as somebody needs them, and a killed process leaves none. */
class ScratchFilesTest {
    @TempDir
    Path directory;

    private final ScratchFiles files = new ScratchFiles();

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private void write(String name, String... parts) throws IOException {
        try (FileSystem.Output output = files.create(path(name))) {
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.US_ASCII);
                output.write(bytes, 0, bytes.length);
            }
            assertThat(output.position()).isEqualTo(String.join("", parts).length());
            output.sync();
        }
    }

    private long onDisk() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.count();
        }
    }

    @Test
    void whatIsWrittenCanBeReadByMany() throws IOException {
        write("a", "one ", "two");
        write("b", "other");
        try (FileSystem.Input one = files.open(path("a"));
                FileSystem.Input two = files.open(path("a"))) {
            ByteBuffer target = ByteBuffer.allocate(3);
            one.readFully(4, target);
            assertThat(new String(target.array(), StandardCharsets.US_ASCII)).isEqualTo("two");
            assertThat(two.length()).isEqualTo(7);
            assertThatThrownBy(() -> two.readFully(5, ByteBuffer.allocate(3))).isInstanceOf(EOFException.class);
        }
        assertThat(files.read(path("b"))).asString().isEqualTo("other");
        files.delete(path("a"));
        assertThat(files.exists(path("a"))).isFalse();
        assertThat(files.exists(path("b"))).isTrue();
        assertThatThrownBy(() -> files.open(path("a"))).isInstanceOf(FileNotFoundException.class);
        files.delete(path("a"));
        files.delete(path("b"));
        assertThat(onDisk()).isZero();
    }

    @Test
    void anInterruptOfOneThreadTakesNothingFromAnother() throws Exception {
        write("a", "kept");
        Thread thread = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                files.read(path("a"));
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        thread.start();
        thread.join();
        assertThat(files.read(path("a"))).asString().isEqualTo("kept");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void theyHaveNoNameOnTheDisk() throws IOException {
        write("a", "here");
        assertThat(onDisk()).isZero();
    }

    @Test
    void theyAreNeverFoundWhereTheWarehouseIs() throws IOException {
        // A warehouse in the temporary directory itself has files of its own.
        Environment world = new Environment(
                new LocalFileSystem(), java.time.Clock.systemUTC(), () -> "u", directory.toString(), 1 << 20, false);
        FileSystem confined = world.within(directory.toString()).files();
        confined.createIfAbsent(path("lakelog-spill-mine"), new byte[] {1});
        assertThat(Files.exists(directory.resolve("lakelog-spill-mine"))).isTrue();
        assertThat(confined.read(path("lakelog-spill-mine"))).containsExactly(1);
    }
}
