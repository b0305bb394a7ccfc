package io.lakelog.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageApiTest {
    @Test
    void writesScansAndFollows(@TempDir Path warehouse) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        StorageApi.run(warehouse, new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "rows:",
                        "  apple 12",
                        "changes:",
                        "  1 +I apple 10",
                        "  1 +I pear 5",
                        "  2 -U apple 10",
                        "  2 +U apple 12",
                        "  3 -D pear 5");
    }
}
