package io.lakelog.jdbc.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.jdbc.FakeEngine;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryWarehousesTest {
    @TempDir
    Path temporary = Path.of("unset");

    private MemoryWarehouses warehouses() {
        return new MemoryWarehouses(
                new Warehouses(path -> new FakeEngine(Catalog.open(Environment.local(), path))), temporary);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aPrivateOneGoesWhenItIsClosed() throws IOException {
        MemoryWarehouses warehouses = warehouses();
        try (Warehouse one = warehouses.open("");
                Warehouse two = warehouses.open("")) {
            assertThat(one.path()).isNotEqualTo(two.path());
            Files.writeString(Path.of(one.path()).resolve("file"), "x");
            assertThat(Path.of(one.path())).isDirectory();
            one.close();
            one.close();
            assertThat(Path.of(one.path())).doesNotExist();
            assertThat(Path.of(two.path())).isDirectory();
        }
    }

    @Test
    void aNamedOneIsShared() throws IOException {
        MemoryWarehouses warehouses = warehouses();
        String path;
        try (Warehouse one = warehouses.open("n");
                Warehouse two = warehouses.open("n");
                Warehouse other = warehouses.open("m")) {
            path = one.path();
            assertThat(two.path()).isEqualTo(path);
            assertThat(two.engine()).isSameAs(one.engine());
            assertThat(other.path()).isNotEqualTo(path);
        }
        assertThat(Path.of(path)).isDirectory();
        try (Warehouse again = warehouses.open("n")) {
            assertThat(again.path()).isEqualTo(path);
        }
    }

    @Test
    void whatTheDeadLeftIsSweptAndNothingElse() throws IOException {
        Path dead = Files.createDirectories(temporary.resolve("lakelog-memory-0-dead/warehouse-1/default.db"));
        Files.writeString(dead.resolve("file"), "x");
        Files.writeString(temporary.resolve("lakelog-memory-0-dead.lock"), "");
        Files.createDirectory(temporary.resolve("lakelog-memory-0-without-lock"));
        Files.writeString(temporary.resolve("other"), "x");
        String own = "lakelog-memory-" + ProcessHandle.current().pid() + "-other";
        Files.createDirectory(temporary.resolve(own));
        Files.writeString(temporary.resolve(own + ".lock"), "");
        try (Warehouse warehouse = warehouses().open("")) {
            assertThat(Path.of(warehouse.path())).isDirectory();
            assertThat(names())
                    .contains(own, own + ".lock", "lakelog-memory-0-without-lock", "other")
                    .doesNotContain("lakelog-memory-0-dead", "lakelog-memory-0-dead.lock");
        }
    }
}
