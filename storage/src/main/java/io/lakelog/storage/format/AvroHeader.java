package io.lakelog.storage.format;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;

/**
 * What an Avro object container file begins with. Immutable.
 *
 * @param meta the header's texts by name
 * @param sync the mark after each block
 * @param lengthBytes where the first block begins
 */
record AvroHeader(Map<String, String> meta, byte[] sync, int lengthBytes) {
    static final int SYNC_BYTES = 16;
    private static final byte[] MAGIC = {'O', 'b', 'j', 1};

    /** The header at the begin of some bytes; {@link BinaryCursor.EndException} if they hold too few. */
    static AvroHeader parse(byte[] content) {
        if (content.length < MAGIC.length || !Arrays.equals(MAGIC, Arrays.copyOf(content, MAGIC.length))) {
            throw new MalformedFileException("it does not begin with Avro's mark");
        }
        BinaryCursor in = new BinaryCursor(content, MAGIC.length, content.length);
        Map<String, String> meta = new HashMap<>();
        for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
            for (int i = 0; i < count; i++) {
                meta.put(in.readString(), in.readString());
            }
        }
        int sync = in.skip(SYNC_BYTES);
        return new AvroHeader(meta, Arrays.copyOfRange(content, sync, sync + SYNC_BYTES), sync + SYNC_BYTES);
    }

    String codec() {
        return meta.getOrDefault("avro.codec", "null");
    }

    String schemaText() {
        String text = meta.get("avro.schema");
        if (text == null) {
            throw new MalformedFileException("its header has no schema, only " + meta.keySet());
        }
        return text;
    }

    /** Column names may be any: they are not checked. */
    Schema schema() {
        return new Schema.Parser(NameValidator.NO_VALIDATION).parse(schemaText());
    }
}
