package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookupTableTest {
    @TempDir
    Path warehouse;

    private TestTable orders(Map<String, String> options) {
        Catalog catalog = Catalog.open(Environment.local(), warehouse.toString());
        TableName name = new TableName("default", "orders");
        catalog.createTable(
                name,
                new TableDefinition(
                        RowType.of(
                                List.of("id", "status", "amount"),
                                List.of(DataType.BIGINT, DataType.STRING, DataType.INT)),
                        List.of("id"),
                        List.of(),
                        options,
                        null));
        return new TestTable(catalog.table(name));
    }

    @Test
    void tellsWhatHappenedToEachKey() {
        TestTable orders = orders(Map.of("changelog-producer", "lookup"));

        assertThat(orders.upsert(row(1L, "CREATED", 99))).isEqualTo(1);
        assertThat(orders.upsert(row(1L, "PAID", 99))).isEqualTo(2);
        assertThat(orders.rows()).containsExactly(row(1L, "PAID", 99));
        assertThat(orders.delete(row(1L, null, null))).isEqualTo(3);
        assertThat(orders.delete(row(1L, null, null))).isEqualTo(4);

        assertThat(orders.rows()).isEmpty();
        assertThat(orders.rowsAt(1)).containsExactly(row(1L, "CREATED", 99));
        assertThat(orders.changes(1))
                .containsExactly(
                        "1 +I [1, CREATED, 99]", "2 -U [1, CREATED, 99]", "2 +U [1, PAID, 99]", "3 -D [1, PAID, 99]");
    }

    @Test
    void keepsEveryStateOfAKeyInOneCommit() {
        TestTable orders = orders(Map.of("changelog-producer", "lookup"));
        orders.upsert(row(1L, "s0", 0));
        List<List<@Nullable Object>> updates = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            updates.add(row(1L, "s" + i, i));
            expected.add("2 -U [1, s" + (i - 1) + ", " + (i - 1) + "]");
            expected.add("2 +U [1, s" + i + ", " + i + "]");
        }
        orders.commit(RowKind.INSERT, updates);
        assertThat(orders.changes(2)).isEqualTo(expected);
    }

    @Test
    void anIdenticalRowIsNoChangeUnlessPairsAreWanted() {
        TestTable orders = orders(Map.of("changelog-producer", "lookup"));
        orders.upsert(row(1L, "A", null));
        orders.upsert(row(1L, "A", null));
        assertThat(orders.changes(2)).isEmpty();
        assertThat(orders.table.latestSnapshotId()).hasValue(2);
    }
}
