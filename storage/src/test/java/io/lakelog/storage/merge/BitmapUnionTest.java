package io.lakelog.storage.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Column;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Bytes that are no bitmap are refused by name, whatever is wrong with them. */
class BitmapUnionTest {
    @Property(tries = 500)
    void brokenBytesAreRefusedAndNothingElse(@ForAll Random random, @ForAll boolean wide) throws IOException {
        byte[] bytes = bitmap(random, wide);
        int broken = random.nextInt(4);
        for (int i = 0; i < broken; i++) {
            bytes[random.nextInt(random.nextBoolean() ? Math.min(16, bytes.length) : bytes.length)] =
                    (byte) random.nextInt(256);
        }
        byte[] cut = random.nextBoolean() ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length));
        Column.Bytes column = new Column.Bytes(1, null, cut, new int[] {0, cut.length});
        try {
            BitmapUnion.check("b", wide, column, 0);
        } catch (LakelogException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(e).hasMessageContaining("column 'b'").hasMessageContaining(wide ? "rbm64" : "rbm32");
            assertThat(broken > 0 || cut.length < bytes.length)
                    .as("%s", e.getCause())
                    .isTrue();
        }
    }

    private static byte[] bitmap(Random random, boolean wide) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (wide) {
            Roaring64Bitmap bitmap = new Roaring64Bitmap();
            random.longs(30, 0, 1L << 40).forEach(bitmap::addLong);
            bitmap.serialize(new DataOutputStream(bytes));
        } else {
            RoaringBitmap bitmap = new RoaringBitmap();
            random.ints(30, 0, 1 << 20).forEach(bitmap::add);
            bitmap.runOptimize();
            bitmap.serialize(new DataOutputStream(bytes));
        }
        return bytes.toByteArray();
    }
}
