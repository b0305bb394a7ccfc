package io.lakelog.storage.write;

import io.lakelog.storage.index.HashIndex;
import io.lakelog.storage.layout.Bucketing;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.schema.TableShape;
import java.util.List;

/** Says which bucket a row goes to. Not thread-safe. */
public interface BucketChooser {
    /** The bucket of the row whose partition and bucket key are given. */
    int bucket(BinaryRow partition, List<Column> bucketKey, int row);

    /** A fixed number of buckets, by the hash of the bucket key. */
    static BucketChooser fixed(TableShape shape, int buckets) {
        Bucketing bucketing = new Bucketing(shape.bucketKeyTypes(), buckets);
        return (partition, bucketKey, row) -> bucketing.bucket(bucketKey, row);
    }

    /** Dynamic buckets, as an index has them; new keys are added to it. */
    static BucketChooser dynamic(TableShape shape, HashIndex index) {
        Bucketing bucketing = new Bucketing(shape.bucketKeyTypes(), 1);
        return (partition, bucketKey, row) -> index.bucket(partition, bucketing.hash(bucketKey, row));
    }
}
