package io.lakelog.storage.env;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Symbolic links on local disks. What has been found of a directory is remembered. Thread-safe. */
final class LocalLinks implements ConfinedFiles.Links {
    private static final int REMEMBERED_MOST = 10_000;

    private final Map<String, Boolean> inside = new ConcurrentHashMap<>();

    @Override
    public boolean leadOut(String root, String path) throws IOException {
        String directory = path.substring(0, path.lastIndexOf('/'));
        if (directory.length() >= root.length() && inside.get(directory) == null) {
            if (!isBelow(root, existing(Path.of(directory)))) {
                return true;
            }
            if (Files.isDirectory(Path.of(directory))) {
                if (inside.size() >= REMEMBERED_MOST) {
                    inside.clear();
                }
                inside.put(directory, true);
            }
        }
        Path file = Path.of(path);
        return Files.isSymbolicLink(file) && !isBelow(root, existing(file));
    }

    /** What does not exist yet is made below what does, without links; a link to nothing leads nowhere. */
    private static boolean isBelow(String root, Path path) throws IOException {
        try {
            return path.toRealPath().startsWith(existing(Path.of(root)).toRealPath());
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** The path, or the part of it that is there. */
    private static Path existing(Path path) throws IOException {
        Path part = path;
        while (!Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
            Path parent = part.getParent();
            if (parent == null) {
                throw new IOException("no directory in path " + path);
            }
            part = parent;
        }
        return part;
    }
}
