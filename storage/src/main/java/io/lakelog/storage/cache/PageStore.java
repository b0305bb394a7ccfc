package io.lakelog.storage.cache;

import io.lakelog.storage.env.ScratchFile;
import io.lakelog.storage.row.Column;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decoded pages in local files, of which single rows can be read. Pages are put one behind the other; when there is no
 * more room, or nobody has asked for anything in it for long, a whole file of them goes, the oldest first. Where no file
 * can be made, nothing is kept. Thread-safe.
 */
final class PageStore implements AutoCloseable {
    private static final int FIRST_FILE_BYTES = 1 << 20;
    private static final int FILE_BYTES_MAX = 64 << 20;

    private final CacheLimits limits;
    private final Clock clock;
    private final Supplier<String> newPath;
    private final Map<Page, Place> places = new ConcurrentHashMap<>();
    /** The oldest first; pages are put into the last. */
    private final Deque<PageFile> files = new ArrayDeque<>();

    private long bytes;

    /** @param newPath a name for a file that does not exist, in a local directory */
    PageStore(CacheLimits limits, Clock clock, Supplier<String> newPath) {
        this.limits = limits;
        this.clock = clock;
        this.newPath = newPath;
    }

    private record Place(PageFile file, int at, int size, ColumnImage.Shape shape) {}

    private static final class PageFile {
        final ScratchFile scratch;
        final ByteBuffer bytes;
        final List<Page> pages = new ArrayList<>();
        int used;
        int alive;
        volatile long lastAsked;

        PageFile(ScratchFile scratch, long now) {
            this.scratch = scratch;
            this.bytes = scratch.bytes();
            this.lastAsked = now;
        }
    }

    /** Some rows of a page, or null if it is not here. */
    @Nullable
    Column rows(Page page, int[] rows, int count) {
        Place place = places.get(page);
        long now = clock.millis();
        if (place == null || place.file().lastAsked < now - limits.retention().toMillis()) {
            return null;
        }
        place.file().lastAsked = now;
        return ColumnImage.rows(place.shape(), place.file().bytes, place.at(), rows, count);
    }

    /** Keeps a page, if there is room. */
    synchronized void put(Page page, Column column) {
        dropUnasked();
        if (!ColumnImage.isKnown(column) || places.containsKey(page)) {
            return;
        }
        // Values of eight bytes lie where eight divides, as processors like it.
        int size = (ColumnImage.size(column) + Long.BYTES - 1) & -Long.BYTES;
        PageFile file = fileFor(size);
        if (file != null) {
            int at = file.used;
            file.used += size;
            file.alive += size;
            file.pages.add(page);
            ColumnImage.write(column, file.bytes, at);
            places.put(page, new Place(file, at, size, ColumnImage.Shape.of(column)));
        }
    }

    /** Lets go of the pages of some files; local files of which less than half is left go as a whole. */
    synchronized void forget(Predicate<String> gone) {
        places.forEach((page, place) -> {
            if (gone.test(page.file())) {
                places.remove(page);
                place.file().alive -= place.size();
            }
        });
        for (PageFile file : List.copyOf(files)) {
            if (file != files.peekLast() && file.alive * 2L < file.used) {
                files.remove(file);
                drop(file);
            }
        }
    }

    private @Nullable PageFile fileFor(int size) {
        PageFile last = files.peekLast();
        if (last != null && last.bytes.capacity() - last.used >= size) {
            return last;
        }
        long wanted = Math.max(size, Math.min(FILE_BYTES_MAX, Math.max(FIRST_FILE_BYTES, bytes)));
        long fileBytes = Math.min(wanted, limits.diskBytes());
        if (size > fileBytes) {
            return null;
        }
        while (bytes + fileBytes > limits.diskBytes()) {
            drop(files.removeFirst());
        }
        try {
            PageFile file = new PageFile(ScratchFile.create(newPath.get(), (int) fileBytes), clock.millis());
            files.addLast(file);
            bytes += fileBytes;
            return file;
        } catch (IOException e) {
            // A cache that cannot be kept is no reason to fail: pages are read from the table again.
            return null;
        }
    }

    private void dropUnasked() {
        long oldest = clock.millis() - limits.retention().toMillis();
        for (PageFile file : List.copyOf(files)) {
            if (file.lastAsked < oldest) {
                files.remove(file);
                drop(file);
            }
        }
    }

    /** Who reads it at the moment can go on: its bytes stay until nobody holds them any more. */
    private void drop(PageFile file) {
        file.pages.forEach(places::remove);
        bytes -= file.bytes.capacity();
        try {
            file.scratch.close();
        } catch (IOException e) {
            throw new IllegalStateException("a file that was only mapped cannot be closed", e);
        }
    }

    /** Bytes of local files in use. */
    synchronized long bytes() {
        return bytes;
    }

    @Override
    public synchronized void close() {
        while (!files.isEmpty()) {
            drop(files.removeFirst());
        }
    }
}
