package io.lakelog.storage.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of many writers of one name exactly one wins, and its content stays, with and without hard links. */
class CreateIfAbsentTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneWriterWins(boolean hardLinks) throws Exception {
        int writers = 6;
        int names = 30;
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            List<Future<List<Boolean>>> running = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                byte[] content = ("writer " + w).getBytes(StandardCharsets.UTF_8);
                Callable<List<Boolean>> work = () -> {
                    // A file system of its own for each: they may meet in the files only.
                    FileSystem files = new LocalFileSystem(hardLinks);
                    List<Boolean> won = new ArrayList<>();
                    for (int n = 0; n < names; n++) {
                        won.add(files.createIfAbsent(directory + "/snapshot/snapshot-" + n, content));
                    }
                    return won;
                };
                running.add(threads.submit(work));
            }
            for (int n = 0; n < names; n++) {
                List<Integer> winners = new ArrayList<>();
                for (int w = 0; w < writers; w++) {
                    if (running.get(w).get().get(n)) {
                        winners.add(w);
                    }
                }
                assertThat(winners).hasSize(1);
                assertThat(new LocalFileSystem().read(directory + "/snapshot/snapshot-" + n))
                        .isEqualTo(("writer " + winners.get(0)).getBytes(StandardCharsets.UTF_8));
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(new LocalFileSystem().list(directory + "/snapshot").stream().map(FileSystem.Entry::name))
                .allMatch(name -> name.startsWith("snapshot-") || name.equals(".lakelog.lock"));
    }
}
