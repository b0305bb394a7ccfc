package io.lakelog.storage.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A warehouse beside a directory that is nobody's business. */
final class ConfinedFilesTest {
    private static final byte[] CONTENT = "secret".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path directory = Path.of("unset");

    private Path warehouse = Path.of("unset");
    private Path outside = Path.of("unset");
    private FileSystem files = new LocalFileSystem();

    @BeforeEach
    void fill() throws IOException {
        directory = directory.toRealPath();
        warehouse = Files.createDirectories(directory.resolve("wh"));
        Files.createDirectories(warehouse.resolve("db.db"));
        outside = Files.createDirectories(directory.resolve("whole/table/schema"));
        Files.write(outside.resolve("schema-0"), CONTENT);
        Files.write(directory.resolve("wh/db.db/inside"), CONTENT);
        files = Environment.local().within(warehouse.toString()).files();
    }

    private void refused(String path) throws IOException {
        for (FileCall call : List.<FileCall>of(
                files::open,
                files::read,
                files::create,
                p -> files.createIfAbsent(p, CONTENT),
                p -> {
                    files.replace(p, CONTENT);
                    return true;
                },
                p -> {
                    files.delete(p);
                    return true;
                },
                p -> {
                    files.deleteRecursively(p);
                    return true;
                },
                p -> files.renameDirectory(p, warehouse + "/db.db/moved"),
                p -> files.renameDirectory(warehouse + "/db.db", p),
                p -> {
                    files.createDirectories(p);
                    return true;
                })) {
            assertThatThrownBy(() -> call.on(path))
                    .as(path)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("leads out of the warehouse");
        }
        assertThat(files.list(path)).isEmpty();
        assertThat(files.exists(path)).isFalse();
        assertThat(Files.readAllBytes(outside.resolve("schema-0"))).isEqualTo(CONTENT);
    }

    private interface FileCall {
        Object on(String path) throws IOException;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s/../whole/table/schema/schema-0",
                "%s/db.db/../../whole/table/schema/schema-0",
                "%sole/table/schema/schema-0",
                "%s/..",
                "/etc/passwd",
                "file:%s/db.db/inside",
                "db.db/inside",
                ""
            })
    void pathsThatLeadElsewhere(String pattern) throws IOException {
        refused(pattern.replace("%s", warehouse.toString()));
    }

    @Test
    void linksThatLeadElsewhere() throws IOException {
        Files.createSymbolicLink(warehouse.resolve("db.db/table"), directory.resolve("whole/table"));
        Files.createSymbolicLink(warehouse.resolve("db.db/file"), outside.resolve("schema-0"));
        Files.createSymbolicLink(warehouse.resolve("other.db"), Path.of("../whole"));
        refused(warehouse + "/db.db/table/schema/schema-0");
        refused(warehouse + "/db.db/table/schema/new");
        refused(warehouse + "/db.db/table");
        refused(warehouse + "/db.db/file");
        refused(warehouse + "/other.db/table/schema/schema-0");
        assertThat(Files.list(outside)).hasSize(1);
    }

    @Test
    void whatLiesInsideIsReached() throws IOException {
        Files.createSymbolicLink(warehouse.resolve("alias.db"), warehouse.resolve("db.db"));
        assertThat(files.read(warehouse + "/alias.db/inside")).isEqualTo(CONTENT);
        assertThat(files.list(warehouse.toString()))
                .extracting(FileSystem.Entry::name)
                .contains("db.db", "alias.db");
        files.createDirectories(warehouse + "/new.db/t");
        assertThat(files.createIfAbsent(warehouse + "/new.db/t/schema/schema-0", CONTENT))
                .isTrue();
        files.deleteRecursively(warehouse + "/new.db");
        assertThat(files.exists(warehouse + "/new.db")).isFalse();
        files.delete(System.getProperty("java.io.tmpdir") + "/lakelog-spill-none");
    }

    /** Somebody who writes to a table that another has dropped does not bring it back, nor its database. */
    @Test
    void noFileMakesTheDirectoryOfATable() throws IOException {
        String table = warehouse + "/db.db/t";
        files.createDirectories(table);
        files.create(table + "/bucket-0/first").close();
        for (String gone : List.of(table, warehouse + "/db.db")) {
            files.deleteRecursively(gone);
            for (FileCall call :
                    List.<FileCall>of(path -> files.create(path), path -> files.createIfAbsent(path, CONTENT), path -> {
                        files.replace(path, CONTENT);
                        return true;
                    })) {
                assertThatThrownBy(() -> call.on(table + "/bucket-0/second"))
                        .isInstanceOfSatisfying(
                                LakelogException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND))
                        .hasMessageContaining("db.db/t is gone");
            }
            assertThat(files.exists(gone)).isFalse();
        }
    }

    /** The way to the warehouse itself may be a link, and it need not be there yet. */
    @Test
    void theWarehouseMayBeBehindALink() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), warehouse);
        FileSystem throughLink = Environment.local().within(link.toString()).files();
        assertThat(throughLink.read(link + "/db.db/inside")).isEqualTo(CONTENT);
        FileSystem later = Environment.local().within(link + "/later/wh").files();
        assertThat(later.list(link + "/later/wh")).isEmpty();
        assertThat(later.exists(link + "/later/wh/db.db")).isFalse();
        later.createDirectories(link + "/later/wh/db.db/t");
        assertThat(later.createIfAbsent(link + "/later/wh/db.db/t/schema-0", CONTENT))
                .isTrue();
        assertThat(later.read(link + "/later/wh/db.db/t/schema-0")).isEqualTo(CONTENT);
    }
}
