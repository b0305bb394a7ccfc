package io.lakelog.storage.env;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.util.List;

/**
 * Files below one directory, and temporary ones of a known name, and no others: a path that leads elsewhere is refused, whoever wrote it, in a statement,
 * a schema or a manifest. Thread-safe if {@code files} and {@code links} are.
 */
final class ConfinedFiles implements FileSystem {
    private final FileSystem files;
    private final String root;
    private final FileSystem temporary;
    private final String temporaryPrefix;
    private final Links links;

    /**
     * The files below a directory.
     *
     * @param root an absolute path
     * @param temporary where temporary files are
     * @param temporaryPrefix what the path of every temporary file begins with
     */
    ConfinedFiles(FileSystem files, String root, FileSystem temporary, String temporaryPrefix, Links links) {
        this.files = files;
        this.temporary = temporary;
        this.root = withoutSlash(root);
        this.temporaryPrefix = temporaryPrefix;
        this.links = links;
    }

    /** Where symbolic links lead. */
    interface Links {
        /** Links are unknown here. */
        Links NONE = (root, path) -> false;

        /** Whether a link in {@code path}, which is below {@code root} by its text, leads out of it. */
        boolean leadOut(String root, String path) throws IOException;
    }

    private static String withoutSlash(String root) {
        return root.endsWith("/") && root.length() > 1 ? root.substring(0, root.length() - 1) : root;
    }

    private boolean isInside(String path) throws IOException {
        if (path.contains("/../") || path.endsWith("/..")) {
            return false;
        }
        if (path.equals(root)) {
            return true;
        }
        if (path.startsWith(root) && (root.equals("/") || path.charAt(root.length()) == '/')) {
            return !links.leadOut(root, path);
        }
        return isTemporary(path);
    }

    private boolean isTemporary(String path) {
        return path.startsWith(temporaryPrefix)
                && path.indexOf('/', temporaryPrefix.length()) < 0
                && !(path.startsWith(root) && path.startsWith("/", root.length()));
    }

    /** Where a file is, once it is known that it may be touched. */
    private FileSystem of(String path) {
        return isTemporary(path) ? temporary : files;
    }

    private String checked(String path) throws IOException {
        if (!isInside(path)) {
            throw new IOException("the path " + path + " leads out of the warehouse " + root
                    + ", and files elsewhere are not touched");
        }
        return path;
    }

    /**
     * A file's path if it may be made. The directory of a table is made by {@link #createDirectories} alone: one that was
     * dropped does not come back with a file of somebody who has not noticed.
     *
     * @throws LakelogException TABLE_NOT_FOUND if it is gone
     */
    private String writable(String path) throws IOException {
        String inside = checked(path);
        int database = path.indexOf('/', root.equals("/") ? 1 : root.length() + 1);
        int table = database < 0 ? -1 : path.indexOf('/', database + 1);
        if (table > 0 && !isTemporary(path) && !files.exists(path.substring(0, table))) {
            throw new LakelogException(
                    ErrorCode.TABLE_NOT_FOUND,
                    "the directory " + path.substring(0, table)
                            + " is gone: the table was dropped or renamed while something was written to it");
        }
        return inside;
    }

    @Override
    public Input open(String path) throws IOException {
        return of(path).open(checked(path));
    }

    @Override
    public Output create(String path) throws IOException {
        return of(path).create(writable(path));
    }

    @Override
    public byte[] read(String path) throws IOException {
        return of(path).read(checked(path));
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        return files.createIfAbsent(writable(path), content);
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        files.replace(writable(path), content);
    }

    @Override
    public void syncDirectory(String path) throws IOException {
        files.syncDirectory(checked(path));
    }

    /** What a link elsewhere holds is not there, so that one such link does not spoil the listing of a database. */
    @Override
    public List<Entry> list(String path) throws IOException {
        return isInside(path) ? files.list(path) : List.of();
    }

    @Override
    public boolean exists(String path) throws IOException {
        return isInside(path) && of(path).exists(path);
    }

    @Override
    public void createDirectories(String path) throws IOException {
        files.createDirectories(checked(path));
    }

    @Override
    public void delete(String path) throws IOException {
        of(path).delete(checked(path));
    }

    @Override
    public void deleteRecursively(String path) throws IOException {
        files.deleteRecursively(checked(path));
    }

    @Override
    public boolean renameDirectory(String from, String to) throws IOException {
        return files.renameDirectory(checked(from), checked(to));
    }
}
