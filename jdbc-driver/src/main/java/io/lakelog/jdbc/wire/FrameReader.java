package io.lakelog.jdbc.wire;

import com.google.protobuf.ByteString;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BooleansBuilder;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.DoublesBuilder;
import io.lakelog.storage.row.FloatsBuilder;
import io.lakelog.storage.row.Int128;
import io.lakelog.storage.row.Int128sBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Common.Rep;

/** Reads frames of the exact dialect back into vectors; see {@link WireFrame}. Used by one thread at a time. */
public final class FrameReader {
    private final List<DataType> types;
    private final BatchBuilder builder;

    public FrameReader(List<DataType> types) {
        this.types = types;
        this.builder = new BatchBuilder(types);
    }

    /** The rows of a frame. */
    public Batch read(Common.Frame frame) {
        for (Common.Row row : frame.getRowsList()) {
            for (int i = 0; i < types.size(); i++) {
                append(builder.column(i), types.get(i), row.getValue(i).getScalarValue());
            }
        }
        return types.isEmpty() ? new Batch(frame.getRowsCount(), List.of()) : builder.build();
    }

    private static void append(ColumnBuilder column, DataType type, Common.TypedValue value) {
        if (value.getType() == Rep.NULL) {
            column.appendNull();
            return;
        }
        switch (type.layout()) {
            case BOOLEAN -> ((BooleansBuilder) column).append(value.getBoolValue());
            case INT -> ((IntsBuilder) column).append((int) value.getNumberValue());
            case LONG -> ((LongsBuilder) column).append(value.getNumberValue());
            case FLOAT -> ((FloatsBuilder) column).append(Float.intBitsToFloat((int) value.getNumberValue()));
            case DOUBLE -> ((DoublesBuilder) column).append(value.getDoubleValue());
            case INT128 -> {
                BigInteger unscaled = new BigDecimal(value.getStringValue())
                        .setScale(type.scale())
                        .unscaledValue();
                ((Int128sBuilder) column).append(Int128.high(unscaled), Int128.low(unscaled));
            }
            case NANOS, LIST, STRUCT ->
                PackedValues.unpack(value.getBytesValue().toByteArray(), column, type);
            case BYTES -> {
                ByteString bytes = value.getType() == Rep.STRING ? value.getStringValueBytes() : value.getBytesValue();
                ((BytesBuilder) column).append(bytes.asReadOnlyByteBuffer());
            }
        }
    }
}
