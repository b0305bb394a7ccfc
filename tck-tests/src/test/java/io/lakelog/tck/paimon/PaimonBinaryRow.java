package io.lakelog.tck.paimon;

import java.util.List;
import org.apache.paimon.bucket.BucketFunction;
import org.apache.paimon.bucket.DefaultBucketFunction;
import org.apache.paimon.data.BinaryRow;
import org.apache.paimon.data.serializer.InternalRowSerializer;
import org.apache.paimon.types.RowType;
import org.apache.paimon.utils.SerializationUtils;
import org.jspecify.annotations.Nullable;

/** Rows as metadata holds them, and the bucket of a key, by the Paimon library's own code. */
public final class PaimonBinaryRow {
    private static final BucketFunction BUCKETS = new DefaultBucketFunction();

    private PaimonBinaryRow() {}

    /** The serialized form of a row of Java values. */
    public static byte[] encode(List<? extends @Nullable Object> values, RowType type) {
        return SerializationUtils.serializeBinaryRow(binary(values, type));
    }

    /** The Java values of a serialized row. */
    public static List<@Nullable Object> decode(byte[] bytes, RowType type) {
        BinaryRow row = SerializationUtils.deserializeBinaryRow(bytes);
        if (row.getFieldCount() != type.getFieldCount()) {
            throw new IllegalArgumentException(
                    "a row of " + row.getFieldCount() + " fields where " + type + " was expected");
        }
        return PaimonValues.toJava(row, type);
    }

    /** The bucket of a bucket key. */
    public static int bucket(List<? extends @Nullable Object> key, RowType type, int buckets) {
        return BUCKETS.bucket(binary(key, type), buckets);
    }

    private static BinaryRow binary(List<? extends @Nullable Object> values, RowType type) {
        return new InternalRowSerializer(type).toBinaryRow(PaimonValues.toPaimon(values, type));
    }
}
