package io.lakelog.storage.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What looks at the first and last eight bytes of a value tells the same as what looks at all of them. */
class BytesOrderTest {
    @Property
    void idsAreThoseOfAMap(@ForAll("values") List<byte[]> values) {
        BytesDictionary dictionary = new BytesDictionary();
        Map<ByteBuffer, Integer> ids = new LinkedHashMap<>();
        Packed packed = Packed.of(values);
        for (int i = 0; i < values.size(); i++) {
            int id = ids.computeIfAbsent(ByteBuffer.wrap(values.get(i)), value -> ids.size());
            assertThat(dictionary.idOf(packed.data, packed.offsets[i], packed.offsets[i + 1]))
                    .isEqualTo(id);
        }
        assertThat(dictionary.size()).isEqualTo(ids.size());
    }

    @Property
    void boundsAreTheLeastAndTheGreatest(@ForAll("values") List<byte[]> values) {
        BytesBounds bounds = new BytesBounds();
        Packed packed = Packed.of(values);
        for (int i = 0; i < values.size(); i++) {
            bounds.add(packed.data, packed.offsets[i], packed.offsets[i + 1]);
        }
        assertThat(bounds.isKnown()).isEqualTo(!values.isEmpty());
        if (!values.isEmpty()) {
            assertThat(bounds.min())
                    .isEqualTo(values.stream().min(Arrays::compareUnsigned).orElseThrow());
            assertThat(bounds.max())
                    .isEqualTo(values.stream().max(Arrays::compareUnsigned).orElseThrow());
        }
    }

    /** Few different bytes, so that many values begin or end alike. */
    @Provide
    Arbitrary<List<byte[]>> values() {
        return Arbitraries.of((byte) 0, (byte) 1, (byte) 127, (byte) -128, (byte) -1)
                .array(byte[].class)
                .ofMinSize(0)
                .ofMaxSize(26)
                .list()
                .ofMaxSize(60);
    }

    /** Values as columns hold them: nothing lies behind the last one. */
    private record Packed(byte[] data, int[] offsets) {
        static Packed of(List<byte[]> values) {
            int[] offsets = new int[values.size() + 1];
            byte[] data =
                    new byte[values.stream().mapToInt(value -> value.length).sum()];
            for (int i = 0; i < values.size(); i++) {
                System.arraycopy(values.get(i), 0, data, offsets[i], values.get(i).length);
                offsets[i + 1] = offsets[i] + values.get(i).length;
            }
            return new Packed(data, offsets);
        }
    }
}
