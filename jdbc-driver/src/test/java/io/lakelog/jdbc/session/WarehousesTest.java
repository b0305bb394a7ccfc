package io.lakelog.jdbc.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.jdbc.FakeEngine;
import io.lakelog.sql.SessionSettings;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WarehousesTest {
    @TempDir
    Path directory = Path.of("unset");

    private final List<String> opened = new ArrayList<>();
    private final Warehouses warehouses = new Warehouses(path -> {
        opened.add(path);
        return new FakeEngine(Catalog.open(Environment.local(), path));
    });

    @Test
    void allWaysToADirectoryFindOneEngine() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        try (Warehouse one = warehouses.openLocal(real.toString());
                Warehouse two = warehouses.openLocal(link.toString());
                Warehouse missing = warehouses.openLocal(link.resolve("a/b").toString());
                Warehouse same = warehouses.openLocal(real.resolve("a/b").toString())) {
            assertThat(two.engine()).isSameAs(one.engine());
            assertThat(same.engine()).isSameAs(missing.engine());
            assertThat(missing.path()).isEqualTo(real.toRealPath() + "/a/b");
        }
        assertThat(opened).hasSize(2);
        warehouses.openLocal(real.toString()).close();
        assertThat(opened).hasSize(3);
    }

    @Test
    void aFileIsNoWarehouse() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() -> warehouses.openLocal(file.toString()))
                .isInstanceOfSatisfying(
                        LakelogException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_OPTION))
                .hasMessageContaining("is not a directory");
    }

    @Test
    void aSessionThatCannotOpenGivesTheWarehouseBack() {
        Warehouse warehouse = warehouses.openLocal(directory.toString());
        assertThatThrownBy(
                        () -> EngineSession.open(warehouse, new SessionSettings("nowhere", ZoneOffset.UTC, false), 10))
                .isInstanceOf(LakelogException.class);
        warehouses.openLocal(directory.toString()).close();
        assertThat(opened).hasSize(2);
    }

    @Test
    void statementsAreBounded() {
        try (EngineSession session = EngineSession.open(
                warehouses.openLocal(directory.toString()), new SessionSettings("default", ZoneOffset.UTC, false), 3)) {
            int first = session.openStatement();
            session.openStatement();
            session.openStatement();
            assertThatThrownBy(session::openStatement)
                    .isInstanceOfSatisfying(
                            LakelogException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.LIMIT));
            session.closeStatement(first);
            session.closeStatement(first);
            assertThat(session.openStatements()).isEqualTo(2);
            session.openStatement();
            session.cancel(99);
        }
    }
}
