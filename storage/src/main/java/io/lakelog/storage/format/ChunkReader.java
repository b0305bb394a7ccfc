package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Rows of a column that is not nested; going back takes a chunk with a page index. Not thread-safe. */
final class ChunkReader implements ColumnReader {
    private final ChunkPages pages;
    private final PageDecoder decoder;
    private boolean started;
    private @Nullable Column page;
    private long pageFrom;

    ChunkReader(ChunkPages pages, PageDecoder decoder) {
        this.pages = pages;
        this.decoder = decoder;
    }

    @Override
    public @Nullable Column wholePage(long from, int count) throws IOException {
        Column current = page;
        if (current == null || from < pageFrom || from >= pageFrom + current.size()) {
            current = load(from);
        }
        return from == pageFrom && count == current.size() ? current : null;
    }

    @Override
    public void append(long from, int count, ColumnBuilder target) throws IOException {
        long at = from;
        while (at < from + count) {
            Column current = page;
            if (current == null || at < pageFrom || at >= pageFrom + current.size()) {
                current = load(at);
            }
            int start = (int) (at - pageFrom);
            int end = (int) Math.min(current.size(), from + count - pageFrom);
            target.append(current, start, end);
            at = pageFrom + end;
        }
    }

    private Column load(long row) throws IOException {
        page = null;
        if (!started) {
            started = true;
            decoder.startChunk();
            if (pages.nextIsDictionary()) {
                decoder.dictionary(pages.header(), pages.body(), pages.bodyLength());
            }
        }
        pages.seek(row);
        Column loaded = decoder.decode(pages.header(), pages.body(), pages.bodyLength());
        page = loaded;
        pageFrom = pages.nextRow() - loaded.size();
        return loaded;
    }
}
