package io.lakelog.storage.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyHomesTest {
    private static final BinaryRow HERE = partition(1);
    private static final BinaryRow THERE = partition(2);

    private final KeyHomes homes = new KeyHomes();

    private static BinaryRow partition(int value) {
        return BinaryRow.of(List.of(new Column.Ints(1, null, new int[] {value})), List.of(DataType.INT), 0);
    }

    @Test
    void manyKeysAreFoundAndMove() {
        for (int key = 0; key < 10_000; key++) {
            homes.put(key, key % 2 == 0 ? HERE : THERE);
        }
        for (int key = 0; key < 10_000; key += 3) {
            homes.remove(key);
        }
        for (int key = 0; key < 10_000; key += 6) {
            homes.put(key, THERE);
        }
        for (int key = 0; key < 10_000; key++) {
            int home = homes.home(key);
            if (key % 6 == 0) {
                assertThat(homes.partition(home)).isEqualTo(THERE);
            } else if (key % 3 == 0) {
                assertThat(home).isEqualTo(KeyHomes.NOWHERE);
            } else {
                assertThat(homes.partition(home)).isEqualTo(key % 2 == 0 ? HERE : THERE);
            }
        }
        assertThat(homes.home(-1)).isEqualTo(KeyHomes.NOWHERE);
    }

    /** Of two keys with one hash neither may be forgotten when the other goes. */
    @Test
    void aSharedHashIsAskedEverywhereForEver() {
        homes.put(7, HERE);
        homes.put(7, HERE);
        assertThat(homes.home(7)).isEqualTo(KeyHomes.ANYWHERE);
        homes.remove(7);
        assertThat(homes.home(7)).isEqualTo(KeyHomes.ANYWHERE);
    }

    @Test
    void changesAreAppliedInOrder() {
        homes.put(1, HERE);
        KeyHomes.Changes changes = new KeyHomes.Changes();
        changes.add(1, null);
        changes.add(1, THERE);
        changes.add(2, HERE);
        changes.applyTo(homes);
        assertThat(homes.partition(homes.home(1))).isEqualTo(THERE);
        assertThat(homes.partition(homes.home(2))).isEqualTo(HERE);
    }
}
