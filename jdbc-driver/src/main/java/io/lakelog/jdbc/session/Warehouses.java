package io.lakelog.jdbc.session;

import io.lakelog.sql.Engine;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The warehouses open in this JVM: all connections to one warehouse share one engine, which closes with the last of them.
 * Thread-safe.
 */
public final class Warehouses {
    private final Function<String, Engine> opener;
    private final Map<String, Shared> open = new HashMap<>();

    public Warehouses() {
        this(path -> Engine.open(Environment.local(), path));
    }

    /** @param opener makes the engine over a warehouse's absolute path */
    public Warehouses(Function<String, Engine> opener) {
        this.opener = opener;
    }

    /**
     * A share of the warehouse at an absolute path, which need not exist yet.
     *
     * @throws LakelogException INVALID_OPTION if there is something else than a directory
     */
    public Warehouse openLocal(String path) {
        return open(canonical(Path.of(path)).toString(), () -> {});
    }

    /** The path without links as far as it exists, so that two ways to a warehouse find the same engine. */
    private static Path canonical(Path path) {
        try {
            if (Files.exists(path)) {
                if (!Files.isDirectory(path)) {
                    throw new LakelogException(
                            ErrorCode.INVALID_OPTION, "the warehouse " + path + " is not a directory");
                }
                return path.toRealPath();
            }
            Path parent = path.getParent();
            Path name = path.getFileName();
            return parent == null || name == null ? path : canonical(parent).resolve(name);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "the warehouse " + path + " cannot be reached: " + e, e);
        }
    }

    /** A share of the warehouse at a path without links; {@code afterClose} runs when this share has been closed. */
    Warehouse open(String path, Runnable afterClose) {
        synchronized (open) {
            Shared shared = open.get(path);
            if (shared == null) {
                shared = new Shared(opener.apply(path));
                open.put(path, shared);
            }
            shared.users++;
            return new Share(path, shared.engine, afterClose);
        }
    }

    private void release(String path) {
        synchronized (open) {
            Shared shared = open.get(path);
            if (shared != null && --shared.users == 0) {
                open.remove(path);
                shared.engine.close();
            }
        }
    }

    private static final class Shared {
        final Engine engine;
        int users;

        Shared(Engine engine) {
            this.engine = engine;
        }
    }

    private final class Share implements Warehouse {
        private final String path;
        private final Engine engine;
        private final Runnable afterClose;
        private boolean closed;

        Share(String path, Engine engine, Runnable afterClose) {
            this.path = path;
            this.engine = engine;
            this.afterClose = afterClose;
        }

        @Override
        public Engine engine() {
            return engine;
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public void close() {
            synchronized (this) {
                if (closed) {
                    return;
                }
                closed = true;
            }
            release(path);
            afterClose.run();
        }
    }
}
