package io.lakelog.storage.env;

import java.io.IOException;
import java.util.List;

/** Another file system as it is: for those that change a few of its operations. */
abstract class ForwardingFileSystem implements FileSystem {
    final FileSystem files;

    ForwardingFileSystem(FileSystem files) {
        this.files = files;
    }

    @Override
    public Input open(String path) throws IOException {
        return files.open(path);
    }

    @Override
    public Output create(String path) throws IOException {
        return files.create(path);
    }

    @Override
    public byte[] read(String path) throws IOException {
        return files.read(path);
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        return files.createIfAbsent(path, content);
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        files.replace(path, content);
    }

    @Override
    public void syncDirectory(String path) throws IOException {
        files.syncDirectory(path);
    }

    @Override
    public List<Entry> list(String path) throws IOException {
        return files.list(path);
    }

    @Override
    public boolean exists(String path) throws IOException {
        return files.exists(path);
    }

    @Override
    public void createDirectories(String path) throws IOException {
        files.createDirectories(path);
    }

    @Override
    public void delete(String path) throws IOException {
        files.delete(path);
    }

    @Override
    public void deleteRecursively(String path) throws IOException {
        files.deleteRecursively(path);
    }
}
