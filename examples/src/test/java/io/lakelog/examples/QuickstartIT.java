package io.lakelog.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the quickstart as its script does, with the all-in-one jar for the server. */
class QuickstartIT {
    @TempDir
    Path directory;

    /** A fresh clone: nothing is built, and a stand-in for Maven says that it was asked to. */
    @Test
    void theScriptBuildsWhatIsMissing() throws Exception {
        Path clone = directory.resolve("clone");
        Files.createDirectories(clone.resolve("examples"));
        Files.copy(Path.of("quickstart"), clone.resolve("examples/quickstart"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createFile(clone.resolve("pom.xml"));
        Files.createDirectories(clone.resolve("jdbc-driver/src"));
        Path tools = Files.createDirectories(directory.resolve("tools"));
        Path maven = Files.writeString(tools.resolve("mvn"), "#!/bin/sh\necho \"asked: $*\"\nexit 7\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();

        ProcessBuilder script =
                new ProcessBuilder(clone.resolve("examples/quickstart").toString());
        script.environment().merge("PATH", tools + File.pathSeparator, (path, first) -> first + path);
        Process process = script.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(7);
        assertThat(printed).contains("Building Lakelog").contains("asked: -q -B -DskipTests package");
    }

    @Test
    void printsPricesChangesAndTheOldState() throws Exception {
        Path driver;
        try (Stream<Path> jars = Files.list(Path.of("../jdbc-driver/target"))) {
            driver = jars.filter(jar -> jar.getFileName().toString().endsWith("-all.jar"))
                    .findFirst()
                    .orElseThrow();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Quickstart(new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .run(driver, directory.resolve("warehouse"));
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();

        assertThat(lines).anyMatch(line -> line.startsWith("560 prices of 123 months upserted: 123 snapshots"));
        List<String> before =
                lines.stream().filter(line -> line.startsWith("  -U")).toList();
        List<String> after =
                lines.stream().filter(line -> line.startsWith("  +U")).toList();
        // Five shares, two months, once embedded and once through the server.
        assertThat(before).hasSize(20);
        assertThat(after).hasSize(20);
        assertThat(before.subList(0, 10)).isEqualTo(before.subList(10, 20));
        assertThat(after.subList(0, 10)).isEqualTo(after.subList(10, 20));
        assertThat(after).anyMatch(line -> line.matches("  \\+U +123 +AAPL +2010-03-01 +223\\.02"));
        assertThat(before).anyMatch(line -> line.matches("  -U +123 +AAPL +2010-02-01 +204\\.62"));
        assertThat(lines).anyMatch(line -> line.matches("  AAPL +2005-03-01 +41\\.67"));
    }
}
