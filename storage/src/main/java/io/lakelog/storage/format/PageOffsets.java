package io.lakelog.storage.format;

import org.apache.parquet.internal.column.columnindex.OffsetIndex;

/**
 * Where the pages of a column chunk lie, and with which row each begins. Immutable.
 *
 * <pre>
 * OffsetIndex  1 list of PageLocation
 * PageLocation 1 offset in the file  2 bytes, header included  3 first row, counted in the row group
 * </pre>
 */
final class PageOffsets implements OffsetIndex {
    private final long[] offsets;
    private final int[] sizes;
    private final long[] firstRows;

    private PageOffsets(int count) {
        offsets = new long[count];
        sizes = new int[count];
        firstRows = new long[count];
    }

    /** Reads the index in {@link CompactThrift} that begins at the cursor. */
    static PageOffsets read(BinaryCursor in) {
        PageOffsets pages = new PageOffsets(0);
        int id = 0;
        for (int field = in.readUnsignedByte(); field != 0; field = in.readUnsignedByte()) {
            id = CompactThrift.fieldId(field, id, in);
            if (id == 1 && CompactThrift.type(field) == CompactThrift.LIST) {
                pages = new PageOffsets(CompactThrift.listSize(in.readUnsignedByte(), in));
                for (int page = 0; page < pages.offsets.length; page++) {
                    pages.readLocation(page, in);
                }
            } else {
                CompactThrift.skip(in, CompactThrift.type(field));
            }
        }
        if (pages.offsets.length == 0) {
            throw new MalformedFileException("a page index without pages");
        }
        return pages;
    }

    private void readLocation(int page, BinaryCursor in) {
        int id = 0;
        for (int field = in.readUnsignedByte(); field != 0; field = in.readUnsignedByte()) {
            id = CompactThrift.fieldId(field, id, in);
            switch (id) {
                case 1 -> offsets[page] = in.readLong();
                case 2 -> sizes[page] = in.readInt();
                case 3 -> firstRows[page] = in.readLong();
                default -> CompactThrift.skip(in, CompactThrift.type(field));
            }
        }
        long leastOffset = page == 0 ? 0 : offsets[page - 1] + sizes[page - 1];
        long leastRow = page == 0 ? 0 : firstRows[page - 1];
        if (sizes[page] <= 0 || offsets[page] < leastOffset || firstRows[page] < leastRow) {
            throw new MalformedFileException("page " + page + " would lie at byte " + offsets[page] + ", of "
                    + sizes[page] + " bytes, from row " + firstRows[page] + " on");
        }
    }

    /** The last page that begins at or before {@code row}. */
    int pageOf(long row) {
        int low = 0;
        int high = firstRows.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (firstRows[middle] <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    @Override
    public int getPageCount() {
        return offsets.length;
    }

    @Override
    public long getOffset(int page) {
        return offsets[page];
    }

    @Override
    public int getCompressedPageSize(int page) {
        return sizes[page];
    }

    @Override
    public long getFirstRowIndex(int page) {
        return firstRows[page];
    }
}
