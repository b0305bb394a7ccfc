package io.lakelog.jdbc.remote;

import io.lakelog.jdbc.wire.FrameReader;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.DataType;
import java.util.List;
import org.apache.calcite.avatica.proto.Common;
import org.jspecify.annotations.Nullable;

/** The rows of a result, fetched frame by frame. */
final class RemoteRows implements BatchSource {
    private final Frames frames;
    private final FrameReader reader;
    private Common.@Nullable Frame pending;
    private long offset;
    private boolean done;

    /** @param first the frame that came with the result; one without rows or end if none did */
    RemoteRows(Frames frames, List<DataType> types, Common.Frame first) {
        this.frames = frames;
        this.reader = new FrameReader(types);
        this.pending = first;
        this.done = first.getDone();
    }

    @Override
    public @Nullable Batch next() {
        while (true) {
            Common.Frame frame = pending;
            pending = null;
            if (frame == null) {
                if (done) {
                    return null;
                }
                frame = frames.fetch(offset);
                done = frame.getDone();
            }
            if (frame.getRowsCount() > 0) {
                offset += frame.getRowsCount();
                return reader.read(frame);
            }
        }
    }

    @Override
    public void close() {
        pending = null;
        if (!done) {
            done = true;
            frames.close();
        }
    }

    /** Where frames come from. */
    interface Frames {
        /** The frame whose first row is the {@code offset}-th of the result. */
        Common.Frame fetch(long offset);

        /** No more are wanted, though there may be some. */
        void close();
    }
}
