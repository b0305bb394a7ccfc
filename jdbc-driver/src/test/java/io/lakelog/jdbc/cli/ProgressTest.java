package io.lakelog.jdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ProgressTest {
    @Test
    void aLongStatementIsCountedAndItsLineGoes() throws InterruptedException {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        CountDownLatch thrice = new CountDownLatch(3);
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8) {
            @Override
            public void print(String text) {
                super.print(text);
                thrice.countDown();
            }
        };
        try (Progress progress = new Progress(out, Duration.ZERO, Duration.ofMillis(1))) {
            assertThat(progress).isNotNull();
            thrice.await();
        }
        String text = shown.toString(StandardCharsets.UTF_8);
        assertThat(text).startsWith("\rrunning for 0 s; Ctrl-C stops it\rrunning for 0 s");
        assertThat(text).as("it is gone, and its place is empty").matches("(?s).*\r {50}\r");
        assertThat(text.substring(0, text.length() - 52).split("\r")).allMatch(line -> line.length() < 50);
    }

    @Test
    void aShortOneShowsNothing() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (Progress progress = new Progress(new PrintStream(shown, true, StandardCharsets.UTF_8))) {
            assertThat(progress).isNotNull();
        }
        assertThat(shown.size()).isZero();
    }
}
