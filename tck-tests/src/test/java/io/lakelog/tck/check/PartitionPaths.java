package io.lakelog.tck.check;

import io.lakelog.tck.paimon.PaimonBinaryRow;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a bucket's files lie, by the rules of the format's page. */
final class PartitionPaths {
    private static final String ESCAPED = "\"#%'*/:=?\\{}[]^\u007f";

    private PartitionPaths() {}

    static Path bucket(Path table, RawFile file, RawSchema schema) {
        Path path = table;
        List<@Nullable Object> partition = PaimonBinaryRow.decode(file.partition(), schema.partitionType());
        for (int i = 0; i < partition.size(); i++) {
            path = path.resolve(escape(schema.partitionKeys().get(i)) + "=" + escape(text(partition.get(i))));
        }
        return path.resolve("bucket-" + file.bucket());
    }

    private static String text(@Nullable Object value) {
        if (value == null || value.toString().isBlank()) {
            return "__DEFAULT_PARTITION__";
        }
        // The legacy names, which are the default, print a date as the number inside.
        if (value instanceof LocalDate date) {
            return Long.toString(date.toEpochDay());
        }
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    private static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c < 0x20 || ESCAPED.indexOf(c) >= 0) {
                out.append('%').append(String.format("%02X", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
