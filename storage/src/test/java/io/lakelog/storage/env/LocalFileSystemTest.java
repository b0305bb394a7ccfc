package io.lakelog.storage.env;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalFileSystemTest extends FileSystemContract {
    @TempDir
    Path directory;

    private final FileSystem files = new LocalFileSystem();

    @Override
    FileSystem files() {
        return files;
    }

    @Override
    String root() {
        return directory.resolve("root").toString();
    }
}
