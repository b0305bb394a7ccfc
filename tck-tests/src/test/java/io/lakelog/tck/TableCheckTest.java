package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.check.TableCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The check itself: it finds nothing wrong with Paimon's own tables, and finds what was broken on purpose. */
class TableCheckTest {
    @TempDir
    Path temporary;

    static List<String> tables() {
        return ReferenceTables.names();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void referenceTablesAreSound(String name) throws Exception {
        TableCheck.assertSound(ReferenceTables.warehouse(name).resolve("db.db/t"));
    }

    @Test
    void findsWrongCountsInSnapshot() throws Exception {
        Path table = copy("pk-lookup-bucket1");
        edit(table.resolve("snapshot/snapshot-4"), "\"totalRecordCount\" : 3", "\"totalRecordCount\" : 4");
        assertThat(TableCheck.faults(table)).containsExactly("snapshot 4: totalRecordCount 4, but files hold 3");
    }

    @Test
    void findsMissingDataFile() throws Exception {
        Path table = copy("pk-bucket4-composite-key");
        Path file = anyFile(table, "bucket-3/data-");
        Files.delete(file);
        assertThat(TableCheck.faults(table)).singleElement().asString().contains("is missing at " + file);
    }

    @Test
    void findsFileInWrongBucket() throws Exception {
        Path table = copy("pk-bucket4-composite-key");
        edit(table.resolve("schema/schema-0"), "\"bucket\" : \"4\"", "\"bucket\" : \"5\"");
        assertThat(TableCheck.faults(table))
                .anyMatch(fault -> fault.contains("_TOTAL_BUCKETS 4, the table has 5"))
                .anyMatch(fault -> fault.contains("belongs to bucket"));
    }

    @Test
    void findsLevelAboveTheTop() throws Exception {
        Path table = copy("pk-lookup-bucket1");
        edit(table.resolve("schema/schema-0"), "\"bucket\" : \"1\"", "\"bucket\" : \"1\", \"num-levels\" : \"3\"");
        assertThat(TableCheck.faults(table)).anyMatch(fault -> fault.contains("lies on level 5"));
    }

    @Test
    void findsGapsAndLeftovers() throws Exception {
        Path table = copy("pk-lookup-bucket1");
        Files.delete(table.resolve("snapshot/snapshot-6"));
        assertThat(TableCheck.faults(table))
                .contains("LATEST says 6, not 5")
                .anyMatch(fault -> fault.startsWith("nothing refers to bucket-0/changelog-"))
                .anyMatch(fault -> fault.startsWith("nothing refers to manifest/manifest-list-"));
        Files.delete(table.resolve("snapshot/snapshot-3"));
        assertThat(TableCheck.faults(table)).contains("no snapshot between 2 and 4");
    }

    private Path copy(String name) throws IOException {
        Path source = ReferenceTables.warehouse(name).resolve("db.db/t");
        Path target = temporary.resolve(name);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(source.relativize(file).toString()));
            }
        }
        return target;
    }

    private static Path anyFile(Path table, String part) throws IOException {
        try (Stream<Path> files = Files.walk(table)) {
            return files.filter(file -> file.toString().contains(part))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to), StandardCharsets.UTF_8);
    }
}
