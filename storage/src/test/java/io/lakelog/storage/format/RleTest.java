package io.lakelog.storage.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;

/** Ours against Parquet's own, both ways. */
class RleTest {
    @Property
    void theirDecoderReadsOurs(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        int bitWidth = 1 + random.nextInt(31);
        int[] values = values(random, bitWidth);
        LittleEndianBuffer bytes = new LittleEndianBuffer();
        RleEncoder.encode(values, values.length, bitWidth, bytes);
        RunLengthBitPackingHybridDecoder decoder = new RunLengthBitPackingHybridDecoder(
                bitWidth, new ByteArrayInputStream(bytes.array(), 0, bytes.size()));
        for (int value : values) {
            assertThat(decoder.readInt()).isEqualTo(value);
        }
        int[] found = new int[values.length];
        RleDecoder.decode(bytes.array(), 0, bytes.size(), bitWidth, found, found.length);
        assertThat(found).isEqualTo(values);
    }

    @Property
    void ourDecoderReadsTheirs(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        int bitWidth = 1 + random.nextInt(31);
        int[] values = values(random, bitWidth);
        try (RunLengthBitPackingHybridEncoder encoder =
                new RunLengthBitPackingHybridEncoder(bitWidth, 64, 1 << 20, new HeapByteBufferAllocator())) {
            for (int value : values) {
                encoder.writeInt(value);
            }
            byte[] bytes = encoder.toBytes().toByteArray();
            int[] found = new int[values.length];
            RleDecoder.decode(bytes, 0, bytes.length, bitWidth, found, found.length);
            assertThat(found).isEqualTo(values);
        }
    }

    @Property
    void oneRunIsSeenAsSuch(@ForAll long seed) {
        Random random = new Random(seed);
        int[] values = new int[1 + random.nextInt(300) * random.nextInt(100)];
        Arrays.fill(values, 1);
        LittleEndianBuffer run = new LittleEndianBuffer();
        RleEncoder.encodeRun(1, values.length, 1, run);
        assertThat(RleDecoder.isRun(run.array(), 0, run.size(), 1, values.length))
                .isTrue();
        assertThat(RleDecoder.isRun(run.array(), 0, run.size(), 0, values.length))
                .isFalse();
        assertThat(RleDecoder.isRun(run.array(), 0, run.size(), 1, values.length + 1))
                .isFalse();
        values[random.nextInt(values.length)] = 0;
        LittleEndianBuffer other = new LittleEndianBuffer();
        RleEncoder.encode(values, values.length, 1, other);
        assertThat(RleDecoder.isRun(other.array(), 0, other.size(), 1, values.length))
                .isFalse();
    }

    private static int[] values(Random random, int bitWidth) {
        int[] values = new int[random.nextInt(700)];
        for (int at = 0; at < values.length; ) {
            int run = Math.min(values.length - at, 1 + (random.nextInt(3) == 0 ? random.nextInt(40) : 0));
            Arrays.fill(values, at, at + run, random.nextInt() & (int) ((1L << bitWidth) - 1));
            at += run;
        }
        return values;
    }
}
